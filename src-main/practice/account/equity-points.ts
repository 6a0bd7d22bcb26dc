import type { BookChange } from '#rules/signals/book-view.ts';
import type { Account } from './account.ts';
import type { Clock } from '#practice/clock.ts';
import type { EquityPoint } from '#practice/equity-point.ts';
import type { Market } from '#practice/market/market.ts';
import type { Store } from '#practice/store/store.ts';
import { dayEndsBetween, feesDue } from './trading-days.ts';

const POINT_INTERVAL_MS = 3_600_000;

type Parts = { readonly store: Store; readonly clock: Clock; readonly market: Market };

/** Decides which points the equity curve of an account gets. */
export class EquityPoints {
  readonly #parts: Parts;
  /** The latest day end after which the market started its next day; -Infinity before the first. */
  #latestDayEnd = -Infinity;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Writes points at each day's close and about every hour in between. */
  writeDue(account: Account): void {
    const now = this.#parts.clock.now();
    const from = account.lastPointAt;
    const times = this.#dayEnds(account, now);
    if (now - from >= POINT_INTERVAL_MS && times.at(-1) !== now) times.push(now);
    this.#write(account, times);
  }

  /**
   * The point to store with a change of the book; undefined if the change has no trades. Points of
   * earlier day ends are written first, so that each fee is in the first point of its month.
   */
  ofChange(account: Account, change: BookChange): EquityPoint | undefined {
    if (change.trades.length === 0) return undefined;
    const now = this.#parts.clock.now();
    this.#write(
      account,
      this.#dayEnds(account, now).filter((at) => at < now),
    );
    const fees = feesDue(account.strategy.monthlyFee, account.lastPointAt, now);
    return account.point(this.#parts.market, now, change, fees);
  }

  /**
   * The ends of trading days since the last point of the account. The first account with a new day
   * end starts the market's next day.
   */
  #dayEnds(account: Account, now: number): number[] {
    const ends = dayEndsBetween(account.lastPointAt, now);
    const last = ends.at(-1) ?? -Infinity;
    if (last > this.#latestDayEnd) {
      this.#latestDayEnd = last;
      this.#parts.market.startDay();
    }
    return ends;
  }

  /**
   * Points at past times use the present prices, because the service was down at those times or the
   * manual clock was moved past them.
   */
  #write(account: Account, times: readonly number[]): void {
    if (times.length === 0) return;
    const { store, clock, market } = this.#parts;
    const writeAll = (): void => {
      for (const at of times) {
        const fees = feesDue(account.strategy.monthlyFee, account.lastPointAt, at);
        const point = { ...account.point(market, clock.now(), undefined, fees), at };
        store.equity.put(account.strategy.id, point);
        account.pointWritten(point);
      }
    };
    account.writePoints(() => store.transaction(writeAll));
  }
}
