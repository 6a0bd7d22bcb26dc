// Compares what was sent with the answer's echo and with the lists (platform-notes 33, order-safety
// 3).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Text } from '#contract/message.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { classifySubmit } from '#core/orders/send/classify.ts';
import { evidenceOfAll } from '#tests/fixtures/evidence-of-all.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import { SignalIndex } from '#core/orders/blotter/signal-index.ts';
import { SentOrderCheck } from '#core/orders/reconcile/sent-order-check.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import { words } from '#renderer/messages/words.ts';
import { exactEcho, listed, optionalEchoMembers } from './exact-platform.ts';
import { intent, newOrder, record, startWall } from './order-fixtures.ts';

const ownId = '177246180000001';
const parentOwnId = '177246180000002';
const nested: NonNullable<Ticket['parent']> = {
  action: 'BTO',
  quantity: '10',
  symbol: 'MSFT',
  instrument: 'stock',
  price: { kind: 'limit', limit: '99' },
  duration: 'DAY',
};

const sentRow = (changes: Partial<Ticket> = {}, own = ownId): OrderRow => {
  const more = changes.parent ? { parentOwnId } : {};
  const created = reduce(null, { type: 'created', ...newOrder(1, changes), ...more, ownId: own });
  return reduce(created, { type: 'slot-free', at: startWall, monotonic: 0, preExistingMatches: [] });
};

const answer = (echo: object): PlatformResult => ({
  kind: 'answer',
  httpStatus: 200,
  bytes: new TextEncoder().encode(JSON.stringify({ ok: '1', signal: echo, signalid: ownId, elapsed_time: '0.1' })),
  sentAt: startWall,
  receivedAt: startWall + 300,
});

const verdictOf = (row: OrderRow, echo: object) => {
  const verdict = classifySubmit(answer(echo), row);
  if (verdict.kind !== 'accepted') throw new Error(`the verdict is ${verdict.kind}`);
  return verdict;
};
const alarmOf = (row: OrderRow, echo: object): string | null => {
  const { alarm } = verdictOf(row, echo);
  return alarm === null ? null : words(alarm);
};

/** Orders with every member that can be sent. The three kinds of links exclude each other. */
const fullTickets: Readonly<Record<string, Partial<Ticket>>> = {
  conditional: { conditionalUpon: '155000001', ocaGroupId: '177246180000009', parkUntil: startWall / 1000 + 3_600 },
  replacement: { replaces: { serviceId: '155000001', leaveOcaIntact: true } },
  nested: { parent: nested, keepBothAlive: true },
};

