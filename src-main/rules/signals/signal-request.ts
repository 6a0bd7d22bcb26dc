import type { Fixed } from '#rules/decimal.ts';
import type { Action, Duration, InstrumentType } from '#rules/order-terms.ts';

/** A decoded submit. Absent members are null, numbers are exact, and ids are text. */
export type SignalRequest = {
  readonly action: Action;
  readonly quantity: Fixed;
  readonly symbol: string;
  readonly instrument: InstrumentType;
  readonly duration: Duration;
  readonly market: boolean;
  readonly limit: Fixed | null;
  readonly stop: Fixed | null;
  readonly profitTarget: Fixed | null;
  readonly stopLoss: Fixed | null;
  /** Service id or own id of a parent that was placed earlier. */
  readonly conditionalUpon: string | null;
  /** A parent that is placed with this request. It excludes `conditionalUpon`. */
  readonly parent: SignalRequest | null;
  /** Service id or own id of the signal to replace. */
  readonly replaces: string | null;
  readonly leaveOcaIntact: boolean;
  readonly ownId: string | null;
  readonly ocaId: string | null;
  readonly forceNoOca: boolean;
  /** Milliseconds since 1970. */
  readonly releaseAt: number | null;
  readonly comments: string;
};

/**
 * Values of the members that are absent in a market order without bracket, own id, parent, OCA
 * group and replaced signal.
 */
export const UNLINKED_ORDER = {
  limit: null,
  stop: null,
  profitTarget: null,
  stopLoss: null,
  conditionalUpon: null,
  parent: null,
  replaces: null,
  leaveOcaIntact: false,
  ownId: null,
  ocaId: null,
  forceNoOca: false,
  releaseAt: null,
  comments: '',
} as const satisfies Partial<SignalRequest>;
