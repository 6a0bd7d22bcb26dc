import Type, { type Static, type TSchema } from 'typebox';
import { Decimal, Id, Instrument, Nullable, UnixSeconds, Uuid } from './scalars.ts';
import { AutoTradeLinkState } from './autotrade-link-state.ts';
import { Check } from './ticket.ts';

const strict = { additionalProperties: false } as const;
const units = Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }));
const dollars = Nullable(Type.Integer({ minimum: 100, maximum: 1_000_000_000_000 }));
const ofEachType = <Schema extends TSchema>(schema: Schema) =>
  Type.Object({ stock: schema, option: schema, future: schema, forex: schema }, strict);

/**
 * How a broker account copies a strategy, platform-api "startAutoTrade". A null limit means
 * no limit. The platform documents no maximum scaling; its own page accepts at most 1,000 %.
 */
export const AutoTradeSettings = Type.Object(
  {
    /** Whole percent of the strategy's quantity. */
    scalingPercentage: Type.Integer({ minimum: 1, maximum: 1_000 }),
    /** The largest position, in contracts or mini-lots. */
    maxUnits: Type.Object({ future: units, forex: units, option: units }, strict),
    /** The largest position in one stock, in dollars. */
    maxDollarsStocks: dollars,
    /**
     * A copied position that has lost this much is closed, and stays closed until the strategy's
     * trade ends.
     */
    stopLossDollarsPerPosition: dollars,
    enabled: ofEachType(Type.Boolean()),
    allowShortOptions: Type.Boolean(),
    /** Positions that were traded by hand in the account do not count as copied. */
    ignoreManualTrades: Type.Boolean(),
    /** Used only at a start: trades that are open at that time are copied at once. */
    joinTradesInProgress: Type.Boolean(),
  },
  strict,
);
export type AutoTradeSettings = Static<typeof AutoTradeSettings>;

const brokerCode = Type.String({ minLength: 1, maxLength: 60 });

/**
 * The members that identify a copy. A null `personId` is the owner of the API key or, on a private
 * platform, the owner of the strategy.
 */
const copy = { systemId: Id, personId: Nullable(Id), brokerCode };

/** What the trader wants to do with the copy of a strategy at a broker. */
export const AutoTradeRequest = Type.Union([
  Type.Object({ kind: Type.Literal('start'), ...copy, settings: AutoTradeSettings }, strict),
  Type.Object({ kind: Type.Literal('change'), ...copy, settings: AutoTradeSettings }, strict),
  /** `leave`: positions and orders remain in the account. Otherwise what was copied is closed. */
  Type.Object({ kind: Type.Literal('stop'), ...copy, leave: Type.Boolean() }, strict),
]);
export type AutoTradeRequest = Static<typeof AutoTradeRequest>;
/** What identifies a copy: the members of `copy`. */
export type Copy = Pick<AutoTradeRequest, 'systemId' | 'personId' | 'brokerCode'>;

/**
 * Typed for each start, sent once, and stored nowhere (acts.md A8). A member is null if the broker
 * does not ask for it.
 */
export const BrokerCredentials = Type.Object(
  {
    accountNumber: Nullable(Type.String({ maxLength: 200 })),
    userId: Nullable(Type.String({ maxLength: 200 })),
    password: Nullable(Type.String({ maxLength: 200 })),
  },
  strict,
);
export type BrokerCredentials = Static<typeof BrokerCredentials>;

/** A position that the end of a copy left in the account, as the platform named it. */
export const PositionLeft = Type.Object({ symbol: Type.String(), instrument: Type.String(), quantity: Type.String() });
export type PositionLeft = Static<typeof PositionLeft>;

/**
 * The copy of one strategy at one broker. The platform has no list of links and no read of their
 * settings, so this is what was set from here and what the broker list shows.
 */
