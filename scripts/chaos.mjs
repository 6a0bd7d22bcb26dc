// npm run chaos -- --orders=N --kills=N --seed=N [--pairs=2] [--minutes=M] [--speed=30] [--lives=25] [--keep=DIR]
// [--report=FILE] [--json=FILE] [--broken=resend|forget] [--switches=name=value,…]: see tests/chaos/run.ts. Ends with 0 when nothing was violated.
import { runHarness } from './run-harness.mjs';
import { runMain } from './run-main.mjs';

await runMain(() => runHarness('run'));
