import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { blotterRows } from '#core/orders/blotter/blotter.ts';
import { checksOf } from '#core/orders/checks/checks.ts';
import { DeskRows } from '#core/orders/blotter/desk-rows.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import { lockedJournal } from '#core/orders/journal/locked-journal.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { noServiceIds, type Mirror, type OrderRow } from '#core/orders/journal/order-row.ts';
import { predict } from '#core/orders/preview/prediction.ts';
import { previewOf } from '#core/orders/preview/preview.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { seal } from '#core/files/sealed.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';
import { DeskRig } from './desk-rig.ts';
import { intent, newOrder, record, seededRandom, startWall as at, ticket, systemId } from './order-fixtures.ts';

type RandomChoices = ReturnType<typeof randomChoices>;
function randomChoices(seed: number) {
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random.fraction() * end);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
  return { below, pick };
}

const ownIdOf = (number: number): string => String(177_246_180_000_000 + number);
const serviceIdOf = (number: number): string => String(500 + number * 10);

/** A ticket that may depend on an order by either of its ids, or join a group. */
function randomTicket({ below, pick }: RandomChoices, orderCount: number): Ticket {
  const id = (): string => pick([ownIdOf, serviceIdOf])(below(orderCount));
  const nested = ticket({ price: { kind: 'stop', stop: '151' } });
  const withoutBracket = { profitTarget: null, stopLoss: null };
  return ticket({
    quantity: pick(['100', '7']),
    price: { kind: 'limit', limit: pick(['150.10', '150.1', '151']) },
    ...pick<Partial<Ticket>>([
      {},
      withoutBracket,
      { conditionalUpon: id() },
      { replaces: { serviceId: id(), leaveOcaIntact: pick([true, false]) } },
      { ...withoutBracket, ocaGroupId: pick(['81', '82']) },
      { ...withoutBracket, parent: nested },
    ]),
  });
}

const statuses: readonly Mirror['status'][] = ['working', 'waiting', 'traded', 'canceled', 'expired'];

/** A row in a random state, made by applying the events that lead to this state. */
function randomRow(choices: RandomChoices, number: number, orderCount: number): OrderRow {
  const slot: OrderEvent = { type: 'slot-free', at, monotonic: 1, preExistingMatches: [] };
  const lost: OrderEvent = { type: 'lost', at, reason: 'cut', answer: [] };
  const base = Number(serviceIdOf(number));
  const serviceIds = { ...noServiceIds, signal: String(base), target: String(base + 1), stop: String(base + 2) };
  const mirror = { status: choices.pick(statuses), tradedPrice: null, at: null };
  const accepted: OrderEvent = { type: 'accepted', at, serviceIds, mirror, answer: [], alarm: null };
  const ways: readonly (readonly OrderEvent[])[] = [
    [],
    [{ type: 'abandoned', at }],
    [slot],
    [slot, lost],
    [slot, lost, { type: 'nothing-found', at, reason: 'r', evidence: 'e' }],
    [slot, { type: 'refused', at, answer: [] }, { type: 'reject-proved', at, evidence: 'e' }],
    [slot, accepted],
    [slot, accepted],
    [slot, accepted],
  ];
  const order = {
    ...newOrder(number),
    ticket: randomTicket(choices, orderCount),
    at: at - (number < orderCount / 2 ? 60_000 : 5_000) + number,
  };
  const nested = order.ticket.parent ? { parentOwnId: ownIdOf(5_000 + number) } : {};
  const created: OrderEvent = { type: 'created', ...order, ...nested, ownId: ownIdOf(number) };
  return choices.pick(ways).reduce<OrderRow>(reduce, reduce(null, created));
}

function randomRecords({ below, pick }: RandomChoices, rows: readonly OrderRow[]): CachedSignal[] {
  const known = rows.flatMap(({ ownId, serviceIds: { signal, target, stop } }) =>
    [signal, target, stop]
      .filter((id) => id !== null && below(3) > 0)
      .map((id) => ({ id, ownId: id === signal ? ownId : null })),
  );
  const external = ['900', '901', '902'].map((id) => ({ id, ownId: null }));
  return [...known, ...external].map(({ id, ownId }) => {
    const status = pick(statuses);
    return record(id ?? '', { ownId, status, inWorkingList: status === 'working', ocaId: pick([null, '81', '83']) });
  });
}

