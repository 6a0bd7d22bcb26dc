import Type, { type Static } from 'typebox';
import { Id, Instrument, Nullable } from './scalars.ts';

/**
 * One way to trade at a broker, platform-api "Broker". A member is null if the platform does not
 * give it.
 */
export const BrokerChoice = Type.Object({
  /** `brokercode`. */
  code: Type.String(),
  /** `brokername`. */
  name: Type.String(),
  /** `brokerClassName`: the broker that offers the choice. */
  className: Type.String(),
  /** `brokerClassImageURL`. It is shown as text and never loaded. */
  imageUrl: Type.String(),
  /** `is_svc_preferred` of the class. */
  preferred: Nullable(Type.Boolean()),
  /** `broker_trades_stocks` and the flags of the other types. */
  trades: Type.Record(Instrument, Nullable(Type.Boolean())),
  /** `manual_trading_allowed`. */
  manualTrading: Nullable(Type.Boolean()),
  /** `onlynonusacustomers`. */
  onlyOutsideUsa: Nullable(Type.Boolean()),
  /** `this_is_secondary_choice_available_only_if_brokercode_used`. */
  secondary: Nullable(Type.Boolean()),
  /** `needAccountPW`, `needAccountNum`, `need_broker_userid`. */
  needs: Type.Object({
    password: Nullable(Type.Boolean()),
    accountNumber: Nullable(Type.Boolean()),
    userId: Nullable(Type.Boolean()),
  }),
  /** `textlabel_for_broker_userid`: what the broker calls its user id. */
  userIdLabel: Nullable(Type.String()),
  /**
   * `personid_is_trading_here_broker_account_guid`: the account at this broker that copies the
   * strategy; null if none does.
   */
  accountGuid: Nullable(Type.String()),
});
export type BrokerChoice = Static<typeof BrokerChoice>;

/** The answer of `getListAvailableBrokers` for one strategy, as last read. */
export const BrokerList = Type.Object({
  /** `parameters_in.countrycode` and `parameters_in.personid`: for whom the list was made. */
  country: Nullable(Type.String()),
  personId: Nullable(Id),
  choices: Type.Array(BrokerChoice),
});
export type BrokerList = Static<typeof BrokerList>;
