import Type, { type Static } from 'typebox';
import { AutoTradeLinkState } from './autotrade-link-state.ts';
import { Decimal, Id, Nullable, UnixSeconds, Uuid } from './scalars.ts';
import { Check } from './ticket.ts';

/** The only value of `actionType` that the specification names. */
export const atOnceActionType = 'unsubscribe_immediate';

const ParameterValue = Type.String({ minLength: 1, maxLength: 60 });

/** The person whose key the connection uses joins or leaves a strategy. */
export const SubscriptionRequest = Type.Union([
  Type.Object({ kind: Type.Literal('begin'), systemId: Id }),
  Type.Object({
    kind: Type.Literal('end'),
    systemId: Id,
    actionType: ParameterValue,
    /** If null, the parameter is not sent. */
    autoTradePositionsAndOrders: Nullable(ParameterValue),
  }),
]);
export type SubscriptionRequest = Static<typeof SubscriptionRequest>;
export type EndRequest = Extract<SubscriptionRequest, { kind: 'end' }>;

/** Parameters of an unsubscribe request. The specification does not list all of their values. */
export const unsubscribeParameters = ['actionType', 'autoTradePositionsAndOrders'] as const;
export type UnsubscribeParameter = (typeof unsubscribeParameters)[number];

/**
 * `current`: the strategy is in the list of strategies, and another person owns it.
 * `begin-unknown`, `end-unknown`: an act without a clear answer. `ended`: the strategy is no longer
 * listed.
 */
export const SubscriptionState = Type.Union([
  Type.Literal('current'),
  Type.Literal('begin-unknown'),
  Type.Literal('end-unknown'),
  Type.Literal('ended'),
]);
export type SubscriptionState = Static<typeof SubscriptionState>;

/**
 * A subscription of the person whose key the connection uses. Dates and amounts are assumed if
 * their comment says so.
 */
export const Subscription = Type.Object({
  systemId: Id,
  name: Type.String(),
  owner: Type.String(),
  state: SubscriptionState,
  monthlyFee: Nullable(Decimal),
  alive: Nullable(Type.Boolean()),
  /** When it was begun from here; null if it was begun elsewhere. */
  begunAt: Nullable(UnixSeconds),
  endedAt: Nullable(UnixSeconds),
  /** `subscription_guid`, as answered. */
  guid: Nullable(Type.String()),
  /**
   * Assumed: the first payment is due at the end of the trial, or at the start if there is no
   * trial. After that a payment is due every month.
   */
  nextPaymentAt: Nullable(UnixSeconds),
  /**
   * Assumed: the payments of the next twelve months; empty if they are not known, or the
   * subscription has ended.
   */
  upcoming: Type.Array(UnixSeconds),
  /** Assumed: the fees that fell due since it was begun from here. */
  paid: Nullable(Decimal),
  /** The act whose outcome is open. */
  openIntentId: Nullable(Uuid),
});
export type Subscription = Static<typeof Subscription>;

/** Values of a parameter that the platform named in a refusal, and when it refused. */
export const NamedValues = Type.Object({ values: Type.Array(ParameterValue), at: UnixSeconds });
export type NamedValues = Static<typeof NamedValues>;

/** A plan as it is shown. It is sent by its `planId`, so that exactly this plan is sent. */
export const SubscriptionPlan = Type.Object({
  planId: Type.String(),
  /** Changes whenever the data behind the plan changes. */
  digest: Type.String(),
  request: SubscriptionRequest,
  at: UnixSeconds,
  name: Type.String(),
  owner: Type.String(),
  monthlyFee: Nullable(Decimal),
  /** Twelve monthly fees. */
  yearlyFee: Nullable(Decimal),
  freeTrialDays: Nullable(Decimal),
  /** Assumed: the API does not say when the first fee is due. */
  firstPaymentAt: Nullable(UnixSeconds),
  minimumPortfolio: Nullable(Decimal),
  /**
   * The known copies of the strategy at brokers. The platform does not say what becomes of them
   * when the subscription ends.
   */
  copies: Type.Array(Type.Object({ brokerCode: Type.String(), brokerName: Type.String(), state: AutoTradeLinkState })),
  /**
   * For each parameter of an unsubscribe request: the values that the platform allows, from the
   * newest refusal that named values. Null if no refusal did.
   */
  named: Type.Object({
    actionType: Nullable(NamedValues),
    autoTradePositionsAndOrders: Nullable(NamedValues),
  }),
  checks: Type.Array(Check),
  requests: Type.Integer(),
  /** When the list of strategies was read; null for never. */
  listReadAt: Nullable(UnixSeconds),
});
export type SubscriptionPlan = Static<typeof SubscriptionPlan>;
