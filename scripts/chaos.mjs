// npm run chaos -- --orders=N --kills=N --seed=N [--pairs=2] [--minutes=M] [--speed=30]
// [--lives=25] [--keep=DIR] [--report=FILE] [--json=FILE] [--broken=resend|forget]
// [--switches=name=value,…]: see tests/chaos/run.ts. The exit code is 0 if there was no violation.
import { runHarness } from './run-harness.mjs';
import { runMain } from './run-main.mjs';

await runMain(() => runHarness('run'));
