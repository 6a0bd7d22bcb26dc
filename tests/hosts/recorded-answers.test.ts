/**
 * This file and the other recorded-*.test.ts send answers with every peculiarity of
 * platform-notes.md over HTTP to the real core (client, envelope, parsers, ingest thread, cache,
 * command table) and check what its commands return. No answer was captured: all are written by
 * hand from the notes, as the `provenance` in each file of tests/fixtures/recorded says. The
 * numbers in the titles are those of the notes.
 *
 * Note  | Recorded in
 * 1     | nothing: the test 'our own requests' checks the requests of this program
 * 2     | nothing: requests of other programs ([Notes/2] in tests/conformance)
 * 3     | order-taken (orderType echoed), trades (unknown members)
 * 4     | absent-values, signals (a market order without a price)
 * 5     | numbers, long-ids
 * 6     | signals (parked)
 * 7     | signals (recorded-orders.test.ts asserts the warnings that this program gives)
 * 8     | futures-forex (a quantity of 2.5 that another program sent)
 * 9-11  | nothing: requests of other programs ([Notes/9] to [Notes/11] in tests/conformance);
 *       | their refusals have the form of note 20
 * 12-13 | nothing: the second path of a command (tests/conformance/transport.test.ts), and the
 *       | second form of the host (tests/unit/core/platform/client.test.ts)
 * 14-15 | options
 * 16-17 | futures-forex
 * 18-20 | envelope, numbers, details (flat), details-nested
 * 21-22 | order-refused, order-no-access, envelope
 * 23    | envelope, order-taken
 * 24-28 | absent-values, trades, futures-forex, numbers
 * 29    | equity
 * 30-31 | details, details-nested
 * 32    | strategies; not the roster, which the program does not read here
 * 33-34 | order-taken; the time of expiry is read and not shown
 * 35-37 | signals, order-taken
 * 38    | signals, details, strategies
 * 39    | options
 * 40    | signals, times
 * 41    | nothing: no public source shows these answers; each is a switch of the practice service
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import { CoreOnRecorded } from '#tests/fixtures/core-on-recorded.ts';
import { recordings } from '#tests/fixtures/recorded-service.ts';

let recorded: CoreOnRecorded;
beforeAll(async () => {
  recorded = await CoreOnRecorded.start();
});
afterAll(() => recorded.dispose());

/** Removes the members that distinguish two otherwise equal rows. */
const withoutMembers = <Row extends object>(rows: Iterable<Row>, ...removed: readonly string[]): object[] =>
  [...rows].map((row) => Object.fromEntries(Object.entries(row).filter(([member]) => !removed.includes(member))));

it('every recording names its source and says that it was not captured', () => {
  expect(recordings().size).toBeGreaterThan(10);
  for (const [name, { provenance }] of recordings()) {
    expect(provenance, name).toMatch(
      /^Written by hand from the documentation, not captured.*(platform-notes|platform-api)\.md/,
    );
  }
});

it('a refused or unreadable answer is reported and leaves known data unchanged (18 to 23)', async () => {
  const systemId = await recorded.read('envelope', 'details', 'signalsWorking', 'trades');
  await recorded.read('envelope', 'margin', 'signalsAll', 'tradesOpen', 'equity');
  const unreadable = { code: 'read.bad-answer' };
  expect(await recorded.problems('envelope')).toEqual({
    margin: 'Unknown API command: Please refer to the API docs',
    signalsAll: unreadable,
    tradesOpen: unreadable,
    equity: 'Unable to access this systemid: Credentials provided do not allow access to this systemid',
  });
  const { details, margin } = await recorded.core.call('strategies.details', { systemId });
  expect(details?.name).toBe('Envelopes');
  expect(margin).toMatchObject({ buyPower: '90000', updatedText: '2026-06-01 09:30:00' });
  expect((await recorded.signals('envelope')).get('810001001')).toMatchObject({ state: 'working', limit: '187.1' });
  expect((await recorded.positions('envelope')).get('AAPL')).toMatchObject({
    side: 'long',
    quantity: '10',
    profit: '0',
  });
});

it('our own requests are JSON by POST with the key in the body (1)', async () => {
  await recorded.read('envelope', 'details', 'trades', 'equity');
  expect(recorded.service.received.length).toBeGreaterThan(2);
  for (const { method, contentType, body } of recorded.service.received) {
    expect([method, contentType, body['apikey']]).toEqual(['POST', 'application/json', 'recorded-key']);
  }
});

it('null, empty text, zero and a missing member all mean "not given" (4, 25, 26)', async () => {
  const signals = await recorded.signals('absent-values', 'signalsAll');
  const [first, ...others] = withoutMembers(signals.values(), 'rowId', 'serviceId');
  expect(others).toEqual([first, first, first]);
  expect(first).toMatchObject({
    kind: 'limit',
    limit: '187.10',
    stop: null,
    state: 'working',
    postedAt: 1_780_320_600,
    endedAt: null,
    tradedPrice: null,
    tradeId: null,
    ownId: null,
    parentRowId: null,
    ocaGroupId: null,
  });
  const trades = await recorded.trades('absent-values', 'trades');
  const [trade, ...rest] = withoutMembers(trades.values(), 'tradeId', 'profit');
  expect(rest).toEqual([trade, trade, trade]);
  expect(trade).toMatchObject({ open: true, quantityClosed: '0', closePrice: null, closedAt: null, markedAt: null });
  // Zero is a value only for a profit.
  expect([...trades.values()].map(({ profit }) => profit).sort()).toEqual(['0', null, null, null]);
});

