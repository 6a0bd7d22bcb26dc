import type { CommandName, RecordName } from './specification.ts';

/**
 * Where a person finds a field: a state of the gallery, the label, and the value below or beside it.
 * tests/e2e/gallery-coverage.spec.ts finds each of them.
 */
export type Shown = { readonly case: string; readonly label: string; readonly value: string };
/** A text says why a field has no place of its own, or who sets it. */
type Place = Shown | string;

const at =
  (name: string) =>
  (label: string, value: string): Shown => ({ case: name, label, value });

const details = at('strategies');
const strategies = at('strategies');
const subscriber = at('strategies-subscriber');
const roster = at('strategies-roster');
const orders = at('trade');
const order = at('signal-working');
const fill = at('signal-traded');
const option = at('signal-option');
const trades = at('review-trades');
const trade = at('review-trade');
const ticket = at('trade');
const links = at('ticket-links');
const target = at('target-add');
const size = at('autotrade-start');
const creation = at('strategies-new');
const change = at('strategies-edit');
const account = at('autotrade-account');
const brokers = at('autotrade');
const profile = at('settings-profile');
const member = at('people');
const license = at('people-licenses');
const joined = at('people-subscriptions');
const owned = at('people-strategies');

const same = 'The program compares it with what was sent. A difference raises an alarm; what is shown is the order.';
const second = 'A second form of another member.';
const internal = 'A figure of the platform about its own work. Nothing follows from it.';
const ofTrade = 'Below the type in the details of an option trade, as in those of an order.';
const ofSymbol = 'The symbol of the option says it. Lists are sent and compared by symbol.';
const ofRequest = 'It repeats the request, and is compared with it.';