export const AutoTradeLink = Type.Object({
  systemId: Id,
  /** On a private platform, the person whose account it is. Null: the owner of the API key. */
  personId: Nullable(Id),
  brokerCode: Type.String(),
  /** Empty if no broker list was read. */
  brokerName: Type.String(),
  state: AutoTradeLinkState,
  /** `broker_account_guid`, as last answered or read. */
  accountGuid: Nullable(Type.String()),
  /**
   * The last four characters of the account number as typed here; null if none was typed here.
   */
  accountEnd: Nullable(Type.String()),
  /** The settings last confirmed from here; null if there are none. */
  settings: Nullable(AutoTradeSettings),
  /** Settings that were sent from here without a clear answer and so may be in effect. */
  pending: Nullable(AutoTradeSettings),
  /**
   * Whether `settings` are in effect as far as this program can know. Also false if a limit that
   * they leave empty may be in effect, because a change cannot remove it.
   */
  isSettingsKnown: Type.Boolean(),
  /** When the last act of this link was sent; null if the copy was set elsewhere. */
  changedAt: Nullable(UnixSeconds),
  /** When the broker list that shows the account was read; null if it does not show the account. */
  seenAt: Nullable(UnixSeconds),
  /** When the broker list was read; null when it was never read. */
  brokersReadAt: Nullable(UnixSeconds),
  /** What the last end of the copy left in the account. */
  positionsLeft: Type.Array(PositionLeft),
  /** The act whose outcome is open. */
  openIntentId: Nullable(Uuid),
  /** No read can prove the open act. */
  isOutcomeUnprovable: Type.Boolean(),
});
export type AutoTradeLink = Static<typeof AutoTradeLink>;

/** Why a copy is smaller than quantity × scaling. */
export const CopyLimit = Type.Union([
  Type.Literal('type-off'),
  Type.Literal('short-options-off'),
  Type.Literal('below-one-unit'),
  Type.Literal('cap'),
  Type.Literal('rounded'),
  Type.Literal('not-joined'),
]);
export type CopyLimit = Static<typeof CopyLimit>;

/**
 * What an act trades in one position of the strategy. It is an estimate, because no read returns
 * what the account holds. Quantities are signed. If the settings before the act are not known,
 * `before` is null. `delta` is then null too unless the act leaves the positions, and `after` is
 * null if it depends on those settings.
 */
export const CopyRow = Type.Object({
  symbol: Type.String(),
  instrument: Instrument,
  strategyQuantity: Decimal,
  before: Nullable(Decimal),
  after: Nullable(Decimal),
  /** The quantity that is bought now; negative if it is sold. */
  delta: Nullable(Decimal),
  limit: Nullable(CopyLimit),
  /** The price of the estimate and its time; null if no price is known. */
  price: Nullable(Type.Object({ price: Decimal, at: UnixSeconds })),
  /**
   * The value after the act in dollars, unsigned; null without `after`, or if the price, the point
   * value or the currency rate is not known.
   */
  value: Nullable(Decimal),
});
export type CopyRow = Static<typeof CopyRow>;

/**
 * One setting before and after the act, as the platform writes it. A null `before` is not known or
 * no limit; a null `after` is no limit.
 */
export const SettingRow = Type.Object({
  /** The platform's name of the field. */
  field: Type.String(),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
  /**
   * `sent`: the value is sent, but it is not known whether it changes anything. `kept`: the limit is
   * empty and not sent, and it is not known which limit is in effect.
   */
  change: Type.Union([
    Type.Literal('new'),
    Type.Literal('changed'),
    Type.Literal('same'),
    Type.Literal('sent'),
    Type.Literal('kept'),
  ]),
});
export type SettingRow = Static<typeof SettingRow>;

/**
 * How many units of the strategy's past trades a copy omits because of whole units and limits.
 * Units are unsigned.
 */
