import Type, { type Static } from 'typebox';
import { Text } from '../message.ts';
import { limits } from '../limits.ts';
import { Nullable, Quantity, UnixSeconds } from './scalars.ts';

/** A money amount above zero, at most two decimals. */
export const CapValue = Type.String({ pattern: '^(?=.*[1-9])[0-9]{1,15}([.][0-9]{1,2})?$' });

/** Limits of one order. Null means no limit. */
export const OrderCap = Type.Object(
  { quantity: Nullable(Quantity), value: Nullable(CapValue) },
  { additionalProperties: false },
);
export type OrderCap = Static<typeof OrderCap>;

/**
 * Limits of what is sent within a period: number of orders, and their total quantity and value.
 */
export const FlowCap = Type.Object(
  {
    count: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    quantity: Nullable(Quantity),
    value: Nullable(CapValue),
  },
  { additionalProperties: false },
);
export type FlowCap = Static<typeof FlowCap>;

/**
 * Hard limits on new risk, order-safety 1.8. They apply in main to every entry, and no confirmation
 * overrides them. They do not apply to cancels and exits. A day is a New York day, a minute is the
 * last sixty seconds of the monotonic clock.
 */
export const RiskCaps = Type.Object(
  {
    perOrder: OrderCap,
    perDay: FlowCap,
    perMinute: FlowCap,
    /**
     * People of a private platform that one run of changes may delete. If missing,
     * `limits.deletesPerRun` applies.
     */
    deletesPerRun: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.stagedChanges })),
  },
  { additionalProperties: false },
);
export type RiskCaps = Static<typeof RiskCaps>;

/** A percentage or a multiple above zero. */
const Factor = Type.String({ pattern: '^(?=.*[1-9])[0-9]{1,6}([.][0-9]{1,2})?$' });

/**
 * The checks of an entry of one instrument type, before it is sent. Prices of exits are checked
 * too.
 */
export const Precaution = Type.Object(
  {
    /** Warns if a price is further than this from the last own fill or implied price, percent. */
    pricePercent: Factor,
    /**
     * Warns above this part of the account, percent. Futures and forex count by their usual margin.
     */
    valuePercent: Factor,
    /** Blocks the order above this part of the account, percent. */
    accountPercent: Factor,
    /**
     * Warns above this multiple of the own median size. Above ten times, the size must be typed.
     */
    medianTimes: Factor,
  },
  { additionalProperties: false },
);
export type Precaution = Static<typeof Precaution>;

export const Precautions = Type.Object(
  { stock: Precaution, option: Precaution, future: Precaution, forex: Precaution },
  { additionalProperties: false },
);
export type Precautions = Static<typeof Precautions>;

/** The use of a flow cap. Orders without a price have no value: `unpriced` counts them. */
export const RiskUse = Type.Object({
  count: Type.Integer(),
  quantity: Type.String(),
  value: Type.String(),
  unpriced: Type.Integer(),
});
export type RiskUse = Static<typeof RiskUse>;

/** While it is on, no mutating request that adds risk is sent (order-safety P22). */
export const KillSwitch = Type.Union([
  Type.Object({ on: Type.Literal(false) }),
  Type.Object({
    on: Type.Literal(true),
    since: UnixSeconds,
    /** As typed, or a message if nothing was typed. */
    reason: Text,
    /** False if the switch could not be written to disk and would not survive a restart. */
    durable: Type.Boolean(),
  }),
]);
export type KillSwitch = Static<typeof KillSwitch>;

/** Why the desk was disarmed. */
export const DisarmReason = Type.Union([
  Type.Literal('start'),
  Type.Literal('user'),
  Type.Literal('idle'),
  /** The screen was locked, or the computer slept. */
  Type.Literal('lock'),
  Type.Literal('strategy-switch'),
  Type.Literal('connection-change'),
  /** The same connection was opened again, for example after a change of its key. */
  Type.Literal('opened-again'),
  Type.Literal('stale-data'),
  Type.Literal('unknown-order'),
  Type.Literal('kill-switch'),
]);
export type DisarmReason = Static<typeof DisarmReason>;

/**
 * Arming allows new risk by one press. Exits, cancels and reviewed orders never need it. It does
 * not survive a restart.
 */
export const Arming = Type.Union([
  Type.Object({
    armed: Type.Literal(true),
    since: UnixSeconds,
    systemId: Type.String(),
    /** The time at which the desk disarms automatically, unless it is used before. */
    idleAt: UnixSeconds,
  }),
  Type.Object({ armed: Type.Literal(false), reason: DisarmReason }),
]);
export type Arming = Static<typeof Arming>;

/** Everything that limits new risk on this connection; `desk.changed` and `risk.get`. */
export const DeskGuard = Type.Object({
  kill: KillSwitch,
  arming: Arming,
  caps: RiskCaps,
  precautions: Precautions,
  /** False until the trader has saved the precautions of this mode. Until then, defaults apply. */
  hasOwnPrecautions: Type.Boolean(),
  used: Type.Object({ day: RiskUse, minute: RiskUse }),
});
export type DeskGuard = Static<typeof DeskGuard>;
