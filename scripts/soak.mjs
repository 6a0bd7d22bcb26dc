// npm run soak -- --minutes=M [--seed=N]: the core at the pace of the platform for a long time, beside a bad network: see
// tests/chaos/soak.ts. Ends with 0 when nothing was violated.
import { runHarness } from './run-harness.mjs';
import { runMain } from './run-main.mjs';

await runMain(() => runHarness('soak'));
