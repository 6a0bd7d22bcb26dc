import Type, { type Static } from 'typebox';
import { Text } from '../message.ts';
import { Lane } from './activity.ts';
import { Profile, SecretStoreState } from './profile.ts';
import { Nullable, UnixSeconds } from './scalars.ts';

export const Mode = Type.Union([Type.Literal('PRACTICE'), Type.Literal('LIVE')]);
export type Mode = Static<typeof Mode>;

/** The state of the pacer, for the window. */
export const QueueState = Type.Object({
  waiting: Type.Integer(),
  inFlight: Nullable(Type.Object({ command: Type.String(), lane: Lane })),
  next: Nullable(Type.Object({ command: Type.String(), lane: Lane })),
  /** Wall clock in milliseconds before which nothing starts; null when a request may start now. */
  nextStartAt: Nullable(Type.Integer()),
  /** The number of requests that were started in the last minute. */
  perMinute: Type.Integer(),
  paceMs: Type.Integer(),
  /** Milliseconds of back-off after failures, 0 when there is none. */
  backOffMs: Type.Integer(),
  /** The service asked to wait: no read and no order with new risk is sent before this time. */
  askedUntil: Type.Optional(UnixSeconds),
});
export type QueueState = Static<typeof QueueState>;

/**
 * Whether new orders may be sent, and if not, why. Cancels are never locked. `exits`: orders that
 * only close are still sent, after the checks of their preview are confirmed.
 */
export const OrderEntry = Type.Union([
  Type.Object({ open: Type.Literal(true) }),
  Type.Object({ open: Type.Literal(false), reason: Text, exits: Type.Optional(Type.Literal(true)) }),
]);
export type OrderEntry = Static<typeof OrderEntry>;

/**
 * A message that remains until it is dismissed: a salvaged journal, a rebuilt cache, no keychain, a
 * fill, a reject.
 */
export const Notice = Type.Object({
  id: Type.String(),
  level: Type.Union([Type.Literal('info'), Type.Literal('good'), Type.Literal('warn'), Type.Literal('danger')]),
  title: Text,
  text: Text,
  at: UnixSeconds,
  /** The signal row that the notice is about. */
  rowId: Nullable(Type.String()),
  systemId: Nullable(Type.String()),
  /** The change that the notice is about, by intent id. Missing for orders and for the program. */
  changeId: Type.Optional(Type.String()),
  /**
   * The connection that the notice is about, if that is not the one in use. There is then no row
   * to show.
   */
  connection: Type.Optional(Type.Object({ name: Type.String(), mode: Mode })),
  /** The kind of event that screen readers announce. Missing except for own fills and rejects. */
  announced: Type.Optional(Type.Union([Type.Literal('fill'), Type.Literal('reject')])),
});
export type Notice = Static<typeof Notice>;

/** The data of the window frame, valid for all panels. */
export const Status = Type.Object({
  profile: Profile,
  mode: Mode,
  connection: Type.Union([
    Type.Object({ state: Type.Literal('connecting') }),
    /** The service answers. `at`: the time of its last answer. */
    Type.Object({ state: Type.Literal('answering'), at: UnixSeconds }),
    /** The service does not answer. `since`: when this was found. */
    Type.Object({ state: Type.Literal('failing'), since: UnixSeconds, text: Text }),
    Type.Object({ state: Type.Literal('no-key'), text: Text }),
    /**
     * The connection could not be opened. `text` is the reason. The user has to choose another
     * connection, or this connection again.
     */
    Type.Object({ state: Type.Literal('not-opened'), text: Text }),
    /** A review bundle is shown: there is no connection, and nothing can be sent. */
    Type.Object({ state: Type.Literal('read-only'), text: Text }),
  ]),
  orderEntry: OrderEntry,
  queue: QueueState,
  unknownOrders: Type.Integer(),
  /** An order of an open connection waits to be sent, or for the cancel that must be proved first. */
  ordersWaiting: Type.Optional(Type.Literal(true)),
  /** An exit plan of an open connection is carried out, or waits for the opening of its market. */
  exitsRunning: Type.Optional(Type.Literal(true)),
  /**
   * A set of changes of an open connection is applied, or a change has no clear answer yet that a
   * reading can prove.
   */
  changesRunning: Type.Optional(Type.Literal(true)),
  /** The secondary connections: those that are open beside the one in use. */
  secondary: Type.Array(Type.Object({ name: Type.String(), mode: Mode, unknownOrders: Type.Integer() })),
  /** The platform has refused the key since this time, and this many orders are open. */
  keyRefused: Type.Optional(Type.Object({ since: UnixSeconds, openOrders: Type.Integer() })),
  secretStore: SecretStoreState,
  notices: Type.Array(Notice),
});
export type Status = Static<typeof Status>;

/** The data that is read of a strategy, each dataset with its own age. */
export const Dataset = Type.Union([
  Type.Literal('details'),
  Type.Literal('margin'),
  Type.Literal('signalsWorking'),
  Type.Literal('signalsAll'),
  Type.Literal('tradesOpen'),
  Type.Literal('trades'),
  Type.Literal('equity'),
  Type.Literal('desired'),
  Type.Literal('subscribers'),
  Type.Literal('brokers'),
]);
export type Dataset = Static<typeof Dataset>;

/** The age of a dataset. `revision` increases whenever the stored data of the dataset changed. */
export const DatasetState = Type.Object({
  revision: Type.Integer(),
  /** When the service last answered for it; null for never. */
  readAt: Nullable(UnixSeconds),
  /** Data older than this many seconds is stale: it is grayed, and the ticket warns. */
  staleAfterSeconds: Type.Integer(),
  /** Why the last attempt failed; null when it did not. */
  failure: Nullable(Text),
  /** True while the dataset is being read. */
  reading: Type.Boolean(),
  /** Only the owner of the strategy may read the dataset, and another person is the owner. */
  ownersOnly: Type.Optional(Type.Literal(true)),
  /**
   * Missing unless the last attempt of this run failed. `nextTryAt` is null if no other is planned.
   */
  failing: Type.Optional(Type.Object({ since: UnixSeconds, nextTryAt: Nullable(UnixSeconds) })),
});
export type DatasetState = Static<typeof DatasetState>;
