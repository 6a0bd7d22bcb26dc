import { expect, it } from 'vitest';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { evidenceOf } from '#core/orders/reconcile/evidence.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import { cachedSignalsById } from '#core/orders/blotter/records-by-id.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { noServiceIds, type Mirror } from '#core/orders/journal/order-row.ts';
import { RowIndex } from '#core/orders/journal/row-index.ts';
import { RowsToCompare } from '#core/orders/blotter/rows-to-compare.ts';
import { evidenceOfAll } from '#tests/fixtures/evidence-of-all.ts';
import { newOrder, record, seededRandom, startWall, systemId } from './order-fixtures.ts';

const window = () => ({ from: 0, to: 9_999_999_999 });
const statuses: readonly Mirror['status'][] = ['working', 'waiting', 'traded', 'canceled', 'expired'];
const unreadable: readonly [] = [];

/**
 * A strategy with randomly changing orders and lists, including equal orders, hidden own ids and
 * orders that the network doubled.
 */
class ChangingStrategy {
  readonly #random: ReturnType<typeof seededRandom>;
  readonly index = new RowIndex([]);
  readonly rowsToCompare = new RowsToCompare(this.index);
  records: readonly CachedSignal[] = [];
  comparedCount = 0;
  #orderCount = 0;
  #lastRecordId = 0;
  now = startWall;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  change(): void {
    this.now += 1_000;
    const kind = this.#below(10);
    if (kind < 3) this.#send();
    else if (kind < 6) this.#answer();
    else if (kind < 8) this.#list();
    else this.#changeRecord();
  }

  /** Compares the rows that are due. Leaves some results unrecorded, as a full disk does. */
  compare(): void {
    const { now, records } = this;
    const rows = this.index.of(systemId);
    const all = evidenceOfAll({ rows, records, unreadable, now, window });
    const dueRows = this.rowsToCompare.dueRows(systemId, { records, unreadable });
    const input = {
      rows,
      judged: dueRows,
      records,
      recordsById: cachedSignalsById(records),
      unreadable,
      now,
      bothListsReadAt: now,
      window,
    };
    const { found, undecided } = evidenceOf(input);
    expect(found).toEqual(all);
    this.comparedCount += dueRows.length;
    this.rowsToCompare.repeat(systemId, undecided);
    for (const { rowId, event } of found) {
      if (this.#below(4) === 0) this.rowsToCompare.repeat(systemId, [rowId]);
      else this.#apply(rowId, event);
    }
  }

  #send(): void {
    const order = this.#orderCount++;
    const bracket = this.#below(3) === 0 ? {} : { profitTarget: null, stopLoss: null };
    const replaces =
      this.#below(6) === 0
        ? { serviceId: String(1 + this.#below(this.#lastRecordId + 1)), leaveOcaIntact: true }
        : null;
    const ticket = { symbol: this.#pick(['AAPL', 'MSFT']), quantity: this.#pick(['100', '50']), ...bracket, replaces };
    const row = reduce(null, { type: 'created', ...newOrder(order, ticket), ownId: String(177_000 + order) });
    this.index.rowChanged(row);
    this.rowsToCompare.rowChanged(undefined, row);
    this.#apply(row.rowId, { type: 'slot-free', at: this.now, monotonic: order, preExistingMatches: [] });
  }

  #answer(): void {
    const pending = this.index.of(systemId).filter(({ state }) => state === 'SENDING' || state === 'UNKNOWN');
    if (pending.length === 0) return;
    const row = this.#pick(pending);
    const recordsOfSymbol = this.records.filter(({ symbol }) => symbol === row.ticket.symbol);
    const way = this.#below(6);
    if (way === 0 && row.state === 'SENDING')
      this.#apply(row.rowId, { type: 'lost', at: this.now, reason: 'cut', answer: [] });
    else if (way === 1 && row.state === 'SENDING')
      this.#apply(row.rowId, { type: 'refused', at: this.now, answer: [] });
    else if (row.state === 'UNKNOWN')
      this.#apply(row.rowId, { type: 'nothing-found', at: this.now, reason: 'none', evidence: 'none' });
    else {
      const signal =
        recordsOfSymbol.length > 0 && this.#below(3) > 0
          ? this.#pick(recordsOfSymbol).serviceId
          : String(++this.#lastRecordId);
      const mirror = { status: 'working' as const, tradedPrice: null, at: null };
      const serviceIds = { ...noServiceIds, signal };
      this.#apply(row.rowId, { type: 'accepted', at: this.now, serviceIds, mirror, alarm: null, answer: [] });
    }
  }

  /** Adds the record of an own order or of an external order. */
  #list(): void {
    const rows = this.index.of(systemId);
    const row = rows.length > 0 ? this.#pick(rows) : undefined;
    const known = row?.serviceIds.signal ?? null;
    const isListed = known !== null && this.records.some(({ serviceId }) => serviceId === known);
    const serviceId = known !== null && !isListed ? known : String(++this.#lastRecordId);
    const listed = record(serviceId, {
      symbol: row?.ticket.symbol ?? 'AAPL',
      quantity: row?.ticket.quantity ?? '100',
      ownId: this.#below(4) === 0 ? (row?.ownId ?? null) : null,
      postedAt: Math.floor(this.now / 1000) - this.#pick([1, 1, 900]),
    });
    this.records = this.#below(2) === 0 ? [listed, ...this.records] : [...this.records, listed];
  }

  #changeRecord(): void {
    if (this.records.length === 0) return;
    const changed = this.#pick(this.records);
    const isRemoved = this.#below(4) === 0;
    const status = this.#pick(statuses);
    const next = isRemoved ? [] : [{ ...changed, status, inWorkingList: status === 'working' }];
    this.records = this.records.flatMap((one) => (one === changed ? next : [one]));
  }

  #apply(rowId: string, event: Exclude<OrderEvent, { type: 'created' }>): void {
    const before = this.index.get(rowId)!;
    const row = reduce(before, event);
    this.index.rowChanged(row);
    this.rowsToCompare.rowChanged(before, row);
  }

  #below(end: number): number {
    return Math.floor(this.#random.fraction() * end);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#below(values.length)]!;
  }
}

it('comparing only changed rows and rows of changed records gives the result of comparing all', () => {
  let comparedCount = 0;
  let rowCount = 0;
  let alarmCount = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const strategy = new ChangingStrategy(seed);
    for (let step = 0; step < 60; step++) {
      strategy.change();
      strategy.compare();
      rowCount += strategy.index.of(systemId).length;
    }
    comparedCount += strategy.comparedCount;
    alarmCount += strategy.index.of(systemId).filter(({ alarm }) => alarm !== null).length;
  }
  expect(comparedCount).toBeLessThan(rowCount);
  expect(alarmCount).toBeGreaterThan(100);
});