/** The rows of a desk whose journal has these rows and whose lists have these records. */
function deskRows(rows: readonly OrderRow[], records: readonly CachedSignal[], signals = () => records): DeskRows {
  const journal = { ...lockedJournal({ code: 'journal.no-room' }), orders: () => rows };
  const state = {
    signals,
    unreadable: () => [],
    positions: () => [],
    positionsReadAt: () => at / 1000,
    hasUnreadableTrades: () => false,
    workingStops: () => [],
    margin: () => null,
    pointValue: () => null,
    workingReadStartedAt: () => null,
    workingReading: () => ({ readAt: at / 1000, staleAfterSeconds: 30 }),
  };
  const profile = { id: 'practice', mode: 'PRACTICE' as const };
  const connection = () => ({ state: 'open' as const });
  const clock = new FakeClock(at);
  const otherDeps = {
    platformMayTradeUntil: () => null,
    rehearsals: { checks: () => [], orderChanged: () => undefined },
    serviceClockOffsetMs: () => 0,
  };
  const deps = { journal, profile, state, clock, connection, ...otherDeps };
  return new DeskRows(deps, () => false);
}

describe('the signals that can affect an order', () => {
  const limits = { caps: defaultCaps, used: { day: noneUsed, minute: noneUsed } };
  it('give the same checks, preview and prediction as the whole blotter and the whole journal', () => {
    let reducedCount = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const choices = randomChoices(seed);
      const orderCount = 3 + choices.below(12);
      const rows = Array.from({ length: orderCount }, (_, number) => randomRow(choices, number, orderCount));
      const records = randomRecords(choices, rows);
      const entered = randomTicket(choices, orderCount + 2);
      const facts = deskRows(rows, records).facts(entered);
      const wholeFacts = { ...facts, rows, signals: blotterRows({ rows, cancels: [], records }) };
      const shown = previewOf(facts, () => null, limits);
      expect(shown, `seed ${seed}`).toEqual(previewOf(wholeFacts, () => null, limits));
      expect(checksOf(facts), `seed ${seed}`).toEqual(checksOf(wholeFacts));
      expect(predict(entered, facts.signals, at)).toEqual(predict(entered, wholeFacts.signals, at));
      reducedCount += facts.signals.length < wholeFacts.signals.length ? 1 : 0;
    }
    // Proves that the index left signals out in many cases.
    expect(reducedCount).toBeGreaterThan(100);
  });
});

describe('pre-existing matches of an order', () => {
  const nested = ticket({ symbol: 'MSFT', conditionalUpon: null });
  const entered = ticket({ symbol: 'AAPL', parent: nested });
  const equalRecord = (id: string, symbol: string, changes: Partial<CachedSignal> = {}): CachedSignal =>
    record(id, {
      symbol,
      action: entered.action,
      quantity: entered.quantity,
      kind: 'limit',
      limit: '150.10',
      ...changes,
    });

  it('have the symbol and the terms of the order or of its nested parent', () => {
    const records = [
      equalRecord('1', 'AAPL'),
      equalRecord('2', 'MSFT'),
      equalRecord('3', 'TSLA'),
      equalRecord('4', 'AAPL', { quantity: '99' }),
      equalRecord('5', 'MSFT', { limit: '1' }),
      equalRecord('6', 'AAPL'),
    ];
    const rows = deskRows([], records);
    expect(entered.price).toEqual({ kind: 'limit', limit: '150.10' });
    expect(rows.preExistingMatches(entered).toSorted()).toEqual(['1', '2', '6']);
    expect(rows.preExistingMatches(ticket({ symbol: 'MSFT' }))).toEqual(['2']);
    expect(rows.preExistingMatches(ticket({ symbol: 'GOOG' }))).toEqual([]);
  });

  it('leave out a signal of another order if an answer named it, not if a fingerprint matched it', () => {
    const sent = (number: number, ...events: readonly OrderEvent[]): OrderRow => {
      const order: OrderEvent = { type: 'created', ...newOrder(number), at, ownId: ownIdOf(number) };
      const slot: OrderEvent = { type: 'slot-free', at, monotonic: 1, preExistingMatches: [] };
      return [slot, ...events].reduce<OrderRow>(reduce, reduce(null, order));
    };
    const mirror: Mirror = { status: 'traded', tradedPrice: null, at: null };
    const found = (signal: string) => ({ at, serviceIds: { ...noServiceIds, signal }, mirror, alarm: null });
    const lost: OrderEvent = { type: 'lost', at, reason: 'cut', answer: [] };
    const rows = [
      sent(1, { type: 'accepted', ...found('1'), answer: [] }),
      sent(2, lost, { type: 'fingerprint-match', ...found('2'), evidence: 'e' }),
      sent(3, lost),
    ];
    const records = ['1', '2', '3'].map((id) => equalRecord(id, 'AAPL'));
    expect(deskRows(rows, records).preExistingMatches(ticket({ symbol: 'AAPL' }))).toEqual(['2', '3']);
    expect(deskRows([], records).preExistingMatches(ticket({ symbol: 'AAPL' }))).toEqual(['1', '2', '3']);
  });

  it('are taken from the current list', () => {
    const lists = [[equalRecord('1', 'AAPL')], [equalRecord('1', 'AAPL'), equalRecord('2', 'AAPL')]];
    let current = 0;
    const rows = deskRows([], [], () => lists[current] ?? []);
    rows.listed(systemId);
    expect(rows.preExistingMatches(ticket({ symbol: 'AAPL' }))).toEqual(['1']);
    current = 1;
    expect(rows.preExistingMatches(ticket({ symbol: 'AAPL' }))).toEqual(['1', '2']);
  });
});

