// npm run soak -- --minutes=M [--seed=N] [--report=FILE]: runs the core for a long time at the pace
// of the platform, over a faulty network (tests/chaos/soak.ts). The exit code is 0 if orders were
// sent and there was no violation.
import { runHarness } from './run-harness.mjs';
import { runMain } from './run-main.mjs';

await runMain(() => runHarness('soak'));
