// The check of the trades on the practice service: what it sends, and what it finds.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyTrade } from '#contract/model/trade-filter.ts';
import { readEnvelope } from '#core/platform/envelope.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let program: CoreOnPractice;
const ownSystemId = (): string => program.practice.world.systemids[0] ?? '';
const commandsSentFor = async (systemId: string): Promise<string[]> => {
  const { entries } = await program.call('activity.query', { text: '', offset: 0, limit: 1_000 });
  return entries.filter((one) => one.systemId === systemId).map(({ command }) => command);
};

beforeEach(async () => {
  program = await CoreOnPractice.start();
});
afterEach(() => program.dispose());

test('for the owner, three requests compare the stored trades with two other lists', async () => {
  const outcome = await program.call('trades.check', { systemId: ownSystemId() });
  expect(outcome.lists.map(({ list, differingCount }) => [list, differingCount])).toEqual([
    ['all', 0],
    ['closed', 0],
  ]);
  const [all, closed] = outcome.lists;
  expect(closed?.trades).toBeGreaterThan(0);
  expect(all?.trades).toBeGreaterThan(closed?.trades ?? 0);
  expect((await commandsSentFor(ownSystemId())).filter((command) => command.startsWith('request')).sort()).toEqual([
    'requestAllTrades_overview',
    'requestAllTrades_overview',
    'requestTrades',
  ]);
});

test('for a subscriber, who may not send requestTrades, only the closed trades are compared', async () => {
  await program.call('sync.refresh', { systemId: null, datasets: [] });
  const { strategies } = await program.call('strategies.list', {});
  const subscribedId =
    strategies.find(({ systemId }) => !program.practice.world.systemids.includes(systemId))?.systemId ?? '';
  const { lists } = await program.call('trades.check', { systemId: subscribedId });
  expect(lists).toMatchObject([{ list: 'closed', differingCount: 0 }]);
  expect((await commandsSentFor(subscribedId)).filter((command) => command.startsWith('request'))).toEqual([
    'requestAllTrades_overview',
    'requestAllTrades_overview',
  ]);
});

/** Alters the records in the answers to `requestTrades`. */
function alterTrades(alter: (records: readonly JsonObject[]) => unknown[]): void {
  const { connection } = program.sessions.inUse();
  const send = connection.send.bind(connection);
  vi.spyOn(connection, 'send').mockImplementation(async (request) => {
    const result = await send(request);
    if (result.kind !== 'answer' || request.command !== 'requestTrades') return result;
    const body = readEnvelope(result.bytes).body ?? {};
    const records = Array.isArray(body['response']) ? body['response'].filter(isRecord) : [];
    const bytes = new TextEncoder().encode(JSON.stringify({ ...body, response: alter(records) }));
    return { ...result, bytes };
  });
}

test('a different profit, missing trade or unreadable record is named; no stored trade changes', async () => {
  const trades = async () => {
    const filter = { ...everyTrade, status: 'closed' } as const;
    const page = { systemId: ownSystemId(), filter, sort: null, offset: 0, limit: 1_000 };
    return (await program.call('trades.query', page)).trades;
  };
  await program.call('sync.refresh', { systemId: ownSystemId(), datasets: ['trades'] });
  const before = await trades();
  const [first, second, third] = before.map(({ tradeId }) => tradeId);
  alterTrades((records) =>
    records
      .filter(({ trade_id }) => trade_id !== second)
      .map((record) => {
        if (record['trade_id'] === first) return { ...record, PL: '0.01' };
        return record['trade_id'] === third ? { ...record, quant_opened: 'many' } : record;
      }),
  );
  const { lists } = await program.call('trades.check', { systemId: ownSystemId() });
  expect(lists[0]).toMatchObject({ list: 'all', unreadable: 1, differingCount: 3 });
  expect(lists[0]?.differences).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ tradeId: first, kind: 'differs', members: ['profit'] }),
      expect.objectContaining({ tradeId: second, kind: 'missing' }),
    ]),
  );
  expect(await trades()).toEqual(before);
});

test('a refused or invalid answer is reported, and nothing is compared', async () => {
  const { connection } = program.sessions.inUse();
  const send = connection.send.bind(connection);
  for (const [body, reason] of [
    [{ ok: '0', title: 'Closed today' }, 'Closed today'],
    [{ ok: '1', response: 'none' }, { code: 'read.bad-answer' }],
  ] as const) {
    vi.spyOn(connection, 'send').mockImplementation(async (request) => {
      const result = await send(request);
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      return result.kind === 'answer' && request.command === 'requestTrades' ? { ...result, bytes } : result;
    });
    const outcome = await program.outcome('trades.check', { systemId: ownSystemId() });
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: 'not-read', message: { code: 'trade-check.not-read', reason } },
    });
  }
});

test('the point values of the strategy are those of all its trades, open or closed', async () => {
  const systemId = ownSystemId();
  await program.call('sync.refresh', { systemId, datasets: ['trades', 'tradesOpen'] });
  const page = { systemId, filter: everyTrade, sort: null, offset: 0, limit: 1_000 };
  const { trades } = await program.call('trades.query', page);
  const held = new Set((await program.call('positions.list', { systemId })).map(({ symbol }) => symbol));
  const withoutPosition = trades.filter(({ symbol }) => !held.has(symbol));
  expect(withoutPosition.length).toBeGreaterThan(0);
  const { values } = await program.call('positions.point-values', { systemId });
  for (const { symbol, pointValue } of withoutPosition) expect(values[symbol]).toBe(pointValue);
});
