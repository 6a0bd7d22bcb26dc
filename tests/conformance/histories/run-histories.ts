import fc from 'fast-check';
import { expect } from 'vitest';
import { InProcess, type Hours } from '#tests/conformance/in-process.ts';
import { zeroCounts, Player } from './play-history.ts';
import { histories } from './step.ts';

/**
 * The number of histories in each of the two suites. STRATDESK_HISTORIES is the number in both
 * together, 10,000 by default.
 */
export const HISTORY_COUNT = Math.ceil(Number(process.env['STRATDESK_HISTORIES'] ?? 10_000) / 2);

/**
 * Plays histories with the markets always open or open in market hours only, prints counts of what
 * occurred, and checks that no count is zero.
 */
export function runHistories(hours: Hours): void {
  const counts = zeroCounts();
  const player = new Player(new InProcess(hours), counts, hours === 'always');
  const { seed } = fc.readConfigureGlobal();
  // The suites draw different histories.
  const ownSeed = seed === undefined || hours === 'always' ? {} : { seed: seed + 1 };
  const cpuAtStart = process.cpuUsage();
  fc.assert(
    fc.property(histories, (history) => player.play(history)),
    { numRuns: HISTORY_COUNT, ...ownSeed },
  );
  const texts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const { user, system } = process.cpuUsage(cpuAtStart);
  console.log(`hours ${hours}: ${texts.join(', ')}; ${((user + system) / 1e6).toFixed(0)} s of CPU time`);
  expect(counts.histories).toBeGreaterThanOrEqual(HISTORY_COUNT);
  // If something never occurred, the run proves nothing about it.
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
}
