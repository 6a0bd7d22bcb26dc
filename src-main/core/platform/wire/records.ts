/**
 * The records and answers of the platform in the form of the wire, with the documented names and
 * JSON types. Types only: the practice service writes them, and the desktop client reads them with
 * its own tolerant schemas.
 *
 * Numbers are JSON strings unless the specification marks them 'num'. An absent value is null, ''
 * or '0', or the member is missing (platform-notes.md 25).
 */

/** '1' or '0' as text; some answers carry the number (platform-notes.md 18). */
export type WireOk = '0' | '1' | 0 | 1;
export type WireFlag = '0' | '1';
/** A string that may be absent: '', '0' or null. */
export type WireOptionalText = string | null;

export type WireInstrumentType = 'stock' | 'option' | 'future' | 'forex';
export type WireAction = 'BTO' | 'STO' | 'SSHORT' | 'BTC' | 'STC';
export type WireDuration = 'DAY' | 'GTC';
/**
 * The source code of a public client lists `posted`, for signals that wait for their parent.
 * Unknown values must be expected.
 */
export type WireSignalStatus = 'working' | 'traded' | 'canceled' | 'expired' | 'posted';
export type WireSignalTimeFilter = 'time_posted' | 'time_traded' | 'time_expired' | 'time_canceled';

/** What requests accept for an identifier, a number or a flag. */
export type WireInput = string | number | null;

// ---- envelopes ----

export type WireError = { title: string; message: string; errors?: string[] };
export type WireFailure = { ok: WireOk; error: WireError };
/** `{ok, response}`: the shape of most reads. */
export type WireResponse<T> = { ok: WireOk; response: T };

// ---- strategies ----

/** listAllSystems */
export type WireSystemListEntry = {
  system_id: string;
  systemName: string;
  shortDescription: string;
  longDescription: WireOptionalText;
  monthlyFee: string;
  createdWhen: string;
  isAlive: WireFlag;
  freeTrialPeriodDays: string;
  creatorScreenName: string;
};

/** getSystemRoster: exactly these 17 members (platform-notes.md 24). */
export type WireRosterEntry = {
  system_id: string;
  ownerpersonid: string;
  trades_stocks: WireFlag | null;
  trades_stocks_short: WireFlag | null;
  trades_options_short: WireFlag | null;
  minimum_portfolio_size_required: string;
  freeTrialPeriodDays: string;
  owner_screenname: string;
  trades_options: WireFlag | null;
  /** A date without a time. */
  created_when: string;
  system_name: string;
  /** '0' while the strategy is active. */
  recently_inactive_since: string;
  equitycurve_startingcapital: string;
  monthlyFee: string;
  trades_forex: WireFlag | null;
  isAlive: WireFlag;
  trades_futures: WireFlag | null;
};

export type WireStatisticMetainfo = {
  bunch: string;
  dataset: string;
  group: string;
  suffix: string;
  helpText: string;
  category: string;
  precision: string;
  prefix: string;
  multiplier: string;
};
export type WireStatisticEntry = { value: string | number | null; metainfo?: WireStatisticMetainfo };
/** Most are objects; some are bare strings, some arrays of objects (platform-notes.md 31). */
export type WireStatistic = WireStatisticEntry | string | Record<string, string>[];
export type WireStatistics = Record<string, WireStatistic>;

/** Whole dollars; buyPower = cash + equity - marginUsed (platform-notes.md 30). */
export type WireMarginFigures = {
  buyPower: number;
  modelAccountValue: number;
  marginUsed: number;
  /** Open profit or loss, may be negative. */
  equity: number;
  /** 'YYYY-MM-DD hh:mm:ss', New York. */
  updatedLastTimeET: string;
  cash: number;
  systemid: string;
};

/**
 * A success of requestMarginEquity has its figures at the top level, without `response`
 * (platform-notes.md 19).
 */
export type WireMarginAnswer = { ok: WireOk } & WireMarginFigures;

