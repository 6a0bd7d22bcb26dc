import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { words } from '#renderer/messages/words.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commands, type CommandName } from '#contract/commands.ts';
import type { Dataset } from '#contract/model/status.ts';
import type { NoteSubject } from '#contract/model/note.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { everyTrade } from '#contract/model/trade-filter.ts';
import { practiceAccess } from '#hosts/desktop/practice-access.ts';
import { BundleFiles } from '#core/bundle/bundle-files.ts';
import { isAllowedWhileReviewing } from '#core/commands/allowed-while-reviewing.ts';
import { makeBundle, uploadBundle } from '#tests/fixtures/bundle-transfer.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';

const datasets: Dataset[] = ['details', 'margin', 'signalsWorking', 'signalsAll', 'tradesOpen', 'trades', 'equity'];
const everything = { from: null, to: null, symbols: [], instruments: [], sides: [] };
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const imageId = '00000000-0000-4000-8000-000000000001';

let mine: CoreOnPractice;
/** A core on another data folder. It uses the same service and has read only the first strategy. */
let theirs: CoreOnPractice;
let [first, second, third] = ['', '', ''];
let subject: NoteSubject;
let file: Buffer;

beforeAll(async () => {
  mine = await CoreOnPractice.start();
  const { world } = mine.practice;
  theirs = await CoreOnPractice.startAt(practiceAccess(mine.practice));
  [first = '', second = '', third = ''] = world.systemids;
  await read(mine, first, second, third);
  await read(theirs, first);
  const [trade] = (await tradesOf(mine, first)).trades;
  subject = { kind: 'trade', tradeId: trade?.tradeId ?? '' };
  await mine.call('notes.attach', { imageId, part: 0, last: true, data: pixel });
  const image = { imageId, name: 'chart.png', type: 'image/png' as const, bytes: Buffer.from(pixel, 'base64').length };
  await saveNote(mine, first, 'mine, with a chart', [image]);
  await saveNote(mine, third, 'of a strategy that stays here');
  await saveNote(theirs, first, 'theirs');
  file = await makeBundle(mine, { systemIds: [first, second], notes: true, pictures: true, history: true });
});
afterAll(async () => {
  await theirs.dispose();
  await mine.dispose();
});

async function read(core: CoreOnPractice, ...systemIds: readonly string[]): Promise<void> {
  await core.call('sync.refresh', { systemId: null, datasets: [] });
  for (const systemId of systemIds) await core.call('sync.refresh', { systemId, datasets });
}

const saveNote = (core: CoreOnPractice, systemId: string, text: string, images: Parameters<typeof content>[1] = []) =>
  core.call('notes.save', { systemId, subject, version: 0, content: content(text, images) });
const content = (text: string, images: { imageId: string; name: string; type: 'image/png'; bytes: number }[]) => ({
  text,
  tags: ['kept'],
  rating: 4,
  setup: 'Gap',
  images,
});

const tradesOf = (core: CoreOnPractice, systemId: string) =>
  core.call('trades.query', {
    systemId,
    filter: everyTrade,
    sort: { column: 'profit', descending: true },
    offset: 0,
    limit: 500,
  });

/**
 * Everything that the panels of a review show of a strategy, without revisions: these are counted
 * separately in each file.
 */
async function shownData(core: CoreOnPractice, systemId: string) {
  const { trades, total } = await tradesOf(core, systemId);
  const { moments } = await core.call('history.moments', { systemId, before: null, limit: 100 });
  return {
    strategy: (await core.call('strategies.list', {})).strategies.find((one) => one.systemId === systemId),
    details: await core.call('strategies.details', { systemId }),
    trades,
    total,
    components: await core.call('trades.components', { systemId, tradeId: trades[0]?.tradeId ?? '' }),
    sums: (await core.call('trades.sum', { systemId, filter: everyTrade })).sums,
    windows: await core.call('signals.windows', { systemId }),
    signals: (await core.call('signals.list', { systemId, text: '', scope: 'all' })).signals,
    positions: await core.call('positions.list', { systemId }),
    equity: await core.call('equity.get', { systemId }),
    report: await core.call('review.report', { systemId, selection: everything, riskFree: 0.02 }),
    moments,
    account: await core.outcome('history.account', { systemId, at: moments[0]?.at ?? 0 }),
    notes: await core.call('notes.list', { systemId }),
    note: await core.call('notes.get', { systemId, subject }),
  };
}

const readTimes = async (core: CoreOnPractice, systemId: string) => {
  const strategy = await core.until('strategy.changed', { systemId }, () => true);
  return datasets.map((dataset) => strategy[dataset].readAt);
};

const textOf = async (core: CoreOnPractice) =>
  (await core.call('notes.get', { systemId: first, subject })).note?.content.text;