function noneUsed() {
  return { count: 0, quantity: '0', value: '0', unpriced: 0 };
}

/** Writes ended orders of earlier days into the rig's journal file. */
function insertEndedOrders(rig: DeskRig, count: number): void {
  const database = new DatabaseSync(join(rig.dataDir, 'journal.db'));
  const insert = database.prepare('INSERT INTO orders (row_id, body, digest) VALUES (?, ?, ?)');
  database.exec('BEGIN');
  for (let number = 0; number < count; number++) {
    const serviceIds = { ...noServiceIds, signal: String(1_000_000 + number) };
    const mirror = { status: 'traded', tradedPrice: '150', at: 1 } as const;
    const created: OrderEvent = {
      type: 'created',
      ...newOrder(100_000 + number, { quantity: String(1 + (number % 50)) }),
      at: at - 90_000_000,
      ownId: ownIdOf(1_000_000 + number),
    };
    const slot: OrderEvent = { type: 'slot-free', at: at - 90_000_000, monotonic: 1, preExistingMatches: [] };
    const accepted: OrderEvent = { type: 'accepted', at: at - 90_000_000, serviceIds, mirror, answer: [], alarm: null };
    const { body, digest } = seal([slot, accepted].reduce<OrderRow>(reduce, reduce(null, created)));
    insert.run(intent(100_000 + number), body, digest);
  }
  database.exec('COMMIT');
  database.close();
  rig.restart();
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

describe('an order in a long journal', () => {
  it('takes about as long as in a short journal, from the press to the outcome', async () => {
    const rigs = [new DeskRig(), new DeskRig()] as const;
    for (const [index, rig] of rigs.entries()) {
      insertEndedOrders(rig, index === 0 ? 10 : 10_000);
      await rig.ready();
    }
    const durations: [number[], number[]] = [[], []];
    for (let order = 1; order <= 120; order++) {
      // The rigs take turns, so that other load on the machine affects both equally.
      for (const [index, rig] of rigs.entries()) {
        const from = performance.now();
        await rig.submit(order, { quantity: String(1 + (order % 50)) });
        durations[index]?.push(performance.now() - from);
        expect(rig.state(intent(order))).toBe('ACKED');
      }
    }
    const [shortJournalMs, longJournalMs] = durations.map(median);
    printSafetyFigure(
      'P6',
      "the desk's own work for an order beside 10 journal rows, p50 ms",
      (shortJournalMs ?? NaN).toFixed(2),
    );
    printSafetyFigure('P6', 'the same beside 10,000', (longJournalMs ?? NaN).toFixed(2));
    for (const rig of rigs) await rig.dispose();
    // Reading every row and building the blotter twice would take a hundred times as long.
    expect(longJournalMs).toBeLessThan((shortJournalMs ?? NaN) * 2 + 1);
  });
});
