import { sameEntryFor, labelIn, placeIn, unused, used, type ResponseEntry } from './place.ts';
import type { RecordName } from './specification.ts';

// One case of the gallery shows the details of a strategy and the list of strategies.
const details = labelIn('strategies');
const strategies = labelIn('strategies');
const subscriber = labelIn('strategies-subscribers');
const roster = labelIn('strategies-roster');
const orders = labelIn('trade');
const order = labelIn('signal-working');
const fill = labelIn('signal-traded');
const option = labelIn('signal-option');
const trades = labelIn('review-trades');
const trade = labelIn('review-trade');
const brokers = labelIn('autotrade');
const peopleList = labelIn('people');
const license = labelIn('people-licenses');
const subscriptionList = labelIn('people-subscriptions');
const strategyList = labelIn('people-strategies');

const editForm = labelIn('strategies-edit');
const echo = labelIn('decide-echo');
const ended = { canceled: labelIn('signal-canceled'), expired: labelIn('signal-expired') };
const optionTarget = labelIn('strategies-option-target');
const optionTrade = labelIn('review-trade-option');
const card = placeIn('autotrade');
const legend = placeIn('review');

const compared = used(
  'platform/parse/submit-echo.ts',
  'It is compared with what was sent. A difference raises an alarm.',
);
const durationFlag = used(
  'platform/parse/submit-echo.ts',
  'If the answer has no duration, this flag is compared with the duration that was sent.',
);
const leg = used(
  'platform/parse/submit-echo.ts',
  'It names the order of the target or of the stop, which is a row of its own.',
);
const comparedCancel = used(
  'platform/parse/cancel-answer.ts',
  'It is compared with the order that was to be canceled. A difference raises an alarm.',
);
const alsoFilled = used(
  'platform/parse/cancel-answer.ts',
  'A fill in the answer that confirms a cancel raises an alarm.',
);
const cancelWords = used(
  'platform/envelope.ts',
  'It decides what a refused cancel means, and is quoted in its notice.',
);
const comparedRequest = (file: string) =>
  used(`platform/parse/${file}.ts`, 'It is compared with the request. An answer to another request is not read.');
const filter = used(
  'autotrade/ask-brokers.ts',
  'It is compared with the request. An answer without the filter is not read.',
);
const secondForm = (file: string) =>
  used(`platform/parse/${file}.ts`, 'The second form of a time. It is read where the first is missing.');
const internalFigure = unused('A figure of the platform about its own work. Nothing follows from it.');
const optionTerms = unused('The symbol names the contract, and is compared. The details of the order show its terms.');
const orderTimes = unused('The lists give the times of the order, and are read after each cancel.');

