import { expect, it } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { blotterRows, filterRows } from '#core/orders/blotter/blotter.ts';
import { DeskRows } from '#core/orders/blotter/desk-rows.ts';
import { exposureOf } from '#core/orders/exposure.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import { lockedJournal } from '#core/orders/journal/locked-journal.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { noServiceIds, type Mirror, type OrderRow } from '#core/orders/journal/order-row.ts';
import { withProtection } from '#core/orders/protection/protection.ts';
import { isLiveState } from '#core/orders/signal-state.ts';
import { workingStops } from '#core/orders/protection/working-stops.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { newOrder, record, seededRandom, startWall as now, systemId, ticket } from './order-fixtures.ts';

const statuses: readonly Mirror['status'][] = ['working', 'waiting', 'traded', 'canceled', 'expired'];
const seconds = now / 1000;
const readAt = seconds - 20;
const workingReadAt = readAt - 2;

/**
 * Random orders of a day and their records: with and without brackets, replaced and grouped, some
 * listed and some not.
 */
class DrawnBook {
  readonly #random: ReturnType<typeof seededRandom>;
  readonly rows: readonly OrderRow[];
  readonly records: readonly CachedSignal[];
  readonly positions: readonly OpenPosition[];

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const orderCount = 2 + this.#draw(14);
    const drawn = Array.from({ length: orderCount }, (_, number) => this.#row(number, orderCount));
    this.rows = drawn.sort((a, b) => a.createdAt - b.createdAt);
    const ids = this.rows.flatMap(({ ownId, serviceIds: { signal, target, stop } }) =>
      [signal, target, stop].flatMap((id) => (id === null ? [] : [{ id, ownId: id === signal ? ownId : null }])),
    );
    const external = ['900', '901', '902', '903'].map((id) => ({ id, ownId: null }));
    this.records = [...ids, ...external].filter(() => this.#draw(4) > 0).map((one) => this.#record(one));
    this.positions = ['AAPL', 'MSFT'].map((symbol) => this.#position(symbol));
  }

  drawExit(): Ticket {
    const group = this.#pick([null, '81', '82']);
    const replaces = this.#pick([null, null, { serviceId: String(500 + 10 * this.#draw(10)), leaveOcaIntact: false }]);
    return ticket({
      action: this.#pick(['STC', 'BTC'] as const),
      symbol: this.#pick(['AAPL', 'MSFT']),
      quantity: this.#pick(['100', '30']),
      profitTarget: null,
      stopLoss: null,
      ocaGroupId: group,
      replaces,
    });
  }

  #row(number: number, orderCount: number): OrderRow {
    const base = 500 + number * 10;
    const at = now - this.#pick([5_000, 19_000, 40_000, 7_200_000]) + number;
    const isExit = this.#draw(2) === 0;
    const changes: Partial<Ticket> = {
      action: isExit ? this.#pick(['STC', 'BTC'] as const) : this.#pick(['BTO', 'SSHORT'] as const),
      symbol: this.#pick(['AAPL', 'MSFT']),
      quantity: this.#pick(['100', '40']),
      ...(isExit || this.#draw(2) === 0 ? { profitTarget: null, stopLoss: null } : {}),
      ...(isExit
        ? {
            price: this.#pick([
              { kind: 'stop', stop: '140' },
              { kind: 'limit', limit: '170' },
            ] as const),
          }
        : {}),
      ocaGroupId: this.#pick([null, null, '81', '82']),
      conditionalUpon: this.#draw(5) === 0 ? String(500 + 10 * this.#draw(orderCount)) : null,
      replaces:
        this.#draw(5) === 0 ? { serviceId: String(500 + this.#draw(orderCount * 10)), leaveOcaIntact: true } : null,
    };
    const legs = changes.profitTarget === undefined ? { target: String(base + 1), stop: String(base + 2) } : {};
    const mirror = { status: this.#pick(statuses), tradedPrice: null, at: null };
    const slot: OrderEvent = { type: 'slot-free', at, monotonic: 1, preExistingMatches: [] };
    const lost: OrderEvent = { type: 'lost', at, reason: 'cut', answer: [] };
    const serviceIds = { ...noServiceIds, signal: String(base), ...legs };
    const accepted: OrderEvent = { type: 'accepted', at, serviceIds, mirror, answer: [], alarm: null };
    const histories: readonly (readonly OrderEvent[])[] = [
      [],
      [slot],
      [slot, lost],
      [slot, lost, { type: 'nothing-found', at, reason: 'r', evidence: 'e' }],
      ...Array.from({ length: 8 }, () => [slot, accepted]),
    ];
    const created: OrderEvent = { type: 'created', ...newOrder(number, changes), at, ownId: String(177_000 + number) };
    return this.#pick(histories).reduce<OrderRow>(reduce, reduce(null, created));
  }

  #record({ id, ownId }: { id: string; ownId: string | null }): CachedSignal {
    const status = this.#pick(statuses);
    const hasEnded = status !== 'working' && status !== 'waiting';
    const at = seconds - this.#pick([2, 15, 21, 60, 7_200]);
    return record(id, {
      ...{ ownId, status, inWorkingList: status === 'working' },
      unlisted: !hasEnded && this.#draw(6) === 0,
      action: this.#pick(['STC', 'BTC', 'BTO', 'SSHORT'] as const),
      ...this.#pick([{ kind: 'stop', stop: '140', limit: null }, { kind: 'limit' }] as const),
      symbol: this.#pick(['AAPL', 'MSFT']),
      quantity: this.#pick(['100', '40', '60']),
      ocaId: this.#pick([null, null, '81', '83']),
      parentId: this.#pick([null, null, null, '500', '901']),
      postedAt: at - 5,
      tradedAt: status === 'traded' ? at : null,
      canceledAt: status === 'canceled' ? at : null,
      expiredAt: status === 'expired' ? at : null,
    });
  }