export const RoundingMeter = Type.Object({
  /** Number of past trades that are counted. */
  trades: Type.Integer(),
  /** Number of trades of which no unit is copied. */
  notCopied: Type.Integer(),
  /**
   * The sum of the largest positions of the trades. Here and below, `exact` is quantity × scaling,
   * and `copied` is what whole units and limits leave of it.
   */
  size: Type.Object({ exact: Decimal, copied: Decimal }),
  /** The sum of the fills that enlarge an open position. */
  scaleIns: Type.Object({ exact: Decimal, copied: Decimal }),
  /** The sum of the fills that reduce a position and leave some of it open. */
  scaleOuts: Type.Object({ exact: Decimal, copied: Decimal }),
  /**
   * The lowest percentage at which 95 of 100 trades have at least one unit; null without a trade,
   * or if 1,000 % is not enough.
   */
  smallestScaling: Nullable(Type.Integer()),
  /** Past trades that are not counted, because their fills were not read. */
  unread: Type.Integer(),
});
export type RoundingMeter = Static<typeof RoundingMeter>;

/** `optional`: the broker does not say whether it needs the credential. */
export const CredentialNeed = Type.Union([
  Type.Literal('required'),
  Type.Literal('optional'),
  Type.Literal('not-needed'),
]);
export type CredentialNeed = Static<typeof CredentialNeed>;

/** A plan as it is shown. `planId` is named on sending, so that exactly this plan is sent. */
export const AutoTradePlan = Type.Object({
  planId: Type.String(),
  /** Changes whenever the data behind the plan changes. */
  digest: Type.String(),
  request: AutoTradeRequest,
  brokerName: Type.String(),
  strategyName: Type.String(),
  /** On a private platform, the person whose account it is. Null: the owner of the API key. */
  personId: Nullable(Id),
  at: UnixSeconds,
  /**
   * The act only reduces. The kill switch does not block it, and it can be sent while an earlier
   * act has no answer.
   */
  reduces: Type.Boolean(),
  /** The credentials that the broker asks for, only at a start. Each has 4 to 30 characters. */
  needs: Type.Object({ accountNumber: CredentialNeed, userId: CredentialNeed, password: CredentialNeed }),
  userIdLabel: Nullable(Type.String()),
  /**
   * What the trader types before sending: the last four characters of the account number, or the
   * broker code if none is known. Null for the end of a copy and for a change that only reduces.
   */
  confirmBy: Nullable(Type.Union([Type.Literal('account-end'), Type.Literal('broker-code')])),
  /** The last four characters, as typed at the start; null if they are not known here. */
  accountEnd: Nullable(Type.String()),
  /** Only at a start and at a change. */
  settings: Type.Array(SettingRow),
  positions: Type.Array(CopyRow),
  /**
   * Value of all positions after the act, in dollars. Null if a quantity after the act is not
   * known, or if a position that remains has no known value.
   */
  value: Nullable(Decimal),
  /** Stop loss per position × copied positions, in dollars; null without a stop loss. */
  worstCase: Nullable(Decimal),
  rounding: Nullable(RoundingMeter),
  checks: Type.Array(Check),
  requests: Type.Integer(),
  /** When the positions and the brokers were read. */
  positionsReadAt: Nullable(UnixSeconds),
  brokersReadAt: Nullable(UnixSeconds),
});
export type AutoTradePlan = Static<typeof AutoTradePlan>;

/** A replay of past fills with the settings of a plan. Results are in dollars. */
export const AutoTradeRehearsal = Type.Object({
  days: Type.Integer(),
  copiedTradeCount: Type.Integer(),
  skippedTradeCount: Type.Integer(),
  fillCount: Type.Integer(),
  stopOutCount: Type.Integer(),
  /** The largest copied position in each symbol. */
  largest: Type.Array(Type.Object({ symbol: Type.String(), units: Decimal })),
  /** The result up to each fill: of the copy, and of quantity × scaling without limits. */
  points: Type.Array(Type.Object({ at: UnixSeconds, copied: Type.Number(), exact: Type.Number() })),
  /** Trades in the period whose fills were not read. */
  unread: Type.Integer(),
});
export type AutoTradeRehearsal = Static<typeof AutoTradeRehearsal>;
