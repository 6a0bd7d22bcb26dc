import Type, { type Static } from 'typebox';
import { Text } from '../message.ts';
import { limits, symbolPattern } from '../limits.ts';
import { MadeFrom } from './made-from.ts';
import { UnreadableRecord } from './signal.ts';
import { Action, Decimal, Duration, Id, Instrument, Nullable, Price, Quantity, UnixSeconds } from './scalars.ts';

export const Symbol = Type.String({
  minLength: limits.symbolLength.min,
  maxLength: limits.symbolLength.max,
  pattern: symbolPattern,
});

export const OrderPrice = Type.Union([
  Type.Object({ kind: Type.Literal('market') }),
  Type.Object({ kind: Type.Literal('limit'), limit: Price }),
  Type.Object({ kind: Type.Literal('stop'), stop: Price }),
]);
export type OrderPrice = Static<typeof OrderPrice>;

/**
 * A parent that is entered together with the order that waits for it: `conditionalUponSignal`. Core
 * generates the own signal id of the parent.
 */
export const NestedOrder = Type.Object({
  action: Action,
  quantity: Quantity,
  symbol: Symbol,
  instrument: Instrument,
  price: OrderPrice,
  duration: Duration,
});
export type NestedOrder = Static<typeof NestedOrder>;

/**
 * An order as the trader confirmed it. Platform-api "submitSignal"; every text is sent character
 * for character.
 */
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
  /** `conditionalupon`: the order does not work until this signal is filled. */
  conditionalUpon: Nullable(Id),
  /**
   * The order that this one replaces: by `xreplace`, or in two steps if that is not possible. With
   * `xreplace`, the OCA siblings of the replaced order remain unless `leaveOcaIntact` is false
   * (order-safety 1.5).
   */
  replaces: Nullable(Type.Object({ serviceId: Id, leaveOcaIntact: Type.Boolean() })),
  /** `ocaid`: an own OCA group to make or join. */
  ocaGroupId: Nullable(Id),
  /** `forcenooca`: target and stop are not grouped, both may fill. */
  keepBothAlive: Type.Boolean(),
  /**
   * `conditionalUponSignal`: a parent made with this order; excludes `conditionalUpon`. Missing
   * means none.
   */
  parent: Type.Optional(Nullable(NestedOrder)),
  /** `parkUntilSecs`: when the platform releases it (platform-notes 6). Missing means at once. */
  parkUntil: Type.Optional(Nullable(UnixSeconds)),
  /**
   * The hotkey and the bracket template that made the order. They are not sent. Missing means none.
   */
  madeFrom: Type.Optional(Type.Array(MadeFrom, { maxItems: 2 })),
});
export type Ticket = Static<typeof Ticket>;

/** A check before sending. `block` cannot be confirmed; `warn` must be confirmed by its code. */
export const Check = Type.Object({
  code: Type.String(),
  level: Type.Union([Type.Literal('block'), Type.Literal('warn'), Type.Literal('note')]),
  text: Text,
  /** The ticket member that the check is about, or null for the whole ticket. */
  field: Nullable(Type.String()),
  /** The text that the trader has to type before the code of this check may be confirmed. */
  textToType: Type.Optional(Type.String()),
});
export type Check = Static<typeof Check>;

/** One order in the graph of the preview. `basis`: documented by the platform, or assumed. */
export const PreviewNode = Type.Object({
  id: Type.String(),
  parentId: Nullable(Type.String()),
  text: Text,
  effect: Type.Union([Type.Literal('new'), Type.Literal('waits'), Type.Literal('canceled'), Type.Literal('unchanged')]),
  basis: Type.Union([Type.Literal('documented'), Type.Literal('assumed')]),
  ocaGroup: Nullable(Type.String()),
});
export type PreviewNode = Static<typeof PreviewNode>;

/**
 * One member of a replacement in the old and in the new order. A price and a nested parent are
 * messages. Other members are an action code, an id, a decimal or a time in Unix seconds. Null if
 * the order does not have the member.
 */
export const MemberChange = Type.Object({
  member: Type.Union([
    Type.Literal('action'),
    Type.Literal('quantity'),
    Type.Literal('symbol'),
    Type.Literal('price'),
    Type.Literal('duration'),
    Type.Literal('target'),
    Type.Literal('stop'),
    Type.Literal('condition'),
    Type.Literal('release'),
    Type.Literal('group'),
  ]),
  before: Nullable(Text),
  after: Nullable(Text),
});
export type MemberChange = Static<typeof MemberChange>;

export const Preview = Type.Object({
  /** The action, and the position before and after it. */
  summary: Text,
  nodes: Type.Array(PreviewNode),
  /** For a replacement: every member that either order has. `release` is in unix seconds. */
  changes: Type.Array(MemberChange),
  /** The old order is canceled first, and the new one is sent when that cancel is proved. */
  twoSteps: Type.Boolean(),
  checks: Type.Array(Check),
  /** Money between entry and stop in the account's currency, when both are known. */
  risk: Nullable(Type.String()),
  reward: Nullable(Type.String()),
});
export type Preview = Static<typeof Preview>;

/**
 * Everything that a cancel would cancel: the chosen orders, their OCA siblings (order-safety 1.5),
 * and the children that wait for one of them.
 */
export const CancelPlan = Type.Object({
  rowIds: Type.Array(Type.String()),
  label: Text,
  requests: Type.Integer(),
  /** Row ids of the siblings and children that are canceled with the chosen orders. */
  alsoCanceled: Type.Array(Type.String()),
  skipped: Type.Array(Type.Object({ rowId: Type.String(), reason: Text })),
  /** Working records without a readable id: no cancel can name them. */
  unreached: Type.Array(UnreadableRecord),
  /** The working stops among the orders that are canceled. */
  stops: Type.Array(Type.Object({ rowId: Type.String(), symbol: Type.String(), quantity: Decimal })),
  /** The requested rows that are entries, except those in a group with a working exit. */
  entries: Type.Array(Type.String()),
  /**
   * The service asked to wait until this time. The cancel is sent before that time nevertheless,
   * once the trader has confirmed it.
   */
  askedUntil: Type.Optional(UnixSeconds),
});
export type CancelPlan = Static<typeof CancelPlan>;