/** The members of answers. What is missing here has no place yet. */
export const shownFields: Readonly<Partial<Record<RecordName, Readonly<Record<string, Place>>>>> = {
  'roster entry': {
    system_id: roster('Id', '91000044'),
    system_name: roster('Name', 'Granite Trend'),
    owner_screenname: roster('Owner', 'graniteworks'),
    ownerpersonid: roster('Owner id', '5000034'),
    created_when: roster('Created', '2023-03-13'),
    monthlyFee: roster('Monthly fee', '$139'),
    freeTrialPeriodDays: roster('Free trial', '7 days'),
    minimum_portfolio_size_required: roster('Minimum capital', '$40,000'),
    equitycurve_startingcapital: roster('Starting capital', '$50,000'),
    isAlive: roster('State', 'Inactive'),
    recently_inactive_since: roster('Inactive since', '2026-01-21'),
    trades_stocks: roster('Trades', 'stocks,'),
    trades_stocks_short: roster('Trades', 'stocks short'),
    trades_options: roster('Trades', 'options,'),
    trades_options_short: roster('Trades', 'options short'),
    trades_futures: roster('Trades', 'futures'),
    trades_forex: roster('Trades', 'forex'),
  },
  subscriber: {
    subscription_guid: subscriber('Subscription id', '90001'),
    subscription_status: subscriber('Status', 'current'),
    subscription_started_date: subscriber('Started', '2025-01-14'),
    subscription_ended: strategies('Ended', '2026-01-09'),
    subscriber_personid: subscriber('Person id', '77001'),
    subscriber_first_name: subscriber('Name', 'Ada'),
    subscriber_last_name: subscriber('Name', 'Brenner'),
    subscriber_email: subscriber('E-mail', '@example.org'),
    subscriber_country: subscriber('Country', 'Austria'),
    subscriber_countrycode: subscriber('Country code', 'AT'),
    systemid: subscriber('Strategy id', '91000001'),
    isPrivateSubManagement: subscriber('Managed by a private platform', 'Yes'),
    privateSubManagement_subscription_started_when: subscriber('Private subscription started', '2025-01-15 09:30:00'),
    privateSubManagement_subscription_ends_when: subscriber('Private subscription ends', '2026-07-15 00:00:00'),
    privateSubManagement_subscription_is_expired: subscriber('Private subscription expired', 'No'),
    platform_subscription_ends_when: subscriber('Platform license ends', '2026-08-31 00:00:00'),
    platform_subscription_is_expired: subscriber('Platform license expired', 'No'),
    custom_subscription_guid: subscriber('Custom terms id', '640017'),
    custom_subscription_amount: subscriber('Amount', '$59.50'),
    custom_subscription_good_until_time: subscriber('Valid until', '2026-12-31 23:59:00'),
    custom_subscription_num_bill_periods_remaining: subscriber('Payments remaining', '9'),
    recurring_billing_num_failed_transacts: subscriber('Failed payments', '2'),
    recurring_billing_turned_off_when: subscriber('Recurring billing turned off', '2026-01-02 10:11:12'),
    recurring_next_billing_amount_default: subscriber('Next payment', '$79.00'),
    subscription_schedule_guid: subscriber('Schedule id', '310044'),
  },
  person: {
    person_id: member('Person id', '51001'),
    firstName: member('First name', 'Ada'),
    LastName: member('Last name', 'Brenner'),
    screenName: member('Screen name', 'ada1'),
    email: member('E-mail', 'a•••@example.com'),
    created: member('Created', '20'),
    deleted: member('Deleted', '–'),
  },
  license: {
    license_id: license('License id', '61204'),
    licensed_to_personid: license('Licensed to', '51001'),
    license_type_requested: license('Type', 'autotrade_monthly'),
    starts_when: license('Starts', '2026-'),
    ends_when: license('Ends', '2026-'),
    amount_paid_for_current_period: license('Paid for this period', '$99.00'),
    amount_to_pay_next_period: license('To pay next period', '$98.00'),
    payment_method_for_current_period: license('Payment method', 'platform_master_account'),
    payment_method_for_next_period: license('Next payment method', 'credit_card'),
    current_billing_failed_attempts: license('Failed attempts', '1'),
    recurring_billing_status: license('Recurring billing', 'Yes'),
  },
  'subscription of a person': {
    systemname: joined('Strategy', 'Harbor Momentum'),
    listPaymentRecords: joined('Status', 'failed'),
    subscription_guid: joined('Subscription id', '3100442'),
    started_when: joined('Started', '2025-'),
    system_id: joined('Strategy id', '91000001'),
    ended_when: joined('Ended', '2026-'),
  },
  'strategy of a person': {
    systemname: owned('Strategy', 'Slate Breakout'),
    is_alive: owned('Alive', 'Yes'),
    created_when: owned('Created', '2024-'),
    is_trade_leader_strategy: owned('Trade leader', 'Yes'),
    systemid: owned('Strategy id', '91000071'),
    transactions_list: owned('Type of credit', 'signals'),
    signal_credits_remaining: owned('Signal credits', '12'),
    time_credit_remaining_until: owned('Time credit until', '2026-'),
    requires_credits: owned('Requires credits', 'Yes'),
  },
  subscription: { subscription_guid: at('strategies-subscriptions')('Subscription id', '5100231') },
  details: {
    system_id: details('Id', '91000001'),
    systemName: 'The heading of the details.',
    longDescription: 'The text below the heading of the details.',
    shortDescription: 'The list of strategies shows it; the long one is shown in the details.',
    owner_screenname: 'Beside the heading, after "by".',
    createdWhen: details('Created', '2021-12-20'),
    ownerpersonid: details('Owner id', '5000017'),
    monthlyFee: details('Monthly fee', '$75.00'),
    freeTrialPeriodDays: details('Free trial', '7 days'),
    minimum_portfolio_size_required: details('Minimum capital', '$25,000'),
    equitycurve_startingcapital: details('Starting capital', '$50,000'),
    isAlive: 'A mark beside the heading where the strategy is closed.',
    test_system: 'A mark beside the heading of a test strategy.',
    trades_stocks: details('Instruments', 'stocks'),
    trades_options: details('Instruments', 'options'),
    trades_stocks_short: details('Instruments', 'stocks short'),
    trades_options_short: details('Instruments', 'options short'),
    trades_futures: details('Instruments', 'futures'),
    trades_forex: details('Instruments', 'forex'),
    shorts_stocks: details('Instruments', 'shorts stocks'),
    shorts_options: details('Instruments', 'shorts options'),
    creditSystemTimeUntil_epochSecs: details('Time credit until', '2026-12-22'),
    creditSystemTimeUntil_clock: second,
    trades_own_system_certified: details('Certified', 'Yes'),
    trades_own_system_scaling: details('Scaling', '75'),
    trades_own_system_percent_followed: details('Percent followed', '93'),
    trades_own_system_number_signals: details('Number of orders', '412'),
  },
  statistic: {
    value: details('Annual return', '18.40'),
    suffix: details('Annual return', '%'),
    prefix: details('Average trade', '$'),
    precision: details('Sharpe ratio', '1.12'),
    group: details('Return', 'Annual return'),
    helpText: 'The help of the statistic, behind its question mark.',
    category: 'The heading of a statistic that has no group.',
    bunch: 'How the site of the platform arranges its statistics. Nothing follows from it here.',
    dataset: 'How the site of the platform arranges its statistics. Nothing follows from it here.',
    multiplier: 'It is applied to the value.',
  },
  margin: {
    buyPower: details('Buying power', '$142,610'),
    modelAccountValue: details('Model account', '$107,127'),
    marginUsed: details('Margin used', '$33,980'),
    equity: details('Open P/L', '+$1,842'),
    cash: details('Cash', '$71,305'),
    updatedLastTimeET: 'The line below the figures.',
    systemid: ofRequest,
  },
  'desired position': {
    symbol: details('Symbol', 'AAPL'),
    typeofsymbol: details('Type', 'stock'),
    quant: details('Quantity', '100'),
    ...Object.fromEntries(['underlying', 'strike', 'putcall', 'expir'].map((name) => [name, ofSymbol])),
  },
  'working signal': {
    signal_id: order('Order id', '148220802'),
    status: orders('State', 'Working'),
    action: orders('Action', 'BTO'),
    quant: orders('Qty', '60'),
    symbol: orders('Symbol', 'MSFT'),
    name: order('Name', 'Apple Inc.'),
    instrument: option('Type', 'option'),
    underlying: option('Underlying', 'SPXW'),
    strike: option('Strike', '6,850'),
    putcall: option('Put or call', 'Call'),
    expiration: option('Expires', '2025-12-19'),
    tif: orders('TIF', 'GTC'),
    isMarketOrder: 'It has to agree with the prices, else the record is not readable.',
    isLimitOrder: orders('Order', 'LMT 398.00'),
    isStopOrder: orders('Order', 'STP 6,788.25'),
    posted_time_unix: orders('Posted ET', '10:38:07'),
    posted_time: second,
  },
  'ended signal': {
    trade_id_opening: option('Trade', '7390001'),
    trade_id_closing: 'The same place as trade_id_opening: an order that closes names the trade that it closed.',
    traded_price: fill('Fill price', '182.44'),
    traded_time_unix: fill('Ended', '2026-03-02 10:'),
    traded_time: second,
    canceled_time_unix: 'The end of an order, as the time of its fill.',
    canceled_time: second,
    expired_time_unix: 'The end of an order, as the time of its fill.',
    expired_time: second,
  },
  trade: {
    trade_id: trade('Trade id', '7400000'),
    open_or_closed: trades('State', 'Closed'),
    long_or_short: trades('Side', 'Short'),
    symbol: trades('Symbol', 'NVDA'),
    symbol_description: trades('Description', 'NVIDIA Corp.'),
    instrument: trades('Type', 'stock'),
    ...Object.fromEntries(['underlying', 'strike', 'putcall', 'expir'].map((name) => [name, ofTrade])),
    ptValue: trade('Point value', '1'),
    quant_opened: trade('Opened qty', '40'),
    quant_closed: trade('Closed qty', '0'),
    opening_price_VWAP: trades('Open price', '182.00'),
    closing_price_VWAP: trades('Close price', '183.70'),
    openedWhen: trade('Opened', '2026-02-27'),
    openVWAP_timestamp: second,
    closedWhenUnixTimeStamp: trades('Closed (ET)', '2026-02-'),
    closedWhen: second,
    closeVWAP_timestamp: second,
    markToMarket_time: 'The line below the details of an open trade.',
    PL: trades('P/L', '+68'),
  },
  'component signal': {
    symbol: 'The trade that it made is of the same symbol.',
    instrument: 'The trade that it made is of the same type.',
    signalid: trade('Order', '148219001'),
    action: trade('Action', 'BTO'),
    quant: trade('Qty', '40'),
    tradeprice: trade('Price', '182.00'),
    tradedwhen: trade('Filled (ET)', '2026-02-27'),
  },
  'equity answer': {
    systemid: ofRequest,
    systemname: 'The list of strategies names it.',
    initial_index_to_equity_scaling_factor: 'It scales the index to the account; without it the scale is derived.',
  },
  'equity point': {
    strategy_with_cost: 'A curve of the equity chart.',
    strategy_raw: 'A curve of the equity chart, without costs.',
    index_price: 'The index of the equity chart.',
    unix_timestamp: 'The time axis of the equity chart.',
    YYYYMMDD: 'The day of the point; the time gives it too.',
  },
  strategy: {
    system_id: details('Id', '91000001'),
    systemName: strategies('Name', 'Copper Coast Futures'),
    creatorScreenName: strategies('Creator', 'Practice Desk'),
    monthlyFee: strategies('Monthly fee', '$125.00'),
    createdWhen: strategies('Created', '2023-05-15'),
    isAlive: strategies('State', 'Active'),
    shortDescription: strategies('Description', 'Index and metal futures'),
    longDescription: 'The text below the heading of the details.',
    freeTrialPeriodDays: details('Free trial', '7 days'),
  },
  'submit echo': {
    signalid: order('Order id', '148220802'),
    localsignalid: at('decide-echo')('Own id', '177246560010115'),
    ...Object.fromEntries(
      ['market', 'stoploss', 'symbol', 'conditionalupon', 'duration', 'typeofsymbol', 'quant', 'limit', 'stop'].map(
        (name) => [name, same],
      ),
    ),
    ...Object.fromEntries(['profittarget', 'action', 'ocaid', 'xreplace', 'gtc'].map((name) => [name, same])),
    ...Object.fromEntries(['ticktime', 'elapsed_time', 'decimalprecision', 'comments'].map((name) => [name, internal])),
    day: 'A second form of gtc.',
    description: 'The name of the order in the next reading is shown.',
    pointvalue: 'The point value of the trade is shown.',
    currency: 'The amounts of the trade are in it; another one than the dollar is named there.',
    systemid: ofRequest,
    targetocagroupid: order('OCA group', '148220804'),
    profittargetsignalid: 'The target is a row of its own in the blotter.',
    stoplosssignalid: 'The stop is a row of its own in the blotter.',
    parkUntilSecs: 'The state of the row says until when an order waits.',
    parkUntilYYYYMMDDHHMM: second,
    expiresat: 'The Protection column says when stops end.',
  },
  'cancel echo': {
    ...Object.fromEntries(
      ['signalid', 'systemid', 'action', 'quant', 'symbol', 'typeofsymbol', 'market', 'islimit', 'stop'].map((name) => [
        name,
        'It has to be the order that was to be canceled.',
      ]),
    ),
    ...Object.fromEntries(
      ['killedwhen', 'expiredwhen', 'tradedwhen', 'tradeprice'].map((name) => [
        name,
        'It decides the state of the order.',
      ]),
    ),
    ...Object.fromEntries(
      ['strike', 'expir', 'underlying', 'putcall', 'gtc', 'day', 'postedwhen', 'signalexpiresat'].map((name) => [
        name,
        'The order that it is compared with shows it.',
      ]),
    ),
    ...Object.fromEntries(['personid', 'guid', 'elapsed_time'].map((name) => [name, internal])),
    title: 'Quoted as the answer of the platform in the details of the order.',
    message: 'Quoted as the answer of the platform in the details of the order.',
  },
  link: { broker_account_guid: 'The Account id of a copy, below the table where it has the focus.' },
  stop: { visiblePositionsLeftUntouched: 'The table below a copy that was stopped.' },
  'broker class': {
    brokerClassName: 'The heading of the card.',
    is_svc_preferred: 'A mark on the card.',
    brokerClassImageURL: 'No picture is loaded from the network: two letters stand in its place.',
  },
  'broker choice': {
    brokername: brokers('Brokers', 'Harbor Direct'),
    brokercode: 'The request names it, and the code of a secondary choice is typed.',
    broker_trades_stocks: brokers('Brokers', 'Stocks'),
    broker_trades_options: brokers('Brokers', 'Options'),
    broker_trades_futures: brokers('Brokers', 'Futures'),
    broker_trades_forex: brokers('Brokers', 'Forex'),
    manual_trading_allowed: brokers('Brokers', 'Manual trading in the account is not allowed.'),
    onlynonusacustomers: brokers('Brokers', 'It takes no customers in the US.'),
    this_is_secondary_choice_available_only_if_brokercode_used: brokers('Brokers', 'Only with its code'),
    personid_is_trading_here_broker_account_guid: brokers('Brokers', 'It copies this strategy already.'),
    needAccountPW: brokers('Brokers', 'password'),
    needAccountNum: brokers('Brokers', 'account number'),
    need_broker_userid: brokers('Brokers', 'Asks for Advisor code'),
    textlabel_for_broker_userid: brokers('Brokers', 'Advisor code'),
  },
  'new strategy': { NewSystemID: 'The list of strategies shows the new one, with its id in the details.' },
  changes: { changes: 'It has to name what was sent. A difference raises an alarm.' },
  'broker parameters': {
    ...Object.fromEntries(
      ['systemid', 'personid', 'options', 'stocks', 'futures', 'forex', 'allow_short_options'].map((name) => [
        name,
        ofRequest,
      ]),
    ),
    countrycode: 'A broker that does not take customers of the country says so.',
    show_simulated_broker: internal,
    wlSiteID: internal,
  },
};

