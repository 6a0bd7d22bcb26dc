import type { Action } from '../model/scalars.ts';
import type { SignalState } from '../model/signal-kinds.ts';

/** The last known price with its time: the last own fill, or implied by a position's profit. */
type KnownPrice = { readonly price: string; readonly at: number; readonly implied: boolean };

/** Checks before an order is sent. */
export type CheckMessages = {
  /** The account has lost more than it had: no entry is within its hard limit. */
  'check.account-below-zero': { readonly account: string; readonly figuresTime: string };
  /** The value of the account is not known, so the size cannot be compared with it. */
  'check.account-unknown': object;
  'check.value-unknown': object;
  /**
   * The order needs more than `limit` percent of the account. Here and in the next two checks,
   * `figuresTime` is the platform's time of the account figures.
   */
  'check.beyond-account': {
    readonly value: string;
    readonly account: string;
    readonly percent: string;
    readonly limit: string;
    readonly figuresTime: string;
  };
  'check.beyond-buying-power': { readonly value: string; readonly power: string; readonly figuresTime: string };
  'check.large-value': {
    readonly value: string;
    readonly account: string;
    readonly percent: string;
    readonly figuresTime: string;
  };
  'check.market-closed': object;
  /**
   * The order is `times` times the median of the trader's own orders: the median quantity, or the
   * median value in dollars if `isValue` is true.
   */
  'check.over-median': { readonly times: string; readonly median: string; readonly isValue: boolean };
  /** The price of the order is `percent` percent away from the known price. */
  'check.price-far': KnownPrice & { readonly percent: string };
  /** The known price is already at or beyond the stop of the order. */
  'check.stop-at-once': KnownPrice & { readonly stop: string; readonly buys: boolean };
  /** A leg of a market order is at the known price or on the wrong side of it. */
  'check.wrong-side': KnownPrice & { readonly member: 'target' | 'stop' };
  /** A DAY bracket: the position has no stop after this time, unix seconds. */
  'check.protection-ends': { readonly at: number };
  /** The order goes against the open position, which has this side and quantity. */
  'check.against-position': {
    readonly action: Action;
    readonly side: Side;
    readonly quantity: string;
    readonly symbol: string;
  };
  /** Target and stop are in no OCA group, so each can still fill after the other. */
  'check.both-alive': object;
  'check.bracket-crossed': object;
  'check.bracket-on-exit': object;
  /** A leg is on the wrong side of the entry price. `side`: where it must be. */
  'check.bracket-side': { readonly member: 'target' | 'stop'; readonly side: 'above' | 'below' };
  'check.closing-more': { readonly quantity: string; readonly positionSize: string };
  /** The order on which this one is conditional has ended with this state. */
  'check.condition-ended': { readonly id: string; readonly state: SignalState };
  'check.condition-unlisted': { readonly id: string };
  'check.condition-waits': object;
  /**
   * The platform refused an equal closing order, and no list has proved yet that it was not
   * accepted.
   */
  'check.equal-refused': object;
  'check.equal-working': object;
  'check.group-used': { readonly id: string };
  'check.market-order': object;
  /** DAY and GTC in one OCA group. */
  'check.mixed-durations': object;
  'check.no-stop': object;
  'check.nothing-to-close': { readonly side: Side; readonly symbol: string };
  /** The platform's rules refuse the order with this code. */
  'check.refused-by-rules': { readonly rule: string };
  'check.release-past': object;
  'check.replaced-ended': { readonly id: string; readonly state: SignalState };
  'check.replaced-unlisted': { readonly id: string };
  /** The same order was entered within `seconds`. */
  'check.same-order': { readonly seconds: number };
  /** Age of the working orders in seconds, null if they were never read. */
  'check.stale': { readonly age: number | null };
  'check.two-parents': object;
};

type Side = 'long' | 'short';