test('a bundle shows the same data on another computer and leaves the desk there unchanged', async () => {
  const theirsBefore = await shownData(theirs, first);
  const opened = await theirs.call('bundle.open', { bundleId: await uploadBundle(theirs, file) });
  expect(opened).toMatchObject({ mode: 'PRACTICE', connection: 'Practice', program: '0.0.0', notes: 1, pictures: 1 });
  expect(opened.strategies.map(({ systemId }) => systemId)).toEqual([first, second]);
  for (const systemId of [first, second]) {
    expect(await shownData(theirs, systemId)).toEqual(await shownData(mine, systemId));
    expect(await readTimes(theirs, systemId)).toEqual(await readTimes(mine, systemId));
  }
  expect((await theirs.call('notes.image', { imageId, part: 0 })).data).toBe(pixel);
  expect((await theirs.call('strategies.list', {})).strategies).toHaveLength(2);
  await theirs.call('bundle.close', {});
  expect(await shownData(theirs, first)).toEqual(theirsBefore);
  expect(await textOf(theirs)).toBe('theirs');
  expect(readdirSync(join(theirs.dataDir, 'review'))).toEqual([]);
});

test('a commission plan that was chosen in another bundle hides no curve of this one', async () => {
  await theirs.call('bundle.open', { bundleId: await uploadBundle(theirs, file) });
  const curve = await theirs.call('equity.get', { systemId: first });
  expect(curve.times.length).toBeGreaterThan(0);
  // As if the plan was chosen in a bundle that has its curve.
  await theirs.call('equity.choose', { systemId: first, plan: 'elsewhere' });
  expect(await theirs.call('equity.get', { systemId: first })).toEqual(curve);
  expect((await theirs.call('equity.plans', { systemId: first })).plan).toBeNull();
  await theirs.call('equity.choose', { systemId: first, plan: null });
  await theirs.call('bundle.close', {});
});

test('while a bundle is shown, only commands of a fixed list work, among them the kill switch', async () => {
  await theirs.call('bundle.open', { bundleId: await uploadBundle(theirs, file) });
  const refusedNames = (Object.keys(commands) as CommandName[]).filter((name) => !isAllowedWhileReviewing(name));
  for (const name of refusedNames) {
    // Refused before its input is checked.
    expect(await theirs.outcome(name, {})).toMatchObject({ ok: false, failure: { code: 'read-only' } });
  }
  expect(refusedNames).toEqual(
    expect.arrayContaining(['orders.submit', 'orders.cancel', 'sync.refresh', 'notes.save']),
  );
  const status = await theirs.until('status.changed', {}, () => true);
  expect(status.orderEntry).toMatchObject({ open: false, reason: { code: 'connection.read-only' } });
  expect(status).toMatchObject({ connection: { state: 'read-only' }, profile: { name: 'Review bundle' } });
  expect(await theirs.call('risk.kill', { reason: 'test' })).toMatchObject({ kill: { on: true } });
  await theirs.call('bundle.close', {});
  await theirs.call('risk.release', {});
  expect(await textOf(theirs)).toBe('theirs');
});

test('the desk continues to run behind a bundle, and a fill of its order is reported', async () => {
  const watched: Dataset[] = ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'];
  const watch = () => theirs.call('sync.watch', { systemId: first, datasets: watched });
  await watch();
  await theirs.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  await watch();
  const { rowId } = await theirs.call('orders.submit', {
    intentId: randomUUID(),
    ticket: limitOrder(first),
    confirmed: [...confirmedWarnings],
  });
  const isWorking = async () => {
    const { signals } = await theirs.call('signals.list', { systemId: first, text: '', scope: 'live' });
    return signals.some((row) => row.rowId === rowId && row.state === 'working');
  };
  await theirs.until('strategy.changed', { systemId: first }, isWorking);
  await theirs.call('bundle.open', { bundleId: await uploadBundle(theirs, file) });
  await watch();
  await mine.control('POST', 'market', { symbol: 'AAPL', price: '199' });
  const status = await theirs.until('status.changed', {}, ({ notices }) => notices.some((one) => one.rowId === rowId));
  expect(status.notices.find((one) => one.rowId === rowId)).toMatchObject({ announced: 'fill', systemId: first });
  expect(status).toMatchObject({ profile: { name: 'Review bundle' }, connection: { state: 'read-only' } });
  await theirs.call('bundle.close', {});
});

const limitOrder = (systemId: string): Ticket => ({
  systemId,
  action: 'BTO',
  quantity: '10',
  symbol: 'AAPL',
  instrument: 'stock',
  price: { kind: 'limit', limit: '200' },
  duration: 'DAY',
  profitTarget: null,
  stopLoss: null,
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
  keepBothAlive: false,
});