const chosen = 'Set by the program: the strategy that was chosen.';
const person = 'Set by the program: the person of the key, where it is known.';
const filter = brokers('Types the broker has to trade', '');

const staged = 'Entered in a set of changes: a column of its file, or its dialog.';
const ofRow = 'Set by the program: the person of the row.';
const ofPlatform = 'Set by the program: the platform of the connection, in the path.';

const copySettings: Readonly<Record<string, Place>> = {
  systemid: chosen,
  personid: person,
  brokercode: 'Set by the program: the card, or the code that was typed.',
  scalingPercentage: size('Scaling', ''),
  allow_short_options: size('Short options', 'Copy them.'),
  ignore_manual_trades_in_account: size('Trades that are made in the account by hand', 'They are ignored.'),
  join_trades_in_progress: size('Trades in progress', 'Join them'),
  enable_options: size('Options', ''),
  enable_futures: size('Futures', ''),
  enable_forex: size('Forex', ''),
  max_units_options: size('Most option contracts', ''),
  max_units_futures: size('Most futures contracts', ''),
  max_units_forex: size('Most forex mini-lots', ''),
  enable_stocks: size('Stocks', ''),
  max_dollars_stocks: size('Most dollars in one stock', ''),
  stopLossDollarsPerPosition: size('Stop loss per position, dollars', ''),
};

