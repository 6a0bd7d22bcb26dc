import type { Note } from '../note.ts';
import type { ActBefore } from './acts.ts';

/** An order in the journal's file, read as plain SQL and JSON. */
export type JournaledOrder = {
  readonly rowId: string;
  readonly ownId: string;
  readonly systemId: string;
  readonly state: string;
  readonly serviceId: string | null;
};

export type JournaledEvent = {
  readonly seq: number;
  readonly rowId: string;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  /** The core's wall clock, milliseconds. */
  readonly at: number;
  readonly alarm: string | null;
};

export type JournaledCancel = { readonly systemId: string; readonly signalId: string; readonly attempts: number };

/** A change that is no order. `key` names its press, see `keyOfRequest`. */
export type JournaledAct = {
  readonly intentId: string;
  readonly key: string;
  readonly command: string;
  readonly target: { readonly id: string };
  readonly before: ActBefore;
  readonly state: string;
  readonly attempts: number;
  readonly steps: readonly { readonly state: string; readonly evidence: string }[];
};

/**
 * A copy of a strategy at a broker in the database of the service: the keys of its start and of its
 * last change.
 */
export type ServiceCopy = { readonly startKey: string; readonly changeKey: string; readonly isLive: boolean };

/** A signal in the database of the practice service. */
export type ServiceSignal = {
  readonly id: string;
  readonly systemId: string;
  readonly ownId: string | null;
  readonly waitsForParent: boolean;
};

/** A mutating request, as the service received it. */
export type ReceivedRequest = {
  readonly number: number;
  readonly command: string;
  readonly systemId: string;
  /** Own id of a submit, signal id of a cancel. */
  readonly id: string;
  /** The key of an act, see `keyOfRequest`; null for all other requests. */
  readonly actKey: string | null;
  /** True if another client of the same account sent it. */
  readonly isFromOtherClient: boolean;
};

/** All evidence of one world, from three independent sources: core, service and run. */
export type Evidence = {
  readonly orders: readonly JournaledOrder[];
  /** In the order in which they were written. */
  readonly events: readonly JournaledEvent[];
  readonly cancels: readonly JournaledCancel[];
  /** The oldest first. */
  readonly acts: readonly JournaledAct[];
  /** Ids that the journal has reserved, of orders and of everything that belongs to them. */
  readonly reservedIds: ReadonlySet<string>;
  /**
   * The result of SQLite's check of the journal's file, 'ok' or not, and the files that are in
   * quarantine.
   */
  readonly integrity: readonly string[];
  /** Only the signals that were created in this world. */
  readonly signals: readonly ServiceSignal[];
  readonly copies: readonly ServiceCopy[];
  /**
   * Keys of the acts whose effect the service has: names and short descriptions of strategies,
   * first names of people, target lists.
   */
  readonly effects: ReadonlySet<string>;
  /** Strategies to which the owner of the API key is subscribed. */
  readonly subscribed: ReadonlySet<string>;
  /** In the order of arrival. A gap in the numbers is a finding. */
  readonly requests: readonly ReceivedRequest[];
  readonly notes: readonly Note[];
};