/** getSystemDetails */
export type WireSystemDetails = {
  system_id: string;
  systemName: string;
  shortDescription: string;
  longDescription: WireOptionalText;
  createdWhen: string;
  ownerpersonid: string;
  owner_screenname: string;
  monthlyFee: string;
  freeTrialPeriodDays: string;
  minimum_portfolio_size_required: string;
  equitycurve_startingcapital: string;
  isAlive: WireFlag;
  test_system: WireFlag;
  trades_stocks: WireFlag | null;
  trades_stocks_short: WireFlag | null;
  trades_options: WireFlag | null;
  trades_options_short: WireFlag | null;
  trades_futures: WireFlag | null;
  trades_forex: WireFlag | null;
  shorts_stocks: WireFlag | null;
  shorts_options: WireFlag | null;
  creditSystemTimeUntil_epochSecs: WireOptionalText;
  creditSystemTimeUntil_clock: WireOptionalText;
  trades_own_system_certified: WireOptionalText;
  trades_own_system_scaling: WireOptionalText;
  trades_own_system_percent_followed: WireOptionalText;
  trades_own_system_number_signals: WireOptionalText;
  statistics: WireStatistics;
  marginEquityData: WireMarginFigures;
};

// ---- signals ----

/**
 * The `signal` object of submitSignal. Zero, null and '' mean "not given" (platform-notes.md 4).
 */
export type WireSignalRequest = {
  action: WireAction;
  quant: WireInput;
  symbol: string;
  typeofsymbol: WireInstrumentType;
  duration?: WireDuration | '' | null;
  limit?: WireInput;
  stop?: WireInput;
  market?: WireInput;
  profittarget?: WireInput;
  stoploss?: WireInput;
  /** Service id or own id of the parent. */
  conditionalupon?: WireInput;
  conditionalUponSignal?: WireSignalRequest | null;
  /** Service id or own id of the signal to replace. */
  xreplace?: WireInput;
  leave_oca_intact?: WireInput;
  /** Own id. */
  signalid?: WireInput;
  ocaid?: WireInput;
  forcenooca?: WireInput;
  /** Unix seconds. */
  parkUntilSecs?: WireInput;
  parkUntilYYYYMMDDHHMM?: WireInput;
  comments?: string | null;
};

/** The signal as echoed by submitSignal. Prices not given are '0' (platform-notes.md 33). */
export type WireSubmittedSignal = {
  market: WireFlag;
  /** The service's id. */
  signalid: string;
  /** Present only when an own id was given. */
  localsignalid?: string;
  stoploss: string;
  comments: string;
  day: WireFlag;
  systemid: string;
  parkUntilYYYYMMDDHHMM: WireOptionalText;
  parkUntilSecs: WireOptionalText;
  symbol: string;
  conditionalupon: WireOptionalText;
  /** The parent, when it was given nested. */
  conditionalUponSignal?: WireSubmittedSignal;
  duration: WireDuration;
  description: string;
  decimalprecision?: string;
  /** Unix seconds. */
  expiresat: string;
  pointvalue: number;
  typeofsymbol: WireInstrumentType;
  currency: string;
  quant: string;
  limit: string;
  stop: string;
  gtc: WireFlag;
  profittarget: string;
  action: WireAction;
  ocaid: WireOptionalText;
  targetocagroupid: WireOptionalText;
  profittargetsignalid?: string;
  stoplosssignalid?: string;
  ticktime?: string;
  xreplace?: string;
};

export type WireSubmitSuccess = {
  ok: WireOk;
  signal: WireSubmittedSignal;
  /** The own id when one was given, else the service's id. */
  signalid: string;
  /** Seconds, four decimals. */
  elapsed_time: string;
};

/** A refused submit (platform-notes.md 21). All but ok and error are optional. */
export type WireSubmitFailure = {
  ok: WireOk;
  error: WireError;
  signal?: { symbol: null };
  rejectedSignal?: Record<string, unknown>;
  signalid?: string;
  elapsed_time?: string;
};

/** retrieveSignalsWorking */
export type WireWorkingSignal = {
  signal_id: string;
  status: WireSignalStatus;
  action: WireAction;
  quant: string;
  symbol: string;
  /** Instrument name. */
  name: string;
  instrument: WireInstrumentType;
  strike: WireOptionalText;
  underlying: WireOptionalText;
  putcall: WireOptionalText;
  expiration: WireOptionalText;
  tif: WireDuration;
  isMarketOrder: WireFlag;
  /** The limit price, '0' when not a limit order. */
  isLimitOrder: string;
  /** The stop price, '0' or null when not a stop order. */
  isStopOrder: WireOptionalText;
  /** New York. */
  posted_time: string;
  posted_time_unix: string;
  /**
   * The next five members may be missing (platform-notes.md 6 and 36): use them when present, never
   * depend on them.
   */
  localsignalid?: string;
  conditionalupon?: string;
  ocaid?: string;
  isOrderParked?: WireFlag;
  parked_releasewhen?: string;
};

