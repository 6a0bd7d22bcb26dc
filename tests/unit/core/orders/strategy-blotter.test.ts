import { expect, it } from 'vitest';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { blotterRows, compareShown, type BlotterInput } from '#core/orders/blotter/blotter.ts';
import { SignalIndex } from '#core/orders/blotter/signal-index.ts';
import { StrategyBlotter } from '#core/orders/blotter/strategy-blotter.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import { noServiceIds, type OrderRow } from '#core/orders/journal/order-row.ts';
import { RowIndex } from '#core/orders/journal/row-index.ts';
import { unsentFacts } from '#core/sending/sending-facts.ts';
import { intent, newOrder, record, seededRandom, startWall, systemId } from './order-fixtures.ts';

const states = [
  'QUEUED',
  'SENDING',
  'ACKED',
  'ACKED',
  'ACKED',
  'UNKNOWN',
  'AMBIGUOUS',
  'CLOSED_ABSENT',
  'PROBABLY_ABSENT',
] as const;
const statuses = ['working', 'waiting', 'traded', 'canceled', 'expired'] as const;

/** Random orders, cancels and records, which name each other by id. A few change at a time. */
class ChangingDay {
  readonly #random: ReturnType<typeof seededRandom>;
  /** The number of ids to draw from. Few ids make many links; with many ids, links are rare. */
  readonly #idCount: number;
  rows: readonly OrderRow[] = [];
  cancels: readonly CancelRow[] = [];
  records: readonly CachedSignal[] = [];
  /** Whether the platform is known to refuse an own id that was used before. */
  reuseRefused = false;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#idCount = this.#pick([12, 40, 120]);
  }

  get input(): Required<BlotterInput> {
    const { rows, cancels, records, reuseRefused } = this;
    return { rows, cancels, records, reuseRefused };
  }

  /** Returns the row that changed, if one did. */
  change(): OrderRow | null {
    const kind = this.#below(20);
    if (kind < 5) return this.#changeRow(this.#row(this.rows.length));
    if (kind < 9 && this.rows.length > 0) return this.#changeRow(this.#row(this.#below(this.rows.length)));
    if (kind < 11) this.#changeCancel();
    else if (kind === 11) this.records = this.records.filter(() => this.#below(8) > 0);
    else if (kind === 12) this.reuseRefused = this.#below(4) === 0;
    else this.#changeRecords();
    return null;
  }

  #changeRow(row: OrderRow): OrderRow {
    const at = this.rows.findIndex(({ rowId }) => rowId === row.rowId);
    this.rows = at < 0 ? [...this.rows, row] : this.rows.with(at, row);
    return row;
  }

  #row(number: number): OrderRow {
    const at = startWall + 1_000 * this.#below(30);
    const isChild = this.#below(6) === 0;
    const parent = newOrder(number).ticket;
    const order = newOrder(number, {
      ocaGroupId: this.#maybeId(5),
      conditionalUpon: isChild ? null : this.#maybeId(5),
      replaces: this.#below(5) === 0 ? { serviceId: this.#id(), leaveOcaIntact: this.#below(2) === 0 } : null,
      keepBothAlive: this.#below(4) === 0,
      ...(isChild ? { parent: { ...parent, price: parent.price } } : {}),
    });
    const row = reduce(null, { type: 'created', ...order, at, ownId: this.#id() });
    const state = this.#pick(states);
    const isAccepted = state === 'ACKED';
    return {
      ...row,
      state,
      version: 1 + this.#below(1_000),
      ...(isChild ? { parentOwnId: this.#id() } : {}),
      ...(this.#below(5) === 0 ? { candidates: [this.#id(), this.#id()] } : {}),
      serviceIds: isAccepted ? this.#serviceIds() : noServiceIds,
      mirror: isAccepted ? { status: this.#pick(statuses), tradedPrice: null, at: null } : null,
    };
  }

  #serviceIds(): OrderRow['serviceIds'] {
    const maybe = (): string | null => this.#maybeId(3);
    return { signal: this.#id(), target: maybe(), stop: maybe(), ocaGroup: maybe(), parent: maybe() };
  }

  #changeCancel(): void {
    const at = this.#below(this.cancels.length + 1);
    const before = this.cancels[at];
    const row: CancelRow = {
      ...unsentFacts(startWall),
      cancelId: String(at),
      intentId: intent(at),
      profileId: 'practice',
      mode: 'PRACTICE',
      systemId,
      signalId: before?.signalId ?? this.#id(),
      rowId: '',
      covers: [],
      state: this.#pick(['QUEUED', 'CANCELED', 'CANCELED', 'GONE'] as const),
    };
    this.cancels = before === undefined ? [...this.cancels, row] : this.cancels.with(at, row);
  }

  #changeRecords(): void {
    const known = this.records.map((one) => (this.#below(6) === 0 ? this.#record(one.serviceId) : one));
    const listed = new Set(this.records.map(({ serviceId }) => serviceId));
    const id = this.#id();
    this.records = listed.has(id) ? known : [this.#record(id), ...known];
  }

  #record(serviceId: string): CachedSignal {
    const status = this.#pick(statuses);
    return record(serviceId, {
      status,
      ownId: this.#maybeId(2),
      parentId: this.#maybeId(5),
      ocaId: this.#maybeId(5),
      quantity: String(1 + this.#below(9)),
      inWorkingList: status === 'working',
      tradedAt: status === 'traded' ? startWall / 1_000 + this.#below(60) : null,
    });
  }

  #maybeId(oneIn: number): string | null {
    return this.#below(oneIn) === 0 ? this.#id() : null;
  }

  #id(): string {
    return String(500 + this.#below(this.#idCount));
  }

  #below(end: number): number {
    return Math.floor(this.#random.fraction() * end);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#below(values.length)]!;
  }
}

it('the blotter after each change equals a blotter that is made from all orders and records', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const day = new ChangingDay(seed);
    const index = new RowIndex([]);
    const listed = new SignalIndex();
    const blotter = new StrategyBlotter();
    for (let step = 0; step < 60; step += 1) {
      const changedRow = day.change();
      if (changedRow !== null) index.rowChanged(changedRow);
      // Sometimes several changes are read at once.
      if (step % 3 === seed % 3) continue;
      blotter.follow(day.input, { systemId, index, listed: listed.follow(day.records) });
      const whole = blotterRows(day.input);
      expect(blotter.signals, `seed ${seed}, step ${step}`).toEqual(whole);
      const shown = blotter.shown.first(5_000);
      expect(blotter.shown.total).toBe(whole.length);
      expect(new Set(shown)).toEqual(new Set(blotter.signals));
      expect(shown.every((one, at) => at === 0 || compareShown(shown[at - 1]!, one) <= 0)).toBe(true);
    }
  }
});

it('the blotter returns the rows of unchanged orders as the same objects', () => {
  const index = new RowIndex([]);
  const listed = new SignalIndex();
  const blotter = new StrategyBlotter();
  const accepted = (number: number, status: 'working' | 'traded'): OrderRow => ({
    ...reduce(null, { type: 'created', ...newOrder(number), ownId: String(100 + number) }),
    state: 'ACKED',
    serviceIds: { ...noServiceIds, signal: String(500 + number) },
    mirror: { status, tradedPrice: null, at: null },
  });
  let rows = [1, 2, 3].map((number) => accepted(number, 'working'));
  for (const row of rows) index.rowChanged(row);
  const follow = () =>
    blotter.follow({ rows, cancels: [], records: [], reuseRefused: false }, { systemId, index, listed }).signals;
  const before = follow();
  expect(follow()).toBe(before);
  rows = rows.with(1, accepted(2, 'traded'));
  index.rowChanged(rows[1]!);
  const after = follow();
  expect(after.map(({ state }) => state)).toEqual(['working', 'traded', 'working']);
  expect(after[0]).toBe(before[0]);
  expect(after[2]).toBe(before[2]);
});
