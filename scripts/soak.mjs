// npm run soak -- --minutes=M [--seed=N] [--report=FILE]: the core at the pace of the platform for a
// long time, over a faulty network: see tests/chaos/soak.ts. The exit code is 0 if orders were sent
// and there was no violation.
import { runHarness } from './run-harness.mjs';
import { runMain } from './run-main.mjs';

await runMain(() => runHarness('soak'));
