// npm run chaos: kills the real core again and again on a faulty network, and checks its orders.
// Flags, described in tests/chaos/run.ts: --orders=N --kills=N --seed=N [--pairs=2] [--minutes=M]
// [--speed=30] [--lives=25] [--directed=N] [--keep=DIR] [--report=FILE] [--json=FILE]
// [--broken=resend|forget] [--switches=name=value,…]. The exit code is 0 if there was no violation.
import { runHarness } from './run-harness.mjs';
import { runMain } from './run-main.mjs';

await runMain(() => runHarness('run'));