describe('an echo that differs from what was sent', () => {
  it.each<[string, keyof typeof fullTickets, object, string]>([
    ['systemid', 'conditional', { systemid: '1' }, 'strategy 94679653 → 1'],
    ['symbol', 'conditional', { symbol: 'MSFT' }, 'symbol AAPL → MSFT'],
    ['typeofsymbol', 'conditional', { typeofsymbol: 'option' }, 'type stock → option'],
    ['action', 'conditional', { action: 'STO' }, 'action BTO → STO'],
    ['action, as an unknown word', 'conditional', { action: 'HOLD' }, 'action'],
    ['quant', 'conditional', { quant: '1000' }, 'quantity 100 → 1000'],
    ['quant, as a list', 'conditional', { quant: ['100'] }, 'quantity'],
    ['quant, as true', 'conditional', { quant: true }, 'quantity'],
    ['limit', 'conditional', { limit: '150.2' }, 'limit 150.10 → 150.2'],
    ['limit, in another notation', 'conditional', { limit: '150,10' }, 'limit'],
    ['limit, dropped', 'conditional', { limit: '0' }, 'limit 150.10 → none'],
    ['stop, invented', 'conditional', { stop: '3' }, 'stop none → 3'],
    ['market', 'conditional', { market: '1' }, 'order type limit → market'],
    ['duration', 'conditional', { duration: 'DAY' }, 'time in force GTC → DAY'],
    ['profittarget', 'conditional', { profittarget: '161' }, 'profit target 160.00 → 161'],
    ['stoploss', 'conditional', { stoploss: '0' }, 'stop loss 145.5 → none'],
    ['conditionalupon', 'conditional', { conditionalupon: '155000002' }, 'conditional on order 155000001 → 155000002'],
    ['conditionalupon, as a word', 'conditional', { conditionalupon: 'none' }, 'conditional on order'],
    ['ocaid', 'conditional', { ocaid: '7' }, 'OCA group 177246180000009 → 7'],
    ['parkUntilSecs', 'conditional', { parkUntilSecs: '1900000000' }, 'release time'],
    ['xreplace', 'replacement', { xreplace: '155000002' }, 'replaces order 155000001 → 155000002'],
    ['conditionalupon, invented', 'replacement', { conditionalupon: '5' }, 'conditional on order none → 5'],
    [
      'targetocagroupid, although both legs remain alive',
      'nested',
      { targetocagroupid: '9' },
      'group of target and stop',
    ],
  ])('raises an alarm that states the difference: %s', (_member, kind, changes, text) => {
    const row = sentRow(fullTickets[kind]);
    expect(alarmOf(row, { ...exactEcho(row, '155664001'), ...changes })).toContain(text);
  });

  it.each<[string, object, string]>([
    ['symbol', { symbol: 'TSLA' }, 'symbol of the parent MSFT → TSLA'],
    ['quant', { quant: '1' }, 'quantity of the parent 10 → 1'],
    ['action', { action: 'STO' }, 'action of the parent BTO → STO'],
    ['limit', { limit: '0' }, 'limit of the parent 99 → none'],
    ['market', { market: '1' }, 'order type of the parent limit → market'],
    ['duration', { duration: 'GTC' }, 'time in force of the parent DAY → GTC'],
    ['typeofsymbol', { typeofsymbol: 'future' }, 'type of the parent stock → future'],
    ['localsignalid', { localsignalid: '12' }, `parent ${parentOwnId} → 12`],
  ])('raises an alarm that states the difference of the nested parent: %s', (_member, changes, text) => {
    const row = sentRow(fullTickets['nested']);
    const echo = exactEcho(row, '155664001');
    const parent = { ...(echo['conditionalUponSignal'] as object), ...changes };
    expect(alarmOf(row, { ...echo, conditionalUponSignal: parent })).toContain(text);
  });

  it('raises no alarm if a strike is echoed without its trailing zeros', () => {
    const row = sentRow({ symbol: 'AAPL2617D260.00', instrument: 'option' });
    expect(alarmOf(row, { ...exactEcho(row, '155664001'), symbol: 'AAPL2617D260' })).toBeNull();
  });

  it.each(optionalEchoMembers)('raises no alarm if %s is missing', (member) => {
    for (const kind of Object.keys(fullTickets)) {
      const row = sentRow(fullTickets[kind]);
      const { [member]: _omitted, ...echo } = exactEcho(row, '155664001');
      expect(alarmOf(row, echo)).toBeNull();
    }
  });

  it.each([
    ['conditionalupon', 'conditional', 'condition'],
    ['ocaid', 'conditional', 'group'],
    ['parkUntilSecs', 'conditional', 'release'],
    ['xreplace', 'replacement', 'replaces'],
    ['conditionalUponSignal', 'nested', 'parent'],
  ])('reports that %s is not shown, and leaves its check to the lists', (member, kind, name) => {
    const row = sentRow(fullTickets[kind]);
    for (const absent of [undefined, null, '', '0']) {
      const echo = { ...exactEcho(row, '155664001'), [member]: absent };
      expect(verdictOf(row, echo)).toMatchObject({ alarm: null, notShown: [name] });
    }
  });

  it('treats the own id of a parent and its service signal id as the same order', () => {
    const row = sentRow({ conditionalUpon: '177246180000077' });
    const echo = { ...exactEcho(row, '155664001'), conditionalupon: '155664000' };
    const serviceIdOf = (id: string) => (id === '177246180000077' ? '155664000' : null);
    expect(classifySubmit(answer(echo), row, serviceIdOf)).toMatchObject({ alarm: null, notShown: [] });
    expect(classifySubmit(answer(echo), row)).toMatchObject({ alarm: null, notShown: ['condition'] });
    const other = { ...echo, conditionalupon: '155664009' };
    expect(classifySubmit(answer(other), row, serviceIdOf)).toMatchObject({ alarm: { code: 'echo.different' } });
  });
});