test('one bundle is made at a time, and canceling it leaves no file', async () => {
  const choice = { systemIds: [first, second, third], notes: true, pictures: true, history: true };
  const making = theirs.outcome('bundle.make', choice);
  await theirs.until('bundle.changed', {}, ({ work }) => work?.kind === 'making' && work.steps === 4);
  expect(await theirs.outcome('bundle.make', choice)).toMatchObject({ ok: false, failure: { code: 'busy' } });
  await theirs.call('bundle.cancel', {});
  expect(await making).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(await theirs.until('bundle.changed', {}, () => true)).toEqual({ work: null, open: null });
  expect(readdirSync(join(theirs.dataDir, 'review'))).toEqual([]);
  const unknown = await theirs.outcome('bundle.make', { ...choice, systemIds: ['404'] });
  expect(unknown).toMatchObject({ ok: false, failure: { code: 'unknown-strategy' } });
});

test.each([
  ['a file that is not a bundle', 'not-a-bundle', () => Buffer.from('PK\u0003\u0004 a zip')],
  ['an empty file', 'not-a-bundle', () => Buffer.alloc(0)],
  ['a truncated file', 'truncated', () => file.subarray(0, file.length - 1)],
  ['a file with extra bytes', 'altered', () => Buffer.concat([file, Buffer.from('x')])],
  [
    'a file with one changed byte',
    'altered',
    () => Buffer.concat([file.subarray(0, 900), Buffer.of((file[900] ?? 0) ^ 1), file.subarray(901)]),
  ],
])('%s is refused with the reason, and nothing changes', async (_name, code, makeFile) => {
  const outcome = await theirs.outcome('bundle.open', { bundleId: await uploadBundle(theirs, makeFile()) });
  expect(outcome.ok ? '' : `${outcome.failure.code}: ${words(outcome.failure.message)}`).toMatch(
    new RegExp(`^${code}: .*Nothing was opened`),
  );
  expect(await theirs.until('bundle.changed', {}, () => true)).toEqual({ work: null, open: null });
  expect(await theirs.until('status.changed', {}, () => true)).toMatchObject({ profile: { name: 'Practice' } });
  expect(readdirSync(join(theirs.dataDir, 'review'))).toEqual([]);
});

test('a bundle can be closed while no connection is open', async () => {
  const { baseUrl, world } = mine.practice;
  const other = { id: null, name: 'Other', kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
  const { id } = await theirs.call('profiles.save', { ...other, paceMs: 1_000, key: world.apikey });
  await theirs.call('bundle.open', { bundleId: await uploadBundle(theirs, file) });
  theirs.beforeKey = () => Promise.reject(new Error('The keychain is locked'));
  // A change that was requested before the bundle was opened can end after that.
  expect(await theirs.sessions.change(id)).toBe('not-opened');
  await theirs.call('bundle.close', {});
  theirs.beforeKey = () => Promise.resolve();
  await theirs.call('profiles.select', { profileId: 'practice' });
  expect(await theirs.until('status.changed', {}, () => true)).toMatchObject({ profile: { name: 'Practice' } });
});

test('a bundle has no key, address, token or failure, and only the chosen data', async () => {
  const { baseUrl, control, world } = mine.practice;
  const secrets = [world.apikey, control.token, new URL(baseUrl).host, mine.dataDir];
  await mine.stopPractice();
  await mine.outcome('sync.refresh', { systemId: first, datasets: ['details'] });
  const bareBundle = await makeBundle(mine, { systemIds: [first], notes: true, pictures: false, history: false });
  for (const bundle of [file, bareBundle]) {
    const all = unpacked(bundle);
    expect(all).toContain('mine, with a chart');
    for (const secret of secrets) expect(all).not.toContain(secret);
    expect(all).not.toContain('of a strategy that stays here');
    expect(all).not.toContain(third);
  }
  expect(unpacked(file)).toContain(imageId);
  expect(unpacked(bareBundle)).not.toContain(imageId);
});

/** The whole content of a bundle as text. */
function unpacked(bundle: Buffer): string {
  const start = bundle.indexOf('\n', bundle.indexOf('\n') + 1) + 1;
  const head = bundle.subarray(0, start).toString('utf8');
  const { members } = JSON.parse(head.split('\n')[1] ?? '') as { members: { packedBytes: number }[] };
  let at = start;
  const texts = members.map(({ packedBytes }) => {
    at += packedBytes;
    return gunzipSync(bundle.subarray(at - packedBytes, at)).toString('latin1');
  });
  return [head, ...texts].join('\n');
}

test('a bundle is still made if its working folder cannot be removed, and so is the next one', async () => {
  const choice = { systemIds: [first], notes: false, pictures: false, history: false };
  const removal = vi.spyOn(BundleFiles.prototype, 'remove');
  removal.mockRejectedValueOnce(Object.assign(new Error('in use'), { code: 'EBUSY' }));
  expect((await makeBundle(theirs, choice)).length).toBeGreaterThan(0);
  removal.mockRestore();
  expect((await makeBundle(theirs, choice)).length).toBeGreaterThan(0);
});