/** The members of responses: where they are shown, or what the program does with them. */
export const responseEntries: Readonly<Partial<Record<RecordName, Readonly<Record<string, ResponseEntry>>>>> = {
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
    trades_stocks: roster('Instruments', 'stocks,'),
    trades_stocks_short: roster('Instruments', 'stocks short'),
    trades_options: roster('Instruments', 'options,'),
    trades_options_short: roster('Instruments', 'options short'),
    trades_futures: roster('Instruments', 'futures'),
    trades_forex: roster('Instruments', 'forex'),
  },
  subscriber: {
    subscription_guid: subscriber('Subscription id', '90001'),
    subscription_status: subscriber('Status', 'current'),
    subscription_started_date: subscriber('Started', '2025-01-14'),
    subscription_ended: subscriber('Ended', '2026-01-09'),
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
    person_id: peopleList('Person id', '51001'),
    firstName: peopleList('First name', 'Ada'),
    LastName: peopleList('Last name', 'Brenner'),
    screenName: peopleList('Screen name', 'ada1'),
    email: peopleList('E-mail', 'a•••@example.com'),
    created: peopleList('Created', '20'),
    deleted: peopleList('Deleted', '–'),
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
    systemname: subscriptionList('Strategy', 'Harbor Momentum'),
    listPaymentRecords: subscriptionList('Status', 'failed'),
    subscription_guid: subscriptionList('Subscription id', '3100442'),
    started_when: subscriptionList('Started', '2025-'),
    system_id: subscriptionList('Strategy id', '91000001'),
    ended_when: subscriptionList('Ended', '2026-'),
  },
  'strategy of a person': {
    systemname: strategyList('Strategy', 'Slate Breakout'),
    is_alive: strategyList('Alive', 'Yes'),
    created_when: strategyList('Created', '2024-'),
    is_trade_leader_strategy: strategyList('Trade leader', 'Yes'),
    systemid: strategyList('Strategy id', '91000071'),
    transactions_list: strategyList('Type of credit', 'signals'),
    signal_credits_remaining: strategyList('Signal credits', '12'),
    time_credit_remaining_until: strategyList('Time credit until', '2026-'),
    requires_credits: strategyList('Requires credits', 'Yes'),
  },
  subscription: { subscription_guid: labelIn('strategies-subscriptions')('Subscription id', '5100231') },
  details: {
    system_id: comparedRequest('strategy')('8'),
    systemName: editForm('Name', 'Harbor Swing'),
    longDescription: editForm('Description', 'Positions are held'),
    shortDescription: editForm('Short description', 'Swing trades'),
    owner_screenname: placeIn('strategies')('Beside the heading.', '.details .by', 'by Practice Desk'),
    createdWhen: used(
      'platform/parse/strategy.ts',
      'It is shown under Created where the list of strategies has no date.',
    )('2024-01-01'),
    ownerpersonid: details('Owner id', '5000017'),
    monthlyFee: details('Monthly fee', '$75.00'),
    freeTrialPeriodDays: editForm('Free trial, days', '7'),
    minimum_portfolio_size_required: details('Minimum capital', '$25,000'),
    equitycurve_startingcapital: details('Starting capital', '$50,000'),
    isAlive: editForm('Alive', 'yes'),
    test_system: editForm('Test strategy', 'no'),
    trades_stocks: details('Instruments', 'stocks'),
    trades_options: details('Instruments', 'options'),
    trades_stocks_short: details('Instruments', 'stocks short'),
    trades_options_short: details('Instruments', 'options short'),
    trades_futures: details('Instruments', 'futures'),
    trades_forex: details('Instruments', 'forex'),
    shorts_stocks: details('Instruments', 'shorts stocks'),
    shorts_options: details('Instruments', 'shorts options'),
    creditSystemTimeUntil_epochSecs: details('Time credit until', '2026-12-22'),
    creditSystemTimeUntil_clock: secondForm('strategy')('2026-12-22 23:26:40', { creditSystemTimeUntil_epochSecs: '' }),
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
    helpText: placeIn('strategies')(
      'The help behind the question mark.',
      '.help-text',
      'as the platform computes it',
      'button[aria-label="What is Annual return?"]',
    ),
    category: used('platform/parse/statistics.ts', 'The heading of a statistic without a group.')('Risk', {
      group: null,
    }),
    ...sameEntryFor(
      'bunch dataset',
      unused('How the site of the platform arranges its statistics. Nothing follows from it.'),
    ),
    multiplier: used('platform/parse/statistics.ts', 'It is applied to the value.')('100'),
  },
  margin: {
    buyPower: details('Buying power', '$142,610'),
    modelAccountValue: details('Model account', '$107,127'),
    marginUsed: details('Margin used', '$33,980'),
    equity: details('Open P/L', '+$1,842'),
    cash: details('Cash', '$71,305'),
    updatedLastTimeET: placeIn('strategies')(
      'Below the figures of the account.',
      'section[aria-label="Account"] p',
      'Updated 2026-03-02 10:41:00',
    ),
    systemid: comparedRequest('strategy')('8'),
  },
  'desired position': {
    symbol: details('Symbol', 'AAPL'),
    typeofsymbol: details('Type', 'stock'),
    quant: details('Quantity', '100'),
    underlying: optionTarget('Underlying', 'SPXW'),
    strike: optionTarget('Strike', '6,850'),
    putcall: optionTarget('Put or call', 'Call'),
    expir: optionTarget('Expires', 'Dec25'),
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
    isMarketOrder: used(
      'platform/parse/signal.ts',
      'It has to agree with the prices, or the record counts as unreadable.',
    )('1'),
    isLimitOrder: orders('Order', 'LMT 398.00'),
    isStopOrder: orders('Order', 'STP 6,788.25'),
    posted_time_unix: orders('Posted ET', '10:38:07'),
    posted_time: secondForm('signal')('2026-03-02 10:00:00', { posted_time_unix: '0' }),
  },
  'ended signal': {
    trade_id_opening: option('Trade', '7390001'),
    trade_id_closing: used(
      'platform/parse/signal.ts',
      'The trade that the order closed. It is shown instead of the trade of trade_id_opening.',
    )('7390009'),
    traded_price: fill('Fill price', '182.44'),
    traded_time_unix: fill('Ended', '2026-03-02 10:'),
    traded_time: secondForm('signal')('2026-03-02 10:00:00', { traded_time_unix: '0' }),
    canceled_time_unix: ended.canceled('Ended', '2026-02-27'),
    canceled_time: secondForm('signal')('2026-03-02 10:00:00', { canceled_time_unix: '0' }),
    expired_time_unix: ended.expired('Ended', '2026-02-27'),
    expired_time: secondForm('signal')('2026-03-02 10:00:00', { expired_time_unix: '0' }),
  },
  trade: {
    trade_id: trade('Trade id', '7400000'),
    open_or_closed: trades('State', 'Closed'),
    long_or_short: trades('Side', 'Short'),
    symbol: trades('Symbol', 'NVDA'),
    symbol_description: trades('Description', 'NVIDIA Corp.'),
    instrument: trades('Type', 'stock'),
    underlying: optionTrade('Underlying', 'SPXW'),
    strike: optionTrade('Strike', '6,850'),
    putcall: optionTrade('Put or call', 'Call'),
    expir: optionTrade('Expires', 'Dec25'),
    ptValue: trade('Point value', '1'),
    quant_opened: trade('Opened qty', '40'),
    quant_closed: trade('Closed qty', '0'),
    opening_price_VWAP: trades('Open price', '182.00'),
    closing_price_VWAP: trades('Close price', '183.70'),
    openedWhen: trade('Opened', '2026-02-27'),
    openVWAP_timestamp: secondForm('trade')('1772461800', { openedWhen: '' }),
    closedWhenUnixTimeStamp: trades('Closed (ET)', '2026-02-'),
    closedWhen: secondForm('trade')('2026-03-02 10:00:00', { closedWhenUnixTimeStamp: '0' }),
    closeVWAP_timestamp: secondForm('trade')('1772462800', { closedWhenUnixTimeStamp: '0', closedWhen: '' }),
    markToMarket_time: placeIn('review-trade')(
      'Below the figures of an open trade.',
      'section[aria-label="Trade details"] .note',
      'as of 2026-03-02 10:38:07 ET',
    ),
    PL: trades('P/L', '+68'),
  },
  'component signal': {
    symbol: used('platform/parse/trade.ts', 'The column Symbol of the exported file.')('MSFT'),
    instrument: unused('A component signal has the same type as its trade, and the trade shows it.'),
    signalid: trade('Order', '148219001'),
    action: trade('Action', 'BTO'),
    quant: trade('Qty', '40'),
    tradeprice: trade('Price', '182.00'),
    tradedwhen: trade('Filled (ET)', '2026-02-27'),
  },
  'equity answer': {
    systemid: comparedRequest('equity')('8'),
    systemname: unused('The program takes the name from the list of strategies or from the details of the strategy.'),
    initial_index_to_equity_scaling_factor: used(
      'platform/parse/equity.ts',
      'It scales the benchmark to the account. Without it the scale is derived.',
    )('12'),
  },
  'equity point': {
    strategy_with_cost: legend('The curve, and the legend of the chart.', '.legend .withCost b', '101,016'),
    strategy_raw: legend('The curve, and the legend of the chart.', '.legend .raw b', '105,252'),
    index_price: legend('The curve, and the legend of the chart.', '.legend .benchmark b', '63,589'),
    unix_timestamp: legend('The axis, and the legend of the chart.', '.legend .when', '2026-03-01 01:06 ET'),
    YYYYMMDD: secondForm('equity')('20260303', { unix_timestamp: '' }),
  },
  strategy: {
    system_id: details('Id', '91000001'),
    systemName: strategies('Name', 'Copper Coast Futures'),
    creatorScreenName: strategies('Creator', 'Practice Desk'),
    monthlyFee: strategies('Monthly fee', '$125.00'),
    createdWhen: strategies('Created', '2023-05-15'),
    isAlive: strategies('State', 'Active'),
    shortDescription: strategies('Description', 'Index and metal futures'),
    longDescription: placeIn('strategies-starting')(
      'Below the heading, until the details are read.',
      '.details .about',
      'Positions are held',
    ),
    freeTrialPeriodDays: details('Free trial', '7 days'),
  },
  'submit echo': {
    signalid: order('Order id', '148220802'),
    localsignalid: labelIn('decide-echo')('Own id', '177246560010115'),
    systemid: compared('1'),
    symbol: compared('MSFT'),
    typeofsymbol: compared('option'),
    action: compared('STO'),
    quant: compared('1000'),
    market: compared('1'),
    limit: compared('151'),
    stop: compared('3'),
    duration: compared('DAY'),
    gtc: durationFlag('0', { duration: '', day: '1' }),
    day: durationFlag('1', { duration: '', gtc: '0' }),
    profittarget: compared('161'),
    stoploss: compared('0'),
    conditionalupon: compared('155000002'),
    ocaid: compared('7'),
    xreplace: compared('155000002'),
    parkUntilSecs: compared('1900000000'),
    parkUntilYYYYMMDDHHMM: unused('The second form of parkUntilSecs, which is what the program sends.'),
    description: echo('Description', 'MICROSOFT'),
    currency: echo('Currency', 'USD'),
    pointvalue: echo('Point value', '1'),
    decimalprecision: echo('Price decimals', '2'),
    comments: echo('Comments', 'Sent by API'),
    expiresat: echo('Ends at the latest', '2026-05-31'),
    ...sameEntryFor('ticktime elapsed_time', internalFigure),
    profittargetsignalid: leg('155664011'),
    stoplosssignalid: leg('155664012'),
    targetocagroupid: order('OCA group', '148220804'),
  },
  'cancel echo': {
    signalid: used(
      'platform/parse/cancel-answer.ts',
      'The id of the order, where only the own id was known.',
    )('155664009'),
    systemid: comparedCancel('1'),
    symbol: comparedCancel('MSFT'),
    typeofsymbol: comparedCancel('option'),
    action: comparedCancel('STC'),
    quant: comparedCancel('7'),
    market: comparedCancel('1'),
    islimit: comparedCancel('9'),
    stop: comparedCancel('9'),
    gtc: comparedCancel('0', { day: '1' }),
    day: comparedCancel('1', { gtc: '0' }),
    tradedwhen: alsoFilled('1772461900'),
    tradeprice: alsoFilled('182.440000000'),
    title: cancelWords('Signal was traded', { ok: '0' }),
    message: cancelWords('It is not yours', { ok: '0' }),
    ...sameEntryFor('killedwhen expiredwhen postedwhen signalexpiresat', orderTimes),
    ...sameEntryFor('strike expir underlying putcall', optionTerms),
    ...sameEntryFor('personid guid elapsed_time', internalFigure),
  },
  link: {
    broker_account_guid: used(
      'acts/autotrade-acts.ts',
      'It has to be the account of the copy. It is shown in the details.',
    )('G2'),
  },
  'stopped copy': {
    visiblePositionsLeftUntouched: used(
      'acts/autotrade-acts.ts',
      'It confirms which positions were left when the copy was stopped. The details of the copy show them.',
    )(null),
  },
  'broker class': {
    brokerClassName: card('The heading of the card.', 'ul[aria-label="Brokers"] h3', 'Harbor Securities'),
    is_svc_preferred: card('A mark beside the heading of the card.', 'ul[aria-label="Brokers"] h3', 'Preferred'),
    brokerClassImageURL: unused('No picture is loaded from the network. Two letters are in its place.'),
  },
  'broker choice': {
    brokername: brokers('Brokers', 'Harbor Direct'),
    brokercode: used('platform/parse/brokers.ts', 'It is sent as the broker of the copy.')('OTHER'),
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
  'new license': { license_id: used('acts/platform-acts.ts', 'Without it the new license is not confirmed.')('') },
  'new strategy': {
    NewSystemID: used('acts/strategy-acts.ts', 'Without it the new strategy is not confirmed.')(''),
  },
  changes: {
    changes: used('acts/confirmation-of.ts', 'It has to name each attribute that was sent.')(['name updated']),
  },
  'broker parameters': {
    systemid: comparedRequest('brokers')('8'),
    personid: comparedRequest('brokers')('10'),
    options: filter('0'),
    allow_short_options: filter('0'),
    ...sameEntryFor('stocks futures forex', filter('0')),
    countrycode: used('platform/parse/brokers.ts', 'A broker without customers of the country cannot be chosen.')('US'),
    ...sameEntryFor('show_simulated_broker wlSiteID', internalFigure),
  },
};
