import Type, { type Static } from 'typebox';
import { limits } from '../limits.ts';
import { ActState } from './act.ts';
import { DesiredTarget } from './desired.ts';
import { TradingTime } from './exit.ts';
import { Action, Decimal, Id, Instrument, Nullable, UnixSeconds, Uuid } from './scalars.ts';
import { Check } from './ticket.ts';

const TypedDecimal = Type.String({ maxLength: limits.decimalLength });

/**
 * A line of a draft as the trader left it; the plan reports what cannot be sent. `quantity` is a
 * signed whole number, or `=` for the held quantity. If it was computed from a weight, `weight` is
 * that weight in percent, and `price` the price that was typed for it. Only the quantity is sent.
 */
export const TargetLine = Type.Object(
  {
    symbol: Type.String({ maxLength: 40 }),
    instrument: Instrument,
    quantity: TypedDecimal,
    weight: Type.Optional(TypedDecimal),
    price: Type.Optional(TypedDecimal),
  },
  { additionalProperties: false },
);
export type TargetLine = Static<typeof TargetLine>;

/** Allows more lines than the platform takes, so that a plan can say how many are too many. */
export const TargetLines = Type.Array(TargetLine, { maxItems: 2_000 });

/** A list, or `flat` to hold nothing. */
export const TargetRequest = Type.Union([
  Type.Object({ kind: Type.Literal('list'), systemId: Id, lines: TargetLines }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('flat'), systemId: Id }, { additionalProperties: false }),
]);
export type TargetRequest = Static<typeof TargetRequest>;

/**
 * The price that a value is computed with: typed, implied by the profit of the position, the price
 * of an own fill, or the average price of the position (`opening`).
 */
export const TargetPrice = Type.Object({
  price: Decimal,
  at: UnixSeconds,
  source: Type.Union([
    Type.Literal('typed'),
    Type.Literal('implied'),
    Type.Literal('own-fill'),
    Type.Literal('opening'),
  ]),
});
export type TargetPrice = Static<typeof TargetPrice>;

/**
 * What a plan does to a position: `+` opens it, `~` changes its size or its orders, `−` closes it,
 * `↔` reverses it, `=` leaves it unchanged.
 */
export const TargetMark = Type.Union([
  Type.Literal('+'),
  Type.Literal('~'),
  Type.Literal('−'),
  Type.Literal('↔'),
  Type.Literal('='),
]);
export type TargetMark = Static<typeof TargetMark>;

/**
 * A symbol that has a position or a pending market order, or that is in the requested list, in the
 * last confirmed list or in the list that was read back. Quantities are signed.
 */
export const TargetRow = Type.Object({
  mark: TargetMark,
  symbol: Type.String(),
  instrument: Nullable(Instrument),
  holding: Decimal,
  /** The change by market orders that are working, queued, submitted or unknown. */
  pendingQuantity: Decimal,
  /** The quantity in the last confirmed list; null if there is none. */
  lastSent: Nullable(Decimal),
  target: Decimal,
  /** False if the list omits the symbol, which closes its position. */
  isListed: Type.Boolean(),
  /**
   * The orders that the platform is expected to send (assumed), after it cancels market orders that
   * do not lead to the target.
   */
  orders: Type.Array(Type.Object({ action: Action, quantity: Decimal })),
  /** The number of market orders that the platform is expected to cancel. */
  cancels: Type.Integer(),
  price: Nullable(TargetPrice),
  /** The value of the target at `price`; null if the price or the point value is not known. */
  value: Nullable(Decimal),
  market: TradingTime,
});
export type TargetRow = Static<typeof TargetRow>;

/**
 * In dollars, at the prices of the rows. `unpriced`: the number of rows without a value. They are
 * not included.
 */
export const Exposure = Type.Object({
  gross: Decimal,
  net: Decimal,
  long: Decimal,
  short: Decimal,
  unpriced: Type.Integer(),
});
export type Exposure = Static<typeof Exposure>;

/** A plan as it is shown. It is sent by its `planId`, so that exactly this plan is sent. */
export const TargetPlan = Type.Object({
  planId: Type.String(),
  /**
   * Changes whenever the effect of the plan changes, or the state of the list that the platform
   * maintains. Prices do not change it.
   */
  digest: Type.String(),
  request: TargetRequest,
  at: UnixSeconds,
  /** What is sent. A list in which everything is zero is sent as `flat`. */
  sends: Type.Union([Type.Literal('list'), Type.Literal('flat')]),
  rows: Type.Array(TargetRow),
  checks: Type.Array(Check),
  before: Exposure,
  after: Exposure,
  accountValue: Nullable(Decimal),
  /** When the account value and buying power of the plan were read; null if they never were. */
  accountReadAt: Nullable(UnixSeconds),
  requests: Type.Integer(),
  /** When the positions and the working orders were read; null for never. */
  positionsReadAt: Nullable(UnixSeconds),
  ordersReadAt: Nullable(UnixSeconds),
});
export type TargetPlan = Static<typeof TargetPlan>;

/**
 * How weights become units: what a weight is a share of, and which differences are too small to
 * trade.
 */
export const TargetSizing = Type.Object(
  {
    base: Type.Union([Type.Literal('account'), Type.Literal('cash-equity'), Type.Literal('typed')]),
    /** In dollars, for `typed`. */
    typedBase: TypedDecimal,
    /**
     * A row is left as it is if it differs from its weight by at most `bandPercent`. `absolute`: a
     * percentage of the base. `relative`: a percentage of the row's own weight.
     */
    band: Type.Union([Type.Literal('none'), Type.Literal('absolute'), Type.Literal('relative')]),
    bandPercent: TypedDecimal,
    /** In dollars. */
    leastTrade: TypedDecimal,
    /**
     * How an option is valued: by its premium, or by its underlying, where a put counts as short.
     */
    options: Type.Union([Type.Literal('premium'), Type.Literal('underlying')]),
  },
  { additionalProperties: false },
);
export type TargetSizing = Static<typeof TargetSizing>;

/** The draft that the trader works on. `revision` grows with every save in any window. */
export const TargetDraft = Type.Object({
  lines: TargetLines,
  /** Missing in drafts without a weight. */
  sizing: Type.Optional(TargetSizing),
  revision: Type.Integer({ minimum: 1 }),
  savedAt: UnixSeconds,
});
export type TargetDraft = Static<typeof TargetDraft>;

export const NamedTargetList = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  lines: TargetLines,
  savedAt: UnixSeconds,
});
export type NamedTargetList = Static<typeof NamedTargetList>;

/** A list, `flat` or `stop` that was sent. */
export const SentTarget = Type.Object({
  intentId: Uuid,
  sentAt: UnixSeconds,
  target: DesiredTarget,
  state: ActState,
});
export type SentTarget = Static<typeof SentTarget>;
