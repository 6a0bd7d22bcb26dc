import type { Action, Duration, Instrument } from '#contract/model/scalars.ts';

/** What the platform reports of an order, or of the parent that was nested in it. */
export type EchoedOrder = {
  readonly symbol: string | null;
  readonly instrument: Instrument | null;
  readonly action: Action | null;
  readonly quantity: string | null;
  readonly limit: string | null;
  readonly stop: string | null;
  readonly market: boolean;
  readonly duration: Duration | null;
};

/**
 * The `signal` member of the answer to a submit: what the platform says it accepted (platform-api
 * "Echoed on submit", platform-notes 33). A member is null if the platform did not give it: it is
 * null, '' or missing in the answer, or '0' for a price, an id or a time. Prices and quantities are
 * plain decimals.
 */
export type SubmitEcho = EchoedOrder & {
  /** Null when the echo has no own id, or has it only at the top level: see `answerId`. */
  readonly ownId: string | null;
  readonly serviceId: string | null;
  /** Top-level `signalid`: the own id when one was given, else the service id. */
  readonly answerId: string | null;
  readonly systemId: string | null;
  readonly targetServiceId: string | null;
  readonly stopServiceId: string | null;
  /** `targetocagroupid`, the group of the bracket's two children. */
  readonly bracketGroupId: string | null;
  /** `ocaid`, the group of this signal itself. */
  readonly ocaId: string | null;
  readonly profitTarget: string | null;
  readonly stopLoss: string | null;
  /** Unix seconds. */
  readonly expiresAt: number | null;
  readonly pointValue: string | null;
  readonly currency: string | null;
  readonly description: string | null;
  /** `decimalprecision`. */
  readonly priceDecimals: string | null;
  readonly comments: string | null;
  readonly parkedUntil: number | null;
  readonly conditionalUpon: string | null;
  readonly replaces: string | null;
  /** Service id and own id of the parent that was nested as `conditionalUponSignal`. */
  readonly nestedParentServiceId: string | null;
  readonly nestedParentOwnId: string | null;
  /** Null if the answer does not show it. */
  readonly nestedParent: EchoedOrder | null;
  /** Members that are present and could not be read. */
  readonly unreadable: readonly UnreadableMember[];
};

export type UnreadableMember =
  'action' | 'quantity' | 'limit' | 'stop' | 'target' | 'stop-loss' | 'condition' | 'replaces';
