import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noCounts, Player } from './histories/play-history.ts';
import { histories } from './histories/step.ts';
import { InProcess } from './in-process.ts';

/** STRATDESK_HISTORIES asks for more; 10,000 is what every change is held to. */
const runs = Number(process.env['STRATDESK_HISTORIES'] ?? 10_000);

describe('[States/Signal] [States/Trade] [Notes/10] [Notes/37] random histories of the service', () => {
  it(
    `I1 to I11 hold in ${runs} histories under random switches, faults, clock moves, prices and restarts`,
    { timeout: 600_000 },
    () => {
      const counts = noCounts();
      const worlds = { always: new InProcess('always'), market: new InProcess('market') };
      const players = { always: new Player(worlds.always, counts), market: new Player(worlds.market, counts) };
      fc.assert(
        fc.property(histories, (history) => players[history.hours].play(history)),
        { numRuns: runs },
      );
      console.log(
        Object.entries(counts)
          .map(([name, count]) => `${count} ${name}`)
          .join(', '),
      );
      expect(counts.histories).toBeGreaterThanOrEqual(runs);
      // A run that never came to these would have proved nothing about them.
      for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
    },
  );
});
