import fc from 'fast-check';
import { expect } from 'vitest';
import { InProcess, type Hours } from '#tests/conformance/in-process.ts';
import { zeroCounts, Player } from './play-history.ts';
import { histories } from './step.ts';

/** The number of histories in both suites together. */
const totalCount = Number(process.env['STRATDESK_HISTORIES'] ?? 10_000);

/**
 * The number of histories in each suite. A history with the markets always open takes about five
 * times as long as one in market hours, and the suites run beside each other.
 */
export const historyCounts: Readonly<Record<Hours, number>> = {
  always: Math.ceil(totalCount * 0.3),
  market: Math.ceil(totalCount * 0.7),
};

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
    { numRuns: historyCounts[hours], ...ownSeed },
  );
  const texts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const { user, system } = process.cpuUsage(cpuAtStart);
  console.log(`hours ${hours}: ${texts.join(', ')}; ${((user + system) / 1e6).toFixed(0)} s of CPU time`);
  expect(counts.histories).toBeGreaterThanOrEqual(historyCounts[hours]);
  // If something never occurred, the run proves nothing about it.
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
}