const price = fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
const tickets: fc.Arbitrary<Partial<Ticket>> = fc
  .record({
    action: fc.constantFrom('BTO', 'STO', 'SSHORT', 'STC', 'BTC' as const),
    quantity: fc.integer({ min: 1, max: 5_000 }).map(String),
    symbol: fc.constantFrom('AAPL', 'MSFT', '@ESH6', 'EURUSD'),
    price: fc.oneof(
      fc.constant({ kind: 'market' as const }),
      price.map((limit) => ({ kind: 'limit' as const, limit })),
      price.map((stop) => ({ kind: 'stop' as const, stop })),
    ),
    duration: fc.constantFrom('DAY', 'GTC' as const),
    profitTarget: fc.option(price),
    stopLoss: fc.option(price),
    link: fc.constantFrom('none', 'condition', 'nested', 'replaces', 'group', 'park'),
    keepBothAlive: fc.boolean(),
  })
  .map(({ link, ...one }) => ({
    ...one,
    conditionalUpon: link === 'condition' ? '155000001' : null,
    replaces: link === 'replaces' ? { serviceId: '155000001', leaveOcaIntact: true } : null,
    ocaGroupId: link === 'group' ? '177246180000009' : null,
    ...(link === 'nested' ? { parent: nested } : {}),
    ...(link === 'park' ? { parkUntil: startWall / 1000 + 3_600 } : {}),
  }));

const omittedMembers = fc.subarray([...optionalEchoMembers]);

const withoutMembers = (echo: Record<string, unknown>, members: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(echo).filter(([name]) => !members.includes(name)));

// STRATDESK_PROMISES=full runs 10,000 orders, otherwise a tenth.
const isFull = process.env['STRATDESK_PROMISES'] === 'full';
const orderCount = isFull ? 10_000 : 1_000;

describe('correct answers', () => {
  it('raise no alarm for 5,000 random orders, with and without optional members', () => {
    fc.assert(
      fc.property(tickets, omittedMembers, (changes, members) => {
        const row = sentRow(changes);
        const echo = exactEcho(row, '155664001');
        expect(alarmOf(row, echo)).toBeNull();
        expect(alarmOf(row, withoutMembers(echo, members))).toBeNull();
      }),
      { numRuns: 5_000 },
    );
  });
});

/** An order that the platform accepted, as it is after the answer. */
const accepted = (changes: Partial<Ticket>, echo?: object): OrderRow => {
  const row = sentRow(changes);
  const { serviceIds, mirror, alarm } = verdictOf(row, echo ?? exactEcho(row, '155664001'));
  return reduce(row, { type: 'accepted', at: startWall + 300, serviceIds, mirror, alarm, answer: [] });
};

/**
 * Reads the lists every five seconds, starting two seconds after the answer, and returns the alarms
 * that they raise.
 */
const alarmsOver = (row: OrderRow, lists: readonly (readonly CachedSignal[])[]): Text[] => {
  const watch = new SentOrderCheck();
  return lists.flatMap((records, index) => {
    const startedAt = startWall + 2_300 + index * 5_000;
    return [
      ...watch.compare({ rows: [row], records: indexOf(records), startedAt, clockOffsetMs: 0 }, startedAt).values(),
    ];
  });
};
const repeated = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

