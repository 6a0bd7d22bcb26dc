import { afterEach, beforeEach, expect, test } from 'vitest';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let program: CoreOnPractice;
beforeEach(async () => {
  program = await CoreOnPractice.start();
});
afterEach(() => program.dispose());

async function arrivals(): Promise<readonly number[]> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: { at: number }[] };
  return requests.map(({ at }) => at).sort((a, b) => a - b);
}

test('a connection test keeps the pace of the connection in use if both use the same service', async () => {
  const { world, baseUrl } = program.practice;
  const connection = { id: null, name: 'Paced', kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
  const saved = await program.call('profiles.save', { ...connection, paceMs: 1000, key: world.apikey });
  await program.call('profiles.select', { profileId: saved.id });
  const before = (await arrivals()).length;
  for (const systemId of world.systemids) {
    const datasets = ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'] as const;
    await program.call('sync.watch', { systemId, datasets: [...datasets] });
  }
  // Each connection test starts between two requests of the connection in use, at another fraction
  // of a second.
  for (const [wait, key, wanted] of [
    [1_300, world.apikey, 'ok'],
    [700, 'WRONG-key-1', 'refused'],
    [400, world.apikey, 'ok'],
  ] as const) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const outcome = await program.outcome('profiles.test', { ...connection, name: 'Tried', paceMs: 1000, key });
    expect(outcome.ok ? 'ok' : outcome.failure.code).toBe(wanted);
  }
  const seen = (await arrivals()).slice(before);
  const gaps = seen.slice(1).map((at, index) => at - (seen[index] ?? at));
  expect(seen.length).toBeGreaterThan(4);
  // Half a second of tolerance, because a busy computer delays what arrives.
  expect(Math.min(...gaps)).toBeGreaterThan(500);
});
