import type { TradingCalendar } from '#rules/calendar/expiry.ts';
import type { Fixed } from '#rules/decimal.ts';
import type { Action, Duration, InstrumentType } from '#rules/order-terms.ts';
import type { Cause } from './cause.ts';

/**
 * `waiting` is a signal that has been accepted but does not work yet: its parent is not filled, or
 * its release time has not come.
 */
export type SignalState = 'waiting' | 'working' | 'traded' | 'canceled' | 'expired';
export type SignalRole = 'order' | 'profitTarget' | 'stopLoss';

/** One signal of a strategy. Times are milliseconds since 1970. */
export type Signal = {
  readonly id: string;
  readonly ownId: string | null;
  readonly action: Action;
  readonly quantity: Fixed;
  readonly symbol: string;
  readonly instrument: InstrumentType;
  readonly duration: Duration;
  /** At most one of `limit` and `stop` is set. A market order has neither. */
  readonly limit: Fixed | null;
  readonly stop: Fixed | null;
  readonly role: SignalRole;
  readonly profitTarget: Fixed | null;
  readonly stopLoss: Fixed | null;
  readonly parentId: string | null;
  readonly awaitsParent: boolean;
  readonly releaseAt: number | null;
  readonly ocaId: string | null;
  /** The OCA group of the two children of a bracket. Set only for the entry. */
  readonly targetGroupId: string | null;
  /** The ids of the children of a bracket. Set only for the entry. */
  readonly profitTargetId: string | null;
  readonly stopLossId: string | null;
  readonly replaces: string | null;
  readonly comments: string;
  readonly state: SignalState;
  /** The reason for its state; null while it is in its first state. */
  readonly cause: Cause | null;
  readonly postedAt: number;
  readonly expiresAt: number;
  /** When it was traded, canceled or expired. */
  readonly endedAt: number | null;
  readonly tradedPrice: Fixed | null;
  readonly openingTradeId: string | null;
  readonly closingTradeId: string | null;
};

export function isLive(signal: Pick<Signal, 'state'>): boolean {
  return signal.state === 'working' || signal.state === 'waiting';
}

/** Sorts by arrival: ids come from one counter, and of two numbers the shorter one is smaller. */
export function byArrival(a: Pick<Signal, 'id'>, b: Pick<Signal, 'id'>): number {
  if (a.id === b.id) return 0;
  return a.id.length - b.id.length || (a.id < b.id ? -1 : 1);
}

/** Whether a waiting DAY signal ends with its day. */
export type AtDayEnd = 'expire' | 'keep';

/**
 * The next time at which this signal changes by time alone; infinite if there is none. A DAY signal
 * that is kept beyond its day still ends with its contract.
 */
export function nextDue(signal: Signal, waitingAtDayEnd: AtDayEnd, calendar: TradingCalendar | undefined): number {
  if (signal.state === 'working') return signal.expiresAt;
  if (signal.state !== 'waiting') return Infinity;
  const isKept = waitingAtDayEnd === 'keep' && signal.duration === 'DAY';
  const expiresAt = isKept ? (calendar?.contractEnd(signal.symbol) ?? Infinity) : signal.expiresAt;
  const releasesAt = signal.awaitsParent ? Infinity : (signal.releaseAt ?? Infinity);
  return Math.min(expiresAt, releasesAt);
}
