import Type, { type Static } from 'typebox';
import { limits } from '../limits.ts';
import { Action, Duration, Id, Instrument, Nullable, Price, Quantity, UnixSeconds } from './scalars.ts';

export const Symbol = Type.String({
  minLength: limits.symbolLength.min,
  maxLength: limits.symbolLength.max,
  pattern: '^[A-Z0-9@.$/^-]+$',
});

export const OrderPrice = Type.Union([
  Type.Object({ kind: Type.Literal('market') }),
  Type.Object({ kind: Type.Literal('limit'), limit: Price }),
  Type.Object({ kind: Type.Literal('stop'), stop: Price }),
]);
export type OrderPrice = Static<typeof OrderPrice>;

/** A parent that is entered together with the order that waits for it: `conditionalUponSignal`. Its own id is drawn in main. */
export const NestedOrder = Type.Object({
  action: Action,
  quantity: Quantity,
  symbol: Symbol,
  instrument: Instrument,
  price: OrderPrice,
  duration: Duration,
});
export type NestedOrder = Static<typeof NestedOrder>;

/** An order as the trader confirmed it. Platform-api "submitSignal"; every text is sent character for character. */
export const Ticket = Type.Object({
  systemId: Id,
  action: Action,
  quantity: Quantity,
  symbol: Symbol,
  instrument: Instrument,
  price: OrderPrice,
  duration: Duration,
  /** On an entry: the conditional closing limit order (`profittarget`). */
  profitTarget: Nullable(Price),
  /** On an entry: the conditional closing stop order (`stoploss`). */
  stopLoss: Nullable(Price),
  /** `conditionalupon`: does not work until this signal is filled. */
  conditionalUpon: Nullable(Id),
  /** `xreplace`: the signal to cancel first; its OCA siblings live on unless told otherwise (order-safety 1.5). */
  replaces: Nullable(Type.Object({ serviceId: Id, leaveOcaIntact: Type.Boolean() })),
  /** `ocaid`: an own OCA group to make or join. */
  ocaGroupId: Nullable(Id),
  /** `forcenooca`: target and stop are not grouped, both may fill. */
  keepBothAlive: Type.Boolean(),
  /** `conditionalUponSignal`: a parent made with this order; excludes `conditionalUpon`. Left out is none. */
  parent: Type.Optional(Nullable(NestedOrder)),
  /** `parkUntilSecs`: the platform keeps it back until then (platform-notes 6). Left out is at once. */
  parkUntil: Type.Optional(Nullable(UnixSeconds)),
});
export type Ticket = Static<typeof Ticket>;

/** A check made before sending. `block` cannot be passed; `warn` must be confirmed by its code. */
export const Check = Type.Object({
  code: Type.String(),
  level: Type.Union([Type.Literal('block'), Type.Literal('warn'), Type.Literal('note')]),
  text: Type.String(),
  /** The ticket member it speaks of, or null for the whole. */
  field: Nullable(Type.String()),
});
export type Check = Static<typeof Check>;

/** One order of the preview's graph. `basis` says whether the platform's documentation says so or we assume it. */
export const PreviewNode = Type.Object({
  id: Type.String(),
  parentId: Nullable(Type.String()),
  text: Type.String(),
  effect: Type.Union([
    Type.Literal('new'),
    Type.Literal('waits'),
    Type.Literal('canceled'),
    Type.Literal('kept'),
    Type.Literal('unchanged'),
  ]),
  basis: Type.Union([Type.Literal('documented'), Type.Literal('assumed')]),
  ocaGroup: Nullable(Type.String()),
});
export type PreviewNode = Static<typeof PreviewNode>;

export const Preview = Type.Object({
  /** "Buy to open: 0 → 100 AAPL". */
  summary: Type.String(),
  nodes: Type.Array(PreviewNode),
  checks: Type.Array(Check),
  /** Money between entry and stop in the account's currency, when both are known. */
  risk: Nullable(Type.String()),
  reward: Nullable(Type.String()),
});
export type Preview = Static<typeof Preview>;

/** What a cancel would take with it: the orders chosen and their OCA siblings (order-safety 1.5). */
export const CancelPlan = Type.Object({
  rowIds: Type.Array(Type.String()),
  /** "Cancel 2 of 3 (stop, target)". */
  label: Type.String(),
  requests: Type.Integer(),
  alsoCanceled: Type.Array(Type.String()),
  skipped: Type.Array(Type.Object({ rowId: Type.String(), reason: Type.String() })),
});
export type CancelPlan = Static<typeof CancelPlan>;