/** retrieveSignalsAll */
export type WireSignal = WireWorkingSignal & {
  canceled_time: WireOptionalText;
  canceled_time_unix: WireOptionalText;
  expired_time: WireOptionalText;
  expired_time_unix: WireOptionalText;
  traded_time: WireOptionalText;
  traded_time_unix: WireOptionalText;
  /** Nine decimals once traded. */
  traded_price: WireOptionalText;
  trade_id_opening: WireOptionalText;
  trade_id_closing: WireOptionalText;
};

/** The signal as echoed by cancelSignal. `islimit` and `stop` are prices (platform-notes.md 36). */
export type WireCanceledSignal = {
  market: WireFlag;
  strike: WireOptionalText;
  signalid: string;
  expir: WireOptionalText;
  personid: string;
  underlying: WireOptionalText;
  day: WireFlag;
  /** Unix seconds, like `expiredwhen`, `tradedwhen` and `postedwhen`. */
  killedwhen: WireOptionalText;
  tradeprice: string;
  expiredwhen: WireOptionalText;
  systemid: string;
  symbol: string;
  islimit: string;
  tradedwhen: WireOptionalText;
  typeofsymbol: WireInstrumentType;
  putcall: WireOptionalText;
  guid: string;
  quant: string;
  gtc: WireFlag;
  stop: string;
  postedwhen: string;
  signalexpiresat: string;
  action: WireAction;
};

export type WireCancelSuccess = {
  ok: WireOk;
  signal: WireCanceledSignal;
  signalid: string;
  title: string;
  message: string;
  elapsed_time: string;
};

/**
 * For a traded signal, title and message are at the top level. For a canceled signal they are in
 * `error`.
 */
export type WireCancelFailure = {
  ok: WireOk;
  error?: WireError;
  title?: string;
  message?: string;
  signal?: WireCanceledSignal | { symbol: null };
  signalid?: string;
  elapsed_time?: string;
};

// ---- trades ----

export type WireComponentSignal = {
  symbol: string;
  signalid: string;
  action: WireAction;
  quant: string;
  instrument: WireInstrumentType;
  tradeprice: string;
  tradedwhen: string;
};

/** requestTrades, requestTradesOpen, requestAllTrades_overview */
export type WireTrade = {
  trade_id: string;
  open_or_closed: 'open' | 'closed';
  long_or_short: 'long' | 'short';
  symbol: string;
  symbol_description: string;
  instrument: WireInstrumentType;
  underlying: WireOptionalText;
  putcall: WireOptionalText;
  strike: WireOptionalText;
  /** 'MonYY' or '' (platform-notes.md 15). */
  expir: WireOptionalText;
  ptValue: string;
  quant_opened: string;
  quant_closed: string;
  /** Five decimals; unpadded in a trade just opened. */
  opening_price_VWAP: string;
  /** For an open trade this is a stale mark (platform-notes.md 27). */
  closing_price_VWAP: WireOptionalText;
  openVWAP_timestamp: WireOptionalText;
  closeVWAP_timestamp: WireOptionalText;
  openedWhen: string;
  closedWhen: WireOptionalText;
  closedWhenUnixTimeStamp: WireOptionalText;
  markToMarket_time: WireOptionalText;
  /** Whole dollars. */
  PL: string;
  /** Present only on request. */
  component_signals?: WireComponentSignal[];
  /** The next five members have been seen since 2018 and may be missing (platform-notes.md 24). */
  fullSymbol?: string;
  currency?: string;
  openedWhenUnixTimeStamp?: string;
  currencyMultiplierUSD?: number;
  exchange?: string;
};

// ---- equity ----

export type WireEquityPoint = {
  strategy_with_cost: number;
  strategy_raw: number;
  index_price: string;
  unix_timestamp: string;
  /** The New York day. */
  YYYYMMDD: string;
  fee_event_list?: number[];
};

/** retrieveSystemEquity: members at the top level, no `response`. */
export type WireEquityAnswer = {
  ok: WireOk;
  systemname: string;
  systemid: string;
  initial_index_to_equity_scaling_factor: string;
  equity_data: WireEquityPoint[];
};
