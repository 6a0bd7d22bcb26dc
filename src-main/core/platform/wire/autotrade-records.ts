import type { WireFlag, WireInstrumentType, WireOk } from './records.ts';

/** `{ok, success}`: the shape of the answers about brokers and AutoTrade. */
export type WireSuccess<T> = { ok: WireOk; success: T };

/** One way to trade at a broker. */
export type WireBrokerChoice = {
  brokername: string;
  brokercode: string;
  manual_trading_allowed: WireFlag;
  broker_trades_options: WireFlag;
  broker_trades_stocks: WireFlag;
  broker_trades_futures: WireFlag;
  broker_trades_forex: WireFlag;
  /** '' unless the person has a live link at this broker. */
  personid_is_trading_here_broker_account_guid: string;
  onlynonusacustomers: WireFlag;
  this_is_secondary_choice_available_only_if_brokercode_used: WireFlag;
  needAccountPW: WireFlag;
  needAccountNum?: WireFlag;
  need_broker_userid?: WireFlag;
  textlabel_for_broker_userid?: string;
};

export type WireBrokerClass = {
  brokerClassImageURL: string;
  brokerClassName: string;
  is_svc_preferred: WireFlag;
  brokerChoicesForThisParentClass: WireBrokerChoice[];
};

/**
 * The parameters of getListAvailableBrokers as the platform understood them; '' for one that was
 * not given.
 */
export type WireBrokerParameters = {
  options: string;
  stocks: string;
  futures: string;
  forex: string;
  allow_short_options: string;
  show_simulated_broker: string;
  countrycode: string;
  personid: string;
  wlSiteID: string;
  systemid: string;
};

export type WireBrokers = { parameters_in: WireBrokerParameters; brokers_available: WireBrokerClass[] };

/** startAutoTrade and changeAutoTrade */
export type WireAutoTradeAccount = { broker_account_guid: string };

/**
 * A position that remained in the broker account when AutoTrade was stopped. The specification does
 * not show this record; its members are those of the practice service.
 */
export type WirePositionLeft = { symbol: string; typeofsymbol: WireInstrumentType; quant: string };

/** stopAutoTrade */
export type WireAutoTradeStopped = { status: { visiblePositionsLeftUntouched: WirePositionLeft[] } };
