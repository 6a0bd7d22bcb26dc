import { nextOpen } from '#rules/calendar/session.ts';
import type { InstrumentType } from '#rules/order-terms.ts';

/** Without options, because their market opens at the same time as that of stocks. */
const TYPES: readonly InstrumentType[] = ['stock', 'future', 'forex'];

/**
 * The next time at which a market opens. The time is cached until it is past, because a long
 * advance of the clock asks for it at every step.
 */
export class SessionOpenings {
  readonly #known = new Map<InstrumentType, number>();
  #askedAt = -Infinity;

  after(instant: number): number {
    if (instant < this.#askedAt) this.#known.clear();
    this.#askedAt = instant;
    return Math.min(...TYPES.map((type) => this.#after(type, instant)));
  }

  #after(type: InstrumentType, instant: number): number {
    const known = this.#known.get(type);
    if (known !== undefined && known > instant) return known;
    const next = nextOpen(type, instant);
    this.#known.set(type, next);
    return next;
  }
}
