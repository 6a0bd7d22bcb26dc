const tradeFlags = 'trades_stocks trades_stocks_short trades_options trades_options_short trades_futures trades_forex';
const option = 'underlying strike putcall';
const copyLimits =
  'max_units_futures max_units_forex max_units_options max_dollars_stocks stopLossDollarsPerPosition ' +
  'enable_futures enable_forex enable_options enable_stocks';

/** Members of the answers, by record. A record may be part of several answers. */
export const records = {
  'roster entry':
    'system_id ownerpersonid trades_stocks trades_stocks_short trades_options_short ' +
    'minimum_portfolio_size_required freeTrialPeriodDays owner_screenname trades_options created_when system_name ' +
    'recently_inactive_since equitycurve_startingcapital monthlyFee trades_forex isAlive trades_futures',
  subscriber:
    'subscription_guid subscription_status subscription_started_date subscription_ended subscriber_personid ' +
    'subscriber_first_name subscriber_last_name subscriber_email subscriber_country subscriber_countrycode systemid ' +
    'isPrivateSubManagement privateSubManagement_subscription_started_when ' +
    'privateSubManagement_subscription_ends_when privateSubManagement_subscription_is_expired ' +
    'platform_subscription_ends_when platform_subscription_is_expired custom_subscription_guid ' +
    'custom_subscription_amount custom_subscription_good_until_time custom_subscription_num_bill_periods_remaining ' +
    'recurring_billing_num_failed_transacts recurring_billing_turned_off_when recurring_next_billing_amount_default ' +
    'subscription_schedule_guid',
  subscription: 'subscription_guid',
  details:
    'system_id longDescription shortDescription systemName createdWhen ownerpersonid owner_screenname monthlyFee ' +
    'freeTrialPeriodDays minimum_portfolio_size_required equitycurve_startingcapital isAlive test_system ' +
    `${tradeFlags} shorts_stocks shorts_options creditSystemTimeUntil_epochSecs creditSystemTimeUntil_clock ` +
    'trades_own_system_certified trades_own_system_scaling trades_own_system_percent_followed ' +
    'trades_own_system_number_signals',
  statistic: 'value bunch dataset group suffix helpText category precision prefix multiplier',
  margin: 'buyPower modelAccountValue marginUsed equity updatedLastTimeET cash systemid',
  'desired position': `symbol typeofsymbol quant ${option} expir`,
  'working signal':
    `signal_id status action quant symbol name instrument ${option} expiration tif isMarketOrder isLimitOrder ` +
    'isStopOrder posted_time posted_time_unix',
  'ended signal':
    'canceled_time canceled_time_unix expired_time expired_time_unix traded_time traded_time_unix traded_price ' +
    'trade_id_opening trade_id_closing',
  trade:
    `trade_id open_or_closed long_or_short symbol symbol_description instrument ${option} expir ptValue quant_opened ` +
    'quant_closed opening_price_VWAP closing_price_VWAP openVWAP_timestamp closeVWAP_timestamp openedWhen closedWhen ' +
    'closedWhenUnixTimeStamp markToMarket_time PL',
  'component signal': 'symbol signalid action quant instrument tradeprice tradedwhen',
  'equity answer': 'systemname systemid initial_index_to_equity_scaling_factor',
  'equity point': 'strategy_with_cost strategy_raw index_price unix_timestamp YYYYMMDD',
  strategy:
    'longDescription system_id systemName monthlyFee createdWhen isAlive shortDescription freeTrialPeriodDays ' +
    'creatorScreenName',
  'submit echo':
    'market signalid localsignalid stoploss comments day systemid parkUntilYYYYMMDDHHMM parkUntilSecs symbol ' +
    'conditionalupon duration description decimalprecision expiresat pointvalue typeofsymbol currency quant limit ' +
    'stop gtc profittarget action ocaid targetocagroupid profittargetsignalid stoplosssignalid ticktime xreplace ' +
    'elapsed_time',
  'cancel echo':
    'market strike signalid expir personid underlying day killedwhen tradeprice expiredwhen systemid symbol islimit ' +
    'tradedwhen typeofsymbol putcall guid quant gtc stop postedwhen signalexpiresat action title message elapsed_time',
  'broker parameters':
    'options stocks countrycode personid show_simulated_broker forex allow_short_options wlSiteID futures systemid',
  'broker class': 'brokerClassImageURL brokerClassName is_svc_preferred',
  'broker choice':
    'brokername brokercode manual_trading_allowed broker_trades_options broker_trades_stocks broker_trades_futures ' +
    'broker_trades_forex personid_is_trading_here_broker_account_guid onlynonusacustomers ' +
    'this_is_secondary_choice_available_only_if_brokercode_used needAccountPW needAccountNum need_broker_userid ' +
    'textlabel_for_broker_userid',
  link: 'broker_account_guid',
  'stopped copy': 'visiblePositionsLeftUntouched',
  'new strategy': 'NewSystemID',
  changes: 'changes',
  'new license': 'license_id',
  person: 'person_id firstName LastName screenName email created deleted',
  license:
    'license_id licensed_to_personid license_type_requested starts_when ends_when amount_paid_for_current_period ' +
    'amount_to_pay_next_period payment_method_for_current_period payment_method_for_next_period ' +
    'current_billing_failed_attempts recurring_billing_status',
  'subscription of a person': 'systemname listPaymentRecords subscription_guid started_when system_id ended_when',
  'strategy of a person':
    'systemname is_alive created_when is_trade_leader_strategy systemid transactions_list signal_credits_remaining ' +
    'time_credit_remaining_until requires_credits',
} as const;

