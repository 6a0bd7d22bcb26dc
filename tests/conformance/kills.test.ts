import { describe, expect, it } from 'vitest';
import { killSubmits } from './kill-submits.ts';

describe('durability of the stand-alone service', () => {
  it('every answered request survives 20 random kill -9 during 1,000 submits', { timeout: 240_000 }, async () => {
    const report = await killSubmits({ submits: 1000, kills: 20, seed: 1 });
    expect(report).toMatchObject({ kills: 20, lost: [], storedTwice: [] });
    // Most requests must be answered and some interrupted by a kill. Otherwise nothing was tested.
    expect(report.answered).toBeGreaterThan(700);
    expect(report.canceled).toBeGreaterThan(50);
    expect(report.unanswered).toBeGreaterThan(10);
  });
});