/** The members of requests: where they are entered, or who sets them. */
export const enteredFields: Readonly<Partial<Record<CommandName, Readonly<Record<string, Place>>>>> = {
  getSystemRoster: { filter: 'Set by the program: with the strategies that became inactive recently.' },
  getListSubscribers: { systemid: chosen },
  listAllPeople: { platformid: 'Set by the program: the platform of the connection, in the path.' },
  getSystemDetails: { systemid: chosen },
  getDesiredPositions: { systemid: chosen },
  retrieveSignalsWorking: { systemid: chosen },
  retrieveSignalsAll: {
    systemid: chosen,
    filter_type: 'Set by the program: each of the four times, one after the other.',
    filter_date_time_start: 'Set by the program: what the last reading did not reach.',
    filter_date_time_end: 'Set by the program: what the last reading did not reach.',
  },
  requestMarginEquity: { systemid: chosen },
  requestAllTrades_overview: {
    systemid: chosen,
    openTrades: 'Never sent: the trades of both states are read.',
    closedTrades: 'Never sent: the trades of both states are read.',
    onlyClosedTrades: 'Never sent: the trades of both states are read.',
    show_component_signals: 'Set by the program: always, for the orders of a trade.',
  },
  requestTrades: { systemid: 'Not sent: requestAllTrades_overview and requestTradesOpen have the same records.' },
  requestTradesOpen: { systemid: chosen },
  retrieveSystemEquity: { systemid: chosen, commission_plan: at('review')('Commission plan', '') },
  changePersonAttribute: {
    personid: profile('Person id', '7001'),
    firstname: profile('First name', ''),
    lastname: profile('Last name', ''),
    screenname: profile('Screen name', ''),
    email: profile('E-mail', ''),
    password: profile('New password', ''),
  },
  subscribeToStrategy: { systemid: chosen, personid: person },
  unsubscribeFromStrategy: {
    systemid: chosen,
    personid: person,
    actionType: 'Set by the program: unsubscribe_immediate, the one value that the platform shows.',
    autoTradePositionsAndOrders: 'Never sent: the platform does not show its values. Copies are stopped before.',
  },
  createNewSystem: {
    name: creation('Name', ''),
    longDescription: creation('Description', ''),
    startingcapital: creation('Starting capital', ''),
    ownerpersonid: creation('Owner (person id)', ''),
    site_visibility_status: creation('Visible on the site', ''),
    creditSystemTimeInSeconds: creation('System time credit, seconds', ''),
    platformid: 'Set by the program: the platform of the connection, in the path.',
  },
  changeSystemAttribute: {
    systemid: chosen,
    name: change('Name', 'Harbor Swing'),
    longDescription: change('Description', ''),
    shortDescription: change('Short description', 'Swing trades'),
    ownerpersonid: change('Owner (person id)', '5000017'),
    equitycurve_startingcapital: change('Starting capital', '50000'),
    monthlyfee: change('Monthly fee', '75'),
    trialdays: change('Free trial, days', '7'),
    creditSystemTimeInSeconds: change('System time credit, seconds', ''),
    freeSignalEntryCredits: change('Free signal credits', ''),
    test_system: change('Test strategy', ''),
    isAlive: change('Alive', ''),
    minimum_portfolio_size_required: change('Smallest portfolio', '25000'),
  },
  change_software_license_status: {
    platformid: ofPlatform,
    license_id: staged,
    recurring_billing_status: staged,
    payment_method: staged,
  },
  create_software_license_record_platform: {
    platformid: ofPlatform,
    personid: ofRow,
    license_type_requested: staged,
    ui_description: staged,
    payment_method: staged,
  },
  deleteUser: { platformid: ofPlatform, personid: ofRow },
  privateSubManagement_endSubscription: {
    platformid: ofPlatform,
    subscription_guid: 'Entered in a set of changes; without it, the one that is current.',
    systemid: staged,
    personid: ofRow,
    unsubAtYYYYMMDDhhmm: staged,
  },
  setDesiredPositions: {
    systemid: chosen,
    positions: 'The members below.',
    symbol: target('Symbol', ''),
    typeofsymbol: target('Type', ''),
    quant: target('New quantity', ''),
  },
  submitSignal: {
    systemid: chosen,
    signal: 'The members below.',
    action: ticket('Action', 'BTO'),
    quant: ticket('Quantity', '100'),
    symbol: ticket('Symbol', 'AAPL'),
    typeofsymbol: ticket('Type', 'stock'),
    duration: ticket('Time in force', 'GTC'),
    limit: ticket('Limit price', '182.50'),
    stop: at('ticket-replace')('Stop price', '180.40'),
    market: at('ticket-future')('Order type', 'market'),
    profittarget: ticket('Profit target', '189'),
    stoploss: ticket('Stop loss', '178.20'),
    conditionalupon: links('Conditional on fill of', ''),
    conditionalUponSignal: links('Parent: symbol', 'SPY'),
    xreplace: 'Set by the program: the order that is replaced.',
    leave_oca_intact: at('ticket-replace')('Keep its OCA group', ''),
    signalid: 'Set by the program: its own id, once for each order.',
    ocaid: links('Id of the group', '9007199254740993'),
    forcenooca: ticket('No OCA (both can fill)', ''),
  },
  cancelSignal: { systemid: chosen, signalid: 'Set by the program: the row that was chosen.' },
  getListAvailableBrokers: {
    systemid: chosen,
    personid: person,
    trade_stocks: filter,
    trade_options: filter,
    trade_futures: filter,
    trade_forex: filter,
    allow_short_options: filter,
  },
  startAutoTrade: {
    ...copySettings,
    broker_accountnum: account('Account number', ''),
    broker_userid: account('User id', ''),
    broker_password: account('Password', ''),
  },
  changeAutoTrade: copySettings,
  stopAutoTrade: {
    systemid: chosen,
    personid: person,
    brokercode: 'Set by the program: the copy that is stopped.',
    leavePositionsAndOrdersUntouched: 'Two choices without a default in the dialog of the stop.',
  },
};
