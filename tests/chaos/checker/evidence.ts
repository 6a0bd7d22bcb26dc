import type { Note } from '../note.ts';

/** What the journal's file holds of an order, as plain SQL and JSON show it. */
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

/** A signal of the practice service's own database. */
export type ServiceSignal = {
  readonly id: string;
  readonly systemId: string;
  readonly ownId: string | null;
  readonly waitsForParent: boolean;
};

/** A request that changes something, as the service received it. */
export type ReceivedRequest = {
  readonly number: number;
  readonly command: string;
  readonly systemId: string;
  /** Own id of a submit, signal id of a cancel. */
  readonly id: string;
  /** From another client of the same account. */
  readonly elsewhere: boolean;
};

/** Everything that is known of one world, from three sources that know nothing of one another. */
export type Evidence = {
  readonly orders: readonly JournaledOrder[];
  /** In the order in which they were written. */
  readonly events: readonly JournaledEvent[];
  readonly cancels: readonly JournaledCancel[];
  /** Ids that the journal has reserved, of orders and whatever hangs on them. */
  readonly reservedIds: ReadonlySet<string>;
  /** What SQLite says of the journal's file: 'ok', and files that were put aside as damaged. */
  readonly integrity: readonly string[];
  /** Only those made in this world. */
  readonly signals: readonly ServiceSignal[];
  /** In the order of arrival; the numbers have no gap. */
  readonly requests: readonly ReceivedRequest[];
  readonly notes: readonly Note[];
};
