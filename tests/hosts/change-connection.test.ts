// Changes the connection while windows are subscribed to everything and the old desk still reports
// changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice } from '#practice/service.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let both: CoreOnPractice;
let folder: string;
let service: Awaited<ReturnType<typeof startPractice>>;

beforeEach(async () => {
  both = await CoreOnPractice.start();
  folder = mkdtempSync(join(tmpdir(), 'other-connection-'));
  service = await startPractice({ dataDir: folder, port: 0, seed: 1, clock: 'manual', hours: 'always' });
});
afterEach(async () => {
  await both.dispose();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const refusalOf = async (systemId: string): Promise<string> => {
  const outcome = await both.outcome('positions.list', { systemId });
  return outcome.ok ? '' : outcome.failure.code;
};

test('a change of connection during all kinds of events reads no closed file', async () => {
  const { baseUrl, world } = service.ready;
  const [systemId = ''] = both.practice.world.systemids;
  const typed = { id: null, name: 'Other', kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
  const { id } = await both.call('profiles.save', { ...typed, paceMs: 1_000, key: world.apikey });
  both.keychainMs = 60;
  const refusals = new Set<string>();
  const received = new Map<string, number>();
  const listen = (): void =>
    both.listenToAll(systemId, (name) => void received.set(name, (received.get(name) ?? 0) + 1));
  listen();
  for (let turn = 0; turn < 6; turn++) {
    await both.call('sync.watch', { systemId, datasets: ['signalsWorking', 'margin', 'tradesOpen'] });
    const change = both.call('profiles.select', { profileId: turn % 2 === 0 ? id : 'practice' });
    // A notice, a kill and a new window at every moment of the change.
    for (let moment = 0; moment < 100; moment++) {
      await both.outcome('risk.kill', { reason: `moment ${moment}` });
      refusals.add(await refusalOf(systemId));
      if (moment % 20 === 7) listen();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await change;
  }
  // A command between two connections does nothing, and returns an error.
  expect([...refusals].sort()).toEqual(['', 'changing']);
  expect(received.get('status.changed')).toBeGreaterThan(6);
  expect(both.log.filter(([event]) => event === 'command.bug')).toEqual([]);
}, 60_000);
