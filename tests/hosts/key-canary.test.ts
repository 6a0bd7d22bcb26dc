// A platform repeats the key in the texts of its answers. The key must reach no file, no answer to
// the window and no event.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { startPractice } from '#practice/service.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { testWorldOptions } from '#tests/fixtures/test-world.ts';
import { RepeatingPlatform, writtenForms } from '#tests/fixtures/repeating-platform.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';

let program: CoreOnPractice;
let service: Awaited<ReturnType<typeof startPractice>>;
let platform: RepeatingPlatform;
let folder: string;

beforeEach(async () => {
  program = await CoreOnPractice.start();
  folder = mkdtempSync(join(tmpdir(), 'the-platform-'));
  service = await startPractice({ dataDir: folder, port: 0, ...testWorldOptions });
  const { baseUrl, world } = service.ready;
  // Every second answer has the key in all texts, and the others only in free texts.
  platform = await RepeatingPlatform.start({ baseUrl, apikey: world.apikey }, (answer) =>
    answer % 2 === 0 ? 'free' : 'all',
  );
});
afterEach(async () => {
  await program.dispose();
  await platform.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a key repeated by the platform reaches no file, no answer and no event', async () => {
  const { apikey: key, systemids } = service.ready.world;
  const systemId = systemids[0] ?? '';
  const address = { baseUrl: platform.baseUrl, altBaseUrl: null, platformId: null };
  const input = { id: null, name: 'Live', kind: 'world', ...address, paceMs: 1_000, key } as const;
  const events: unknown[] = [];
  program.listenToAll(systemId, (name, payload) => void events.push([name, payload]));
  const seen: unknown[] = [await program.outcome('profiles.test', input)];
  const saved = await program.outcome('profiles.save', input);
  seen.push(saved);
  const id = saved.ok ? (saved.value as { id: string }).id : '';
  seen.push(await program.outcome('profiles.select', { profileId: id }));
  for (let round = 0; round < 3; round++) {
    seen.push(await program.outcome('sync.watch', { systemId, datasets: ['signalsWorking', 'margin', 'tradesOpen'] }));
    const ticket = { systemId, action: 'BTO', quantity: String(round + 1), symbol: 'KO', instrument: 'stock' } as const;
    const order = { ...ticket, price: { kind: 'limit', limit: '1' }, duration: 'GTC', ...plainTicket } as const;
    const intentId = crypto.randomUUID();
    seen.push(await program.outcome('orders.submit', { intentId, ticket: order, confirmed: [...confirmedWarnings] }));
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    seen.push(await program.outcome('signals.list', { systemId, text: '', scope: 'all' }));
    seen.push(await program.outcome('activity.query', { text: '', offset: 0, limit: 500 }));
    seen.push(await program.outcome('strategies.list', {}));
    seen.push(await program.outcome('strategies.details', { systemId }));
  }
  await program.stopCore();
  expect(platform.answerCount).toBeGreaterThan(8);
  expect(platform.textWithKeyCount).toBeGreaterThan(50);
  expect(JSON.stringify(seen)).toContain('[key]');
  expect(events.length).toBeGreaterThan(10);
  const files = readdirSync(program.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('practice'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(3);
  const places = [JSON.stringify(seen), JSON.stringify(events), JSON.stringify(program.log), ...files];
  const hits = writtenForms(key).flatMap((form) => places.filter((place) => place.includes(form)));
  expect(hits).toHaveLength(0);
}, 60_000);