it('reads the same number from every form of it, as text or as a number (5, 28)', async () => {
  const signals = await recorded.signals('numbers', 'signalsAll');
  const [rowOfTexts, rowOfNumbers, rowOfUnusualForms] = withoutMembers(signals.values(), 'rowId', 'serviceId');
  expect(rowOfNumbers).toEqual(rowOfTexts);
  expect(rowOfUnusualForms).toEqual(rowOfTexts);
  expect(rowOfTexts).toMatchObject({
    quantity: '250',
    symbol: 'MSFT',
    limit: '73.98',
    tradedPrice: '74.09',
    tradeId: '810003101',
    ocaGroupId: '4410',
    duration: 'DAY',
  });
  const [trade, secondTrade] = withoutMembers((await recorded.trades('numbers', 'trades')).values(), 'tradeId');
  expect(secondTrade).toEqual(trade);
  expect(trade).toMatchObject({ quantityOpened: '250', openPrice: '70.5', profit: '-898', heldSeconds: 235_801 });
  const curve = await recorded.core.call('equity.get', { systemId: await recorded.read('numbers', 'equity') });
  expect(curve).toMatchObject({ withCost: [99_000.5, 99_000.5], raw: [100_000, 100_000], index: [6800.25, 6800.25] });
  expect(curve.indexScale).toBe('14.5');
});

it('reads prices, statuses and links of signals (4, 6, 28, 35 to 38, 40)', async () => {
  const signals = await recorded.signals('signals', 'signalsWorking', 'signalsAll');
  const row = (last: string): Signal | undefined => signals.get(`8100060${last}`);
  expect(row('01')).toMatchObject({
    kind: 'limit',
    limit: '17.5',
    duration: 'GTC',
    name: `AT&T's <b>"old"</b> stock`,
  });
  expect(row('02')).toMatchObject({ action: 'SSHORT', kind: 'market', limit: null, stop: null });
  expect(row('03')).toMatchObject({ kind: 'stop', stop: '200', ownId: '176123456712345', ocaGroupId: '4410' });
  expect(row('03')?.parentRowId).toBe(row('02')?.rowId);
  expect(row('04')).toMatchObject({ state: 'waiting', limit: '400.000' });
  expect(row('05')).toMatchObject({ state: 'working', kind: 'market', postedAt: 1_780_320_600 });
  // Filled at a better market price, a second after it was posted.
  expect(row('06')).toMatchObject({ state: 'traded', limit: '73.980000000', tradedPrice: '74.090000000' });
  expect(row('06')).toMatchObject({ endedAt: 1_780_320_601, tradeId: '810006101' });
  expect(row('07')).toMatchObject({ state: 'waiting', limit: '80' });
  expect(row('08')).toMatchObject({ state: 'canceled', kind: 'stop', stop: '60.5', endedAt: 1_780_344_300 });
  expect(row('09')).toMatchObject({ state: 'expired', endedAt: 1_780_344_300 });
  // An invalid price must not turn the order into a market order, and a misspelled action must not
  // be guessed.
  expect(signals.size).toBe(10);
  expect(recorded.core.log).toContainEqual(['ingest.bad-records', { dataset: 'signalsAll', bad: 3 }]);
});

it('prefers unix times; reads the repeated and the skipped hour of New York (25, 40)', async () => {
  const signals = await recorded.signals('times', 'signalsAll');
  const posted = (symbol: string) => [...signals.values()].find((signal) => signal.symbol === symbol)?.postedAt;
  expect(posted('A')).toBe(1_793_511_000);
  expect(posted('B')).toBe(1_793_514_600);
  expect(posted('C')).toBe(1_772_955_000);
  expect(posted('D')).toBe(1_780_320_600);
  expect(posted('E')).toBe(1_780_286_400);
  expect([posted('F'), posted('G')]).toEqual([null, null]);
  expect(posted('H')).toBeNull();
  const trade = (await recorded.trades('times', 'trades')).get('810007101');
  // Two hours on the wall clock are three hours here, because one hour is repeated.
  expect(trade?.heldSeconds).toBe(3 * 3_600);
  const components = await recorded.components('times', '810007101');
  expect(components).toMatchObject([
    { price: '10.000000000', quantity: '1', tradedText: '2026-11-01 00:30:00' },
    { price: '10', quantity: '1', tradedAt: null, tradedText: '' },
  ]);
});

it('ids beyond 2^53 keep their last digit and their links (5, 37)', async () => {
  const signals = await recorded.signals('long-ids', 'signalsAll');
  expect([...signals.keys()].sort()).toEqual(['9007199254740992', '9007199254740993']);
  const [parent, child] = ['9007199254740993', '9007199254740992'].map((id) => signals.get(id));
  expect(parent).toMatchObject({ ownId: '9007199254740995', tradeId: '12345678901234567890' });
  expect(child).toMatchObject({ limit: '100', parentRowId: parent?.rowId });
  const trade = (await recorded.trades('long-ids', 'trades')).get('12345678901234567890');
  expect(trade?.openPrice).toBe('100.12345678901234567');
  const components = await recorded.components('long-ids', '12345678901234567890');
  expect(components?.[0]?.serviceId).toBe('9007199254740993');
});
