import { describe, expect, it } from 'vitest';
import { InProcess } from '#tests/conformance/in-process.ts';
import { play, type PlayCounts } from './play.ts';

const FULL = process.env['STRATDESK_PROMISES'] === 'full';
const SEQUENCES = FULL ? 1000 : 100;
const STEPS = 60;
const SEED = 18_000;
const MAX_MS = 900_000;

describe('[States/Signal] the service agrees with a second model of the specification', () => {
  it(
    `${String(SEQUENCES)} random sequences with brackets, groups and conditions have the same results`,
    () => {
      const service = new InProcess();
      const played: PlayCounts = { steps: 0, orders: 0, refused: 0, fills: 0, comparisons: 0 };
      for (let at = 0; at < SEQUENCES; at += 1) play(service, SEED + at, STEPS, played);
      if (FULL) console.info(`second model: seed ${String(SEED)}, ${JSON.stringify(played)}`);
      expect(played.fills).toBeGreaterThan(SEQUENCES * 5);
      expect(played.refused).toBeGreaterThan(SEQUENCES);
    },
    MAX_MS,
  );
});
