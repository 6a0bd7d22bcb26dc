import Big from 'big.js';
import type { RiskUse } from '#contract/model/risk.ts';
import { newYorkText } from '#core/platform/new-york-time.ts';
import type { Clock } from '#core/ports.ts';
import type { OrderRow } from '../order-row.ts';
import type { NewRisk } from './new-risk.ts';

type Entry = NewRisk & {
  /** New York day of its confirm. */
  readonly day: string;
  /** Monotonic ms of its confirm in this run; of an earlier run, as far back as the wall clock says. */
  readonly at: number;
  readonly confirmedAt: number;
};

/** With both clocks as they stood when it moved. */
type Moved = { readonly row: OrderRow; readonly now: number; readonly monotonic: number };

const minuteMs = 60_000;

/**
 * How much new risk was sent, or waits to be sent, today and within the last minute. A row counts from its confirm on, and
 * no longer when it is certain that nothing of it left: held, withdrawn, not sent. Sums are kept by the moves of the
 * journal, so that the last order of a day of many costs no more to check than the first.
 */
export class RiskTally {
  readonly #clock: Clock;
  readonly #riskOf: (row: OrderRow) => NewRisk | null;
  /** Moved, and not counted yet: nobody has asked since, and an order on its way out does not wait for it. */
  #moved: Moved[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #recent = new Map<string, Entry>();
  #day: string;
  #today = new Sum();

  constructor(clock: Clock, riskOf: (row: OrderRow) => NewRisk | null) {
    this.#clock = clock;
    this.#riskOf = riskOf;
    this.#day = dayOf(clock.now());
  }

  /** A row was read at the start, or has moved. */
  moved(row: OrderRow): void {
    this.#moved.push({ row, now: this.#clock.now(), monotonic: this.#clock.monotonic() });
  }

  #count({ row, now, monotonic }: Moved): void {
    const known = this.#entries.get(row.rowId);
    if (counts(row) && known?.confirmedAt === row.confirmedAt) return;
    if (known) this.#remove(row.rowId, known);
    const risk = counts(row) ? this.#riskOf(row) : null;
    if (risk === null) return;
    const age = Math.max(0, now - row.confirmedAt);
    const at = monotonic - age;
    const entry = { ...risk, day: dayOf(row.confirmedAt), at, confirmedAt: row.confirmedAt };
    this.#entries.set(row.rowId, entry);
    if (age < minuteMs) this.#recent.set(row.rowId, entry);
    if (entry.day === this.#day) this.#today.add(entry);
  }

  /** Orders of the current New York day. */
  day(): RiskUse {
    this.#countMoved();
    const day = dayOf(this.#clock.now());
    if (day !== this.#day) {
      this.#day = day;
      this.#today = Sum.of([...this.#entries.values()].filter((entry) => entry.day === day));
    }
    return this.#today.use();
  }

  /** Orders of the last sixty seconds. */
  minute(): RiskUse {
    this.#countMoved();
    const since = this.#clock.monotonic() - minuteMs;
    for (const [rowId, { at }] of this.#recent) if (at <= since) this.#recent.delete(rowId);
    return Sum.of([...this.#recent.values()]).use();
  }

  #countMoved(): void {
    const moved = this.#moved;
    this.#moved = [];
    for (const one of moved) this.#count(one);
  }

  #remove(rowId: string, entry: Entry): void {
    this.#entries.delete(rowId);
    this.#recent.delete(rowId);
    if (entry.day === this.#day) this.#today.take(entry);
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

  take({ quantity, value }: NewRisk): void {
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

function counts({ state, attempts }: OrderRow): boolean {
  if (state === 'QUEUED' || state === 'SENDING') return true;
  return attempts > 0 && state !== 'NOT_SENT' && state !== 'HELD' && state !== 'ABANDONED';
}

const dayOf = (ms: number): string => newYorkText(Math.floor(ms / 1000)).slice(0, 10);