export type RecordName = keyof typeof records;

/** The 29 commands of docs/spec/platform-api.md, in its order. `response`: names of records. */
export const specifiedCommands = {
  getSystemRoster: { request: 'filter', response: ['roster entry'] },
  getListSubscribers: { request: 'systemid', response: ['subscriber'] },
  unsubscribeFromStrategy: {
    request: 'actionType autoTradePositionsAndOrders systemid personid',
    response: ['subscription'],
  },
  getSystemDetails: { request: 'systemid', response: ['details', 'statistic', 'margin'] },
  getDesiredPositions: { request: 'systemid', response: ['desired position'] },
  retrieveSignalsWorking: { request: 'systemid', response: ['working signal'] },
  retrieveSignalsAll: {
    request: 'systemid filter_type filter_date_time_start filter_date_time_end',
    response: ['working signal', 'ended signal'],
  },
  requestMarginEquity: { request: 'systemid', response: ['margin'] },
  createNewSystem: {
    request:
      'platformid longDescription startingcapital ownerpersonid site_visibility_status name creditSystemTimeInSeconds',
    response: ['new strategy'],
  },
  changeSystemAttribute: {
    request:
      'systemid name longDescription shortDescription ownerpersonid equitycurve_startingcapital monthlyfee trialdays ' +
      'creditSystemTimeInSeconds freeSignalEntryCredits test_system isAlive minimum_portfolio_size_required',
    response: ['changes'],
  },
  requestAllTrades_overview: {
    request: 'systemid show_component_signals openTrades closedTrades onlyClosedTrades',
    response: ['trade', 'component signal'],
  },
  requestTrades: { request: 'systemid', response: ['trade'] },
  requestTradesOpen: { request: 'systemid', response: ['trade'] },
  subscribeToStrategy: { request: 'systemid personid', response: ['subscription'] },
  setDesiredPositions: { request: 'systemid positions symbol typeofsymbol quant', response: ['desired position'] },
  retrieveSystemEquity: { request: 'systemid commission_plan', response: ['equity answer', 'equity point'] },
  listAllSystems: { request: '', response: ['strategy'] },
  submitSignal: {
    request:
      'systemid signal action quant symbol typeofsymbol duration limit stop market profittarget stoploss conditionalupon ' +
      'conditionalUponSignal xreplace leave_oca_intact signalid ocaid forcenooca',
    response: ['submit echo'],
  },
  cancelSignal: { request: 'systemid signalid', response: ['cancel echo'] },
  getListAvailableBrokers: {
    request: 'trade_forex trade_futures trade_stocks trade_options allow_short_options systemid personid',
    response: ['broker parameters', 'broker class', 'broker choice'],
  },
  changeAutoTrade: {
    request:
      `systemid scalingPercentage ${copyLimits} allow_short_options ignore_manual_trades_in_account personid ` +
      'brokercode',
    response: ['link'],
  },
  stopAutoTrade: {
    request: 'systemid leavePositionsAndOrdersUntouched personid brokercode',
    response: ['stopped copy'],
  },
  startAutoTrade: {
    request:
      `systemid broker_accountnum scalingPercentage allow_short_options ignore_manual_trades_in_account ` +
      `join_trades_in_progress broker_userid broker_password ${copyLimits} personid brokercode`,
    response: ['link'],
  },
  change_software_license_status: {
    request: 'platformid license_id recurring_billing_status payment_method',
    response: [],
  },
  create_software_license_record_platform: {
    request: 'platformid personid license_type_requested ui_description payment_method',
    response: ['new license'],
  },
  deleteUser: { request: 'platformid personid', response: [] },
  listAllPeople: {
    request: 'platformid',
    response: ['person', 'license', 'subscription of a person', 'strategy of a person'],
  },
  changePersonAttribute: { request: 'firstname lastname password email screenname personid', response: ['changes'] },
  privateSubManagement_endSubscription: {
    request: 'platformid subscription_guid systemid personid unsubAtYYYYMMDDhhmm',
    response: [],
  },
} as const satisfies Readonly<Record<string, { request: string; response: readonly RecordName[] }>>;

export type CommandName = keyof typeof specifiedCommands;

export const fieldsOf = (names: string): string[] => names.split(' ').filter((name) => name !== '');