  #position(symbol: string): OpenPosition {
    const side = this.#pick(['long', 'short'] as const);
    const none = { averagePrice: null, profit: null, pointValue: null, openedAt: null };
    const quantity = this.#pick(['100', '150']);
    return {
      ...none,
      id: symbol,
      systemId,
      symbol,
      description: '',
      instrument: 'stock',
      side,
      quantity,
      tradeIds: [],
    };
  }

  #draw(end: number): number {
    return Math.floor(this.#random.fraction() * end);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#draw(values.length)]!;
  }
}

type Book = Pick<DrawnBook, 'rows' | 'records' | 'positions'>;

function deskRows(
  { rows, records, positions }: Book,
  list = (): readonly CachedSignal[] => records,
  at = now,
): DeskRows {
  const state = {
    signals: list,
    unreadable: () => [],
    positions: () => positions,
    positionsReadAt: () => readAt,
    hasUnreadableTrades: () => false,
    workingStops: () => [],
    margin: () => null,
    pointValue: () => null,
    workingReadStartedAt: () => null,
    workingReading: () => ({ readAt: workingReadAt, staleAfterSeconds: 30 }),
  };
  const deps = {
    journal: { ...lockedJournal({ code: 'journal.no-room' }), orders: () => rows },
    ...{ profile: { id: 'practice', mode: 'PRACTICE' as const }, state, clock: new FakeClock(at) },
    connection: () => ({ state: 'open' as const }),
    platformMayTradeUntil: () => null,
    rehearsals: { checks: () => [], orderChanged: () => undefined },
    serviceClockOffsetMs: () => 0,
  };
  return new DeskRows(deps, () => false);
}

it('the age of the lists is unknown after the clock was set back', () => {
  const { records, rows, positions } = new DrawnBook(1);
  const ageAt = (at: number): number | null =>
    deskRows({ rows, records, positions }, undefined, at).facts(new DrawnBook(1).drawExit()).age;
  expect(ageAt(now)).toBe(22);
  expect(ageAt(now - 600_000)).toBeNull();
});

it('exposure and protection are the same for the live orders as for all orders', () => {
  let bookCountWithFewerLive = 0;
  for (let seed = 1; seed <= 2_000; seed++) {
    const book = new DrawnBook(seed);
    const { positions, records, rows } = book;
    const desk = deskRows(book);
    const all = blotterRows({ rows, cancels: [], records });
    const exit = book.drawExit();
    const exposureOfAll = exposureOf(exit, { positions, signals: all, readAt, workingReadAt, now: seconds });
    const exposureOfLive = desk.exposure(exit);
    const ids = (exposure: typeof exposureOfAll) => exposure.unknown.map(({ rowId }) => rowId).sort();
    expect(
      [
        exposureOfLive.positionSize.toFixed(),
        exposureOfLive.freeQuantity.toFixed(),
        exposureOfLive.isCertain,
        ids(exposureOfLive),
      ],
      `seed ${seed}`,
    ).toEqual([
      ...[
        exposureOfAll.positionSize.toFixed(),
        exposureOfAll.freeQuantity.toFixed(),
        exposureOfAll.isCertain,
        ids(exposureOfAll),
      ],
    ]);
    const live = desk.live(systemId);
    bookCountWithFewerLive += live.length < all.length ? 1 : 0;
    const listed = records.filter(({ inWorkingList, kind }) => inWorkingList && kind === 'stop');
    for (const position of positions) {
      const facts = (signals: readonly Signal[]) => ({
        ...{ stops: workingStops(signals, listed), signals, unreadable: [], listedAt: seconds },
      });
      expect(withProtection(position, facts(live)), `seed ${seed}`).toEqual(withProtection(position, facts(all)));
    }
  }
  expect(bookCountWithFewerLive).toBeGreaterThan(1_000);
});

it('the live blotter equals the live part of the whole blotter, also in causes and parents', () => {
  const isLive = ({ state }: Signal): boolean => isLiveState(state);
  for (let seed = 1; seed <= 2_000; seed++) {
    const book = new DrawnBook(seed);
    const all = blotterRows({ rows: book.rows, cancels: [], records: book.records });
    const live = deskRows(book).live(systemId);
    expect(filterRows(live, '', isLive), `seed ${seed}`).toEqual(filterRows(all, '', isLive));
  }
});

it('the live blotter after a change equals the one of a program that has just started', () => {
  let changeCount = 0;
  for (let seed = 1; seed <= 500; seed++) {
    const book = new DrawnBook(seed);
    const { positions } = book;
    let { records } = book;
    let rows = book.rows.slice(0, 1);
    const desk = deskRows({ rows, records, positions }, () => records);
    const steps = book.rows.slice(1).map((row, at) => ({ row, remaining: book.records.slice(at % 3) }));
    for (const [at, { row, remaining }] of steps.entries()) {
      const before = desk.live(systemId);
      if (at % 2 === 0) {
        desk.rowChanged(row);
        rows = [...rows, row];
      } else records = remaining;
      const live = desk.live(systemId);
      const fresh = deskRows({ rows, records, positions }).live(systemId);
      expect(live, `seed ${seed}`).toEqual(fresh);
      changeCount += live === before ? 0 : 1;
    }
  }
  expect(changeCount).toBeGreaterThan(500);
});
