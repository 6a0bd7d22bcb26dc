import { describe, it } from 'vitest';
import { historyCounts, runHistories } from './histories/run-histories.ts';

describe('[States/Signal] [States/Trade] [Notes/10] [Notes/37] random histories of the service, always open', () => {
  it(
    `order-safety I1 to I11, D1 to D3, D5, A1 to A3 hold in ${historyCounts.always} histories with faults`,
    { timeout: 600_000 },
    () => {
      runHistories('always');
    },
  );
});
