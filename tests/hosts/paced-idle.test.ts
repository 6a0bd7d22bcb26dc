import { afterEach, beforeEach, expect, test } from 'vitest';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

const idleMs = 45_000;

let program: CoreOnPractice;
beforeEach(async () => {
  program = await CoreOnPractice.start();
});
afterEach(() => program.dispose());

async function received(): Promise<readonly { url: string }[]> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: { url: string }[] };
  return requests;
}

test('an idle paced connection never starts two requests within a second', { timeout: idleMs + 60_000 }, async () => {
  const { world, baseUrl } = program.practice;
  const saved = await program.call('profiles.save', {
    id: null,
    name: 'Paced',
    kind: 'world',
    baseUrl,
    altBaseUrl: null,
    platformId: null,
    paceMs: 1000,
    key: world.apikey,
  });
  const before = (await received()).length;
  await program.call('profiles.select', { profileId: saved.id });
  const systemId = world.systemids[0] ?? '';
  await program.call('sync.watch', { systemId, datasets: ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'] });
  await new Promise((resolve) => setTimeout(resolve, idleMs));

  const { entries } = await program.call('activity.query', { text: 'Paced', offset: 0, limit: 1000 });
  const starts = entries.map(({ at, waitMs }) => at + waitMs).sort((a, b) => a - b);
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  const leastGap = Math.min(...gaps);
  console.log(`${starts.length} requests in ${idleMs / 1000} s, least gap between starts ${leastGap.toFixed(1)} ms`);
  expect(starts.length).toBeGreaterThan(5);
  // `at` is in whole milliseconds.
  expect(leastGap).toBeGreaterThanOrEqual(999);
  // One more request may be under way. The activity lists a request only when it has ended.
  expect([0, 1]).toContain((await received()).length - before - starts.length);
});