describe('the first lists with an order', () => {
  const serviceId = '155664001';

  it('raise an alarm when a conditional order works before its parent is filled', () => {
    const row = accepted({ conditionalUpon: '155000001' });
    const bothOrders = [listed(row, serviceId), record('155000001')];
    expect(alarmsOver(row, repeated(2, bothOrders))).toEqual([]);
    expect(alarmsOver(row, repeated(4, bothOrders)).map(words)).toEqual([
      'It is working already, but was to wait for the fill of order 155000001, which is not filled.',
    ]);
  });

  it('raise no alarm for a child that is listed before the fill of its parent is read', () => {
    const row = accepted({ conditionalUpon: '155000001' });
    const beforeFill = [listed(row, serviceId), record('155000001')];
    const afterFill = [listed(row, serviceId), record('155000001', { status: 'traded', inWorkingList: false })];
    expect(alarmsOver(row, [beforeFill, beforeFill, afterFill, afterFill])).toEqual([]);
  });

  it('raise an alarm even after a list that does not show the order as working', () => {
    const row = accepted({});
    const other = listed(row, serviceId, { limit: '151' });
    const notWorking = { ...other, inWorkingList: false };
    expect(alarmsOver(row, [[notWorking], [other], [other]])).toHaveLength(1);
  });

  it('raise no alarm when their read began within two seconds of the answer', () => {
    const row = accepted({ conditionalUpon: '155000001' });
    const bothOrders = [listed(row, serviceId), record('155000001')];
    const watch = new SentOrderCheck();
    for (const startedAt of [startWall + 300, startWall + 1_000, startWall + 2_000, startWall + 2_299]) {
      const reading = { rows: [row], records: indexOf(bothOrders), startedAt, clockOffsetMs: 0 };
      expect(watch.compare(reading, startedAt).size).toBe(0);
    }
  });

  it('raise an alarm when a parked order works before its release', () => {
    const row = accepted({ parkUntil: startWall / 1000 + 3_600 });
    expect(alarmsOver(row, repeated(3, [listed(row, serviceId)])).map(words)).toEqual([
      'It is working already, but was to wait until 2026-03-02 10:30:00 ET.',
    ]);
    expect(alarmsOver(row, repeated(3, [listed(row, serviceId, { status: 'waiting' })]))).toEqual([]);
  });

  it('raise an alarm when the replaced order works beside its replacement', () => {
    const row = accepted({ replaces: { serviceId: '155000001', leaveOcaIntact: true } });
    const bothOrders = [listed(row, serviceId), record('155000001')];
    expect(alarmsOver(row, repeated(3, bothOrders)).map(words)).toEqual([
      'It replaced order 155000001, which still works: both can fill.',
    ]);
    expect(alarmsOver(row, repeated(3, [record('155000001')]))).toEqual([]);
  });

  it.each<[string, Partial<CachedSignal>, string]>([
    ['quantity', { quantity: '10' }, 'quantity 100 → 10'],
    ['action', { action: 'STO' }, 'action BTO → STO'],
    ['symbol', { symbol: 'MSFT' }, 'symbol AAPL → MSFT'],
    ['limit', { limit: '151' }, 'limit 150.10 → 151'],
    ['kind', { kind: 'market', limit: null }, 'order type limit → market'],
    ['duration', { duration: 'DAY' }, 'time in force GTC → DAY'],
    ['group', { ocaId: '7' }, 'OCA group 177246180000009 → 7'],
  ])('raise an alarm when they show another %s', (_member, changes, text) => {
    const row = accepted({ ocaGroupId: '177246180000009' });
    const [alarm] = alarmsOver(row, repeated(3, [listed(row, serviceId, changes)]));
    expect(words(alarm ?? '')).toContain(text);
  });

  it(`raise no alarm for ${orderCount} random orders on a correct platform with lag and external orders`, () => {
    fc.assert(
      fc.property(
        tickets,
        omittedMembers,
        fc.record({
          lag: fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 8, maxLength: 8 }),
          parentFillsAt: fc.integer({ min: 0, max: 60_000 }),
          fillsAfter: fc.integer({ min: 0, max: 120_000 }),
          showsLinks: fc.boolean(),
          showsOwnIds: fc.boolean(),
          showsWaitingOrders: fc.boolean(),
          external: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 4 }),
        }),
        (changes, members, platform) => {
          expect(alarmsOnExactPlatform(changes, members, platform)).toEqual([]);
        },
      ),
      { numRuns: orderCount },
    );
  }, 120_000);
});

type PlatformCase = {
  /** Age of each reading of the lists, milliseconds. */
  readonly lag: readonly number[];
  /** Time from `startWall` to the fill of the parent, milliseconds. */
  readonly parentFillsAt: number;
  /** Time from the start of the order to its fill, milliseconds. */
  readonly fillsAfter: number;
  readonly showsLinks: boolean;
  readonly showsOwnIds: boolean;
  readonly showsWaitingOrders: boolean;
  /** Quantities of external orders, which fill in parts. */
  readonly external: readonly number[];
};

function alarmsOnExactPlatform(changes: Partial<Ticket>, members: readonly string[], platform: PlatformCase): string[] {
  const sent = sentRow(changes);
  let row = accepted(changes, withoutMembers(exactEcho(sent, '155664001'), members));
  const alarms: Text[] = row.alarm === null ? [] : [row.alarm];
  const watch = new SentOrderCheck();
  let cached = new Map<string, CachedSignal>();
  for (const [poll, lag] of platform.lag.entries()) {
    const startedAt = startWall + 400 + poll * 6_000;
    cached = listsAt(row, platform, Math.max(0, startedAt - lag - startWall), cached);
    const records = [...cached.values()];
    const reading = { rows: [row], records: indexOf(records), startedAt, clockOffsetMs: 0 };
    alarms.push(...watch.compare(reading, startedAt).values());
    const window = () => ({ from: 0, to: 9_999_999_999 });
    for (const { event } of evidenceOfAll({ rows: [row], records, unreadable: [], now: startedAt, window })) {
      row = reduce(row, event);
      if ('alarm' in event && event.alarm) alarms.push(event.alarm);
    }
  }
  return alarms.map(words);
}

