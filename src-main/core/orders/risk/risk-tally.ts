import Big from 'big.js';
import type { RiskUse } from '#contract/model/risk.ts';
import { newYorkText } from '#core/platform/new-york-time.ts';
import type { Clock } from '#core/ports.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { NewRisk } from './new-risk.ts';

type CountedRisk = NewRisk & {
  /** New York day of the confirmation. */
  readonly day: string;
  /**
   * Monotonic milliseconds of the confirmation: the time at which the row first changed since then,
   * less the age of the confirmation by the wall clock.
   */
  readonly at: number;
  readonly confirmedAt: number;
};

/** A changed row with the times of both clocks at the first change since its confirmation. */
type Change = { readonly row: OrderRow; readonly now: number; readonly monotonic: number };

const minuteMs = 60_000;

/**
 * The new risk that was sent or is queued, today and within the last minute. A row counts from its
 * confirmation until it is certain that nothing of it was sent: on hold, withdrawn, not sent. A
 * check updates the sums by the rows that changed, so that its cost does not grow with the number
 * of orders.
 */
export class RiskTally {
  readonly #clock: Clock;
  readonly #riskOf: (row: OrderRow) => NewRisk | null;
  /**
   * Rows that changed since the sums were last asked for, by row id. They are counted when the sums
   * are asked for again, so that sending an order does not wait for the count. Only the last
   * state of a row is kept, so that the map stays small even if the sums are not asked for again.
   */
  #uncounted = new Map<string, Change>();
  readonly #counted = new Map<string, CountedRisk>();
  readonly #recent = new Map<string, CountedRisk>();
  #day: string;
  #today = new Sum();

  constructor(clock: Clock, riskOf: (row: OrderRow) => NewRisk | null) {
    this.#clock = clock;
    this.#riskOf = riskOf;
    this.#day = dayOf(clock.now());
  }

  /** Called when a row was read at the start or has changed. */
  rowChanged(row: OrderRow): void {
    const earlier = this.#uncounted.get(row.rowId);
    const times = { now: this.#clock.now(), monotonic: this.#clock.monotonic() };
    const isSameConfirmation = earlier?.row.confirmedAt === row.confirmedAt;
    this.#uncounted.set(row.rowId, isSameConfirmation ? { ...earlier, row } : { row, ...times });
  }

  #count({ row, now, monotonic }: Change): void {
    const counted = this.#counted.get(row.rowId);
    if (isSentOrQueued(row) && counted?.confirmedAt === row.confirmedAt) return;
    if (counted) this.#remove(row.rowId, counted);
    const risk = isSentOrQueued(row) ? this.#riskOf(row) : null;
    if (risk === null) return;
    const age = Math.max(0, now - row.confirmedAt);
    const at = monotonic - age;
    const entry = { ...risk, day: dayOf(row.confirmedAt), at, confirmedAt: row.confirmedAt };
    this.#counted.set(row.rowId, entry);
    if (age < minuteMs) this.#recent.set(row.rowId, entry);
    if (countsOn(this.#day, entry)) this.#today.add(entry);
  }

  /**
   * New risk of the current New York day. `exceptRowId`: the row of an order that is checked before
   * it is sent again, so that the order is not counted twice.
   */
  day(exceptRowId: string | null = null): RiskUse {
    this.#countChanges();
    const day = dayOf(this.#clock.now());
    if (day !== this.#day) {
      this.#day = day;
      this.#today = Sum.of([...this.#counted.values()].filter((entry) => countsOn(day, entry)));
    }
    const excepted = exceptRowId === null ? undefined : this.#counted.get(exceptRowId);
    if (excepted === undefined || !countsOn(day, excepted)) return this.#today.use();
    this.#today.subtract(excepted);
    const use = this.#today.use();
    this.#today.add(excepted);
    return use;
  }

  /** New risk of the last sixty seconds, without the row `exceptRowId`. */
  minute(exceptRowId: string | null = null): RiskUse {
    this.#countChanges();
    const since = this.#clock.monotonic() - minuteMs;
    for (const [rowId, { at }] of this.#recent) if (at <= since) this.#recent.delete(rowId);
    const counted = [...this.#recent].filter(([rowId]) => rowId !== exceptRowId).map(([, entry]) => entry);
    return Sum.of(counted).use();
  }

  #countChanges(): void {
    const changes = this.#uncounted;
    this.#uncounted = new Map();
    for (const one of changes.values()) this.#count(one);
  }

  #remove(rowId: string, entry: CountedRisk): void {
    this.#counted.delete(rowId);
    this.#recent.delete(rowId);
    if (countsOn(this.#day, entry)) this.#today.subtract(entry);
  }
}

class Sum {
  #count = 0;
  #unpriced = 0;
  #quantity = new Big(0);
  #value = new Big(0);

  static of(entries: readonly NewRisk[]): Sum {
    const sum = new Sum();
    for (const entry of entries) sum.add(entry);
    return sum;
  }

  add({ quantity, value }: NewRisk): void {
    this.#count += 1;
    this.#quantity = this.#quantity.plus(quantity);
    if (value === null) this.#unpriced += 1;
    else this.#value = this.#value.plus(value);
  }

  subtract({ quantity, value }: NewRisk): void {
    this.#count -= 1;
    this.#quantity = this.#quantity.minus(quantity);
    if (value === null) this.#unpriced -= 1;
    else this.#value = this.#value.minus(value);
  }

  use(): RiskUse {
    const quantity = this.#quantity.toFixed();
    return { count: this.#count, quantity, value: this.#value.toFixed(), unpriced: this.#unpriced };
  }
}

function isSentOrQueued({ state, attempts }: OrderRow): boolean {
  if (state === 'QUEUED' || state === 'SENDING') return true;
  return attempts > 0 && state !== 'NOT_SENT' && state !== 'HELD' && state !== 'ABANDONED';
}

const dayOf = (ms: number): string => newYorkText(Math.floor(ms / 1000)).slice(0, 10);

/** A confirmation on a later day is from before the clock was set back. It counts today too. */
const countsOn = (today: string, { day }: CountedRisk): boolean => day >= today;
