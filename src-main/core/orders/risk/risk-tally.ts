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

const minuteMs = 60_000;

/**
 * How much new risk was sent, or waits to be sent, today and within the last minute. A row counts from its confirm on, and
 * no longer when it is certain that nothing of it left: held, withdrawn, not sent. Kept by the moves of the journal, so
 * that a day of many orders costs nothing to add up.
 */
export class RiskTally {
  readonly #clock: Clock;
  readonly #riskOf: (row: OrderRow) => NewRisk | null;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock, riskOf: (row: OrderRow) => NewRisk | null) {
    this.#clock = clock;
    this.#riskOf = riskOf;
  }

  /** A row was read at the start, or has moved. */
  moved(row: OrderRow): void {
    if (!counts(row)) {
      this.#entries.delete(row.rowId);
      return;
    }
    if (this.#entries.get(row.rowId)?.confirmedAt === row.confirmedAt) return;
    const risk = this.#riskOf(row);
    if (risk === null) return;
    const age = Math.max(0, this.#clock.now() - row.confirmedAt);
    this.#entries.set(row.rowId, {
      ...risk,
      day: dayOf(row.confirmedAt),
      at: this.#clock.monotonic() - age,
      confirmedAt: row.confirmedAt,
    });
  }

  /** Orders of the current New York day. */
  day(): RiskUse {
    const today = dayOf(this.#clock.now());
    return used([...this.#entries.values()].filter(({ day }) => day === today));
  }

  /** Orders of the last sixty seconds. */
  minute(): RiskUse {
    const since = this.#clock.monotonic() - minuteMs;
    return used([...this.#entries.values()].filter(({ at }) => at > since));
  }
}

function counts({ state, attempts }: OrderRow): boolean {
  if (state === 'QUEUED' || state === 'SENDING') return true;
  return attempts > 0 && state !== 'NOT_SENT' && state !== 'HELD' && state !== 'ABANDONED';
}

const dayOf = (ms: number): string => newYorkText(Math.floor(ms / 1000)).slice(0, 10);

function used(entries: readonly Entry[]): RiskUse {
  const priced = entries.map(({ value }) => value).filter((value) => value !== null);
  return {
    count: entries.length,
    quantity: entries.reduce((total, { quantity }) => total.plus(quantity), new Big(0)).toFixed(),
    value: priced.reduce((total, value) => total.plus(value), new Big(0)).toFixed(),
    unpriced: entries.length - priced.length,
  };
}