const indexOf = (records: readonly CachedSignal[]): SignalIndex => new SignalIndex().follow(records);

/**
 * The cache after a read of the lists as they are `at` milliseconds after `startWall`. Ended orders
 * never become live again.
 */
function listsAt(
  row: OrderRow,
  { parentFillsAt, fillsAfter, showsLinks, showsOwnIds, showsWaitingOrders, external }: PlatformCase,
  at: number,
  before: ReadonlyMap<string, CachedSignal>,
): Map<string, CachedSignal> {
  const { ticket: asked, serviceIds } = row;
  const parentId = asked.conditionalUpon ?? serviceIds.parent;
  const isFilled = parentId === null || at >= parentFillsAt;
  const startsAt = Math.max(300, parentId === null ? 0 : parentFillsAt);
  const current: CachedSignal[] = external.map((quantity, index) =>
    record(String(90 + index), { symbol: 'IBM', quantity: String(Math.max(1, quantity - Math.floor(at / 10_000))) }),
  );
  const fillChanges = at >= fillsAfter + startsAt && { status: 'traded' as const, tradedAt: 1, inWorkingList: false };
  const links = showsLinks ? { parentId } : { parentId: null, ocaId: null };
  const parking = asked.parkUntil ? { status: 'waiting' as const, parkedUntil: asked.parkUntil } : {};
  const own = listed(row, '155664001', { ...links, ...parking, ...fillChanges, ownId: showsOwnIds ? row.ownId : null });
  if (at >= startsAt) current.push(own);
  else if (at >= 300 && showsWaitingOrders) current.push({ ...own, status: 'waiting', inWorkingList: false });
  const ended = { status: 'traded' as const, inWorkingList: false };
  if (parentId !== null) current.push(record(parentId, { symbol: 'MSFT', action: 'BTO', ...(isFilled ? ended : {}) }));
  const replaced = asked.replaces?.serviceId;
  if (replaced) current.push(record(replaced, at >= 300 ? { status: 'canceled', inWorkingList: false } : {}));
  const missing = [...before.values()].filter(({ serviceId }) => !current.some((one) => one.serviceId === serviceId));
  const isDead = ({ status }: CachedSignal): boolean => status === 'traded' || status === 'canceled';
  const retained = missing.map((one) => (isDead(one) ? one : { ...one, inWorkingList: false, unlisted: true }));
  const listedNow = current.map((one) => {
    const last = before.get(one.serviceId);
    return last && isDead(last) ? last : one;
  });
  return new Map([...retained, ...listedNow].map((one) => [one.serviceId, one]));
}

it('a row keeps the code of its alarm, also after the alarm is acknowledged', () => {
  const row = accepted({ conditionalUpon: '155000001' }, { ...exactEcho(sentRow(), '155664001'), quant: '1' });
  const noted = reduce(row, { type: 'acknowledged', at: startWall + 1_000 });
  expect(row.alarm).toMatchObject({ code: 'echo.different' });
  expect(noted).toMatchObject({ alarm: null, notedAlarms: [{ code: 'echo.different' }] });
  expect(row.rowId).toBe(intent(1));
});

it('a contradiction raises its alarm also after the clock was set back', () => {
  const parent = record('155000001', { symbol: 'MSFT', action: 'BTO' });
  const row = accepted({ conditionalUpon: '155000001' }, exactEcho(sentRow(fullTickets['conditional']), '155664001'));
  const records = indexOf([parent, listed(row, '155664001', { parentId: null })]);
  const watch = new SentOrderCheck();
  const alarmsAt = (startedAt: number) => [
    ...watch.compare({ rows: [row], records, startedAt, clockOffsetMs: 0 }, startedAt).values(),
  ];
  const hour = 3_600_000;
  expect(alarmsAt(startWall + 5_000)).toEqual([]);
  const alarms = [10, 20, 30].map((seconds) => alarmsAt(startWall - hour + seconds * 1_000));
  expect(alarms.flat()).toMatchObject([{ code: 'list.works-unconditionally', parent: '155000001' }]);
});
