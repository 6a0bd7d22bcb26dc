import { labelIn, setByProgram, type RequestEntry } from './place.ts';
import type { CommandName } from './specification.ts';

const ticket = labelIn('trade');
const orderLinks = labelIn('ticket-links');
const target = labelIn('target-add');
const copySetting = labelIn('autotrade-start');
const creation = labelIn('strategies-new');
const change = labelIn('strategies-edit');
const account = labelIn('autotrade-account');
const brokers = labelIn('autotrade');
const myProfile = labelIn('settings-profile');

const chosenStrategy = setByProgram('The strategy that was chosen.');
const person = labelIn('autotrade-platform')('Account of', 'The owner');
const filter = brokers('Instrument types that the broker must support', '');

/** Dialogs that stage a change. Their fields are also columns of a file that is imported. */
const licenseCreate = labelIn('people-add-license-create');
const licenseRecurring = labelIn('people-add-license-recurring');
const licenseMethod = labelIn('people-add-license-method');
const subscriptionBegin = labelIn('people-add-subscription-begin');
const subscriptionEnd = labelIn('people-add-subscription-end');
/** The dialog that ends an own subscription. */
const ownSubscriptionEnd = labelIn('strategies-subscription-end-again');
/** Part of the address of every command of a private platform (platform-api "Endpoints"). */
const platformId = labelIn('settings-connection-platform')('Platform id', '');

const copySettings: Readonly<Record<string, RequestEntry>> = {
  systemid: chosenStrategy,
  personid: person,
  brokercode: setByProgram('The broker of the card that was chosen, or the broker code that was typed.'),
  scalingPercentage: copySetting('Scaling', ''),
  allow_short_options: copySetting('Short options', 'Copy them.'),
  ignore_manual_trades_in_account: copySetting('Trades that are made in the account by hand', 'They are ignored.'),
  join_trades_in_progress: copySetting('Trades in progress', 'Join them'),
  enable_options: copySetting('Options', ''),
  enable_futures: copySetting('Futures', ''),
  enable_forex: copySetting('Forex', ''),
  max_units_options: copySetting('Maximum option contracts', ''),
  max_units_futures: copySetting('Maximum futures contracts', ''),
  max_units_forex: copySetting('Maximum forex mini-lots', ''),
  enable_stocks: copySetting('Stocks', ''),
  max_dollars_stocks: copySetting('Maximum dollars in one stock', ''),
  stopLossDollarsPerPosition: copySetting('Stop loss per position, dollars', ''),
};

/** The members of requests: where they are entered, or how they are filled in. */
export const requestEntries: Readonly<Partial<Record<CommandName, Readonly<Record<string, RequestEntry>>>>> = {
  getSystemRoster: {
    filter: setByProgram('Always set so that strategies that became inactive recently are listed too.'),
  },
  getListSubscribers: { systemid: chosenStrategy },
  listAllPeople: { platformid: platformId },
  getSystemDetails: { systemid: chosenStrategy },
  getDesiredPositions: { systemid: chosenStrategy },
  retrieveSignalsWorking: { systemid: chosenStrategy },
  retrieveSignalsAll: {
    systemid: chosenStrategy,
    filter_type: setByProgram('The time of posting.'),
    filter_date_time_start: setByProgram('The window of the reading.'),
    filter_date_time_end: setByProgram('The window of the reading.'),
  },
  requestMarginEquity: { systemid: chosenStrategy },
  requestAllTrades_overview: {
    systemid: chosenStrategy,
    openTrades: setByProgram('For the open trades of a subscriber.'),
    closedTrades: setByProgram('For the comparison of the stored trades with other lists (Compare trades).'),
    onlyClosedTrades: setByProgram('Sent together with closedTrades, for the same comparison.'),
    show_component_signals: setByProgram('When all trades are read, for the orders of each.'),
  },
  requestTrades: { systemid: chosenStrategy },
  requestTradesOpen: { systemid: chosenStrategy },
  retrieveSystemEquity: { systemid: chosenStrategy, commission_plan: labelIn('review')('Commission plan', '') },
  changePersonAttribute: {
    personid: myProfile('Person id', '7001'),
    firstname: myProfile('First name', ''),
    lastname: myProfile('Last name', ''),
    screenname: myProfile('Screen name', ''),
    email: myProfile('E-mail', ''),
    password: myProfile('New password', ''),
  },
  subscribeToStrategy: {
    systemid: subscriptionBegin('Strategy id', ''),
    personid: subscriptionBegin('Person ids', ''),
  },
  unsubscribeFromStrategy: {
    systemid: subscriptionEnd('Strategy id', ''),
    personid: subscriptionEnd('Person ids', ''),
    actionType: ownSubscriptionEnd('How it ends', 'unsubscribe_immediate'),
    autoTradePositionsAndOrders: ownSubscriptionEnd('Positions and orders at brokers', ''),
  },
  createNewSystem: {
    name: creation('Name', ''),
    longDescription: creation('Description', ''),
    startingcapital: creation('Starting capital', ''),
    ownerpersonid: creation('Owner (person id)', ''),
    site_visibility_status: creation('Visible on the site', ''),
    creditSystemTimeInSeconds: creation('System time credit, seconds', ''),
    platformid: platformId,
  },
  changeSystemAttribute: {
    systemid: chosenStrategy,
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
    minimum_portfolio_size_required: change('Minimum capital', '25000'),
  },
  change_software_license_status: {
    platformid: platformId,
    license_id: licenseRecurring('License id', ''),
    recurring_billing_status: licenseRecurring('Recurring billing (0 or 1)', ''),
    payment_method: licenseMethod('Payment method', ''),
  },
  create_software_license_record_platform: {
    platformid: platformId,
    personid: licenseCreate('Person ids', ''),
    license_type_requested: licenseCreate('License type', ''),
    ui_description: licenseCreate('Description, optional', ''),
    payment_method: licenseCreate('Payment method, optional', ''),
  },
  deleteUser: { platformid: platformId, personid: labelIn('people-add-user-delete')('Person ids', '') },
  privateSubManagement_endSubscription: {
    platformid: platformId,
    subscription_guid: subscriptionEnd('Subscription id, optional', ''),
    systemid: subscriptionEnd('Strategy id', ''),
    personid: subscriptionEnd('Person ids', ''),
    unsubAtYYYYMMDDhhmm: subscriptionEnd('Ends at (New York, YYYY-MM-DD hh:mm), optional', ''),
  },
  setDesiredPositions: {
    systemid: chosenStrategy,
    positions: setByProgram('The list of the members below.'),
    symbol: target('Symbol', ''),
    typeofsymbol: target('Type', ''),
    quant: target('New quantity', ''),
  },
  submitSignal: {
    systemid: chosenStrategy,
    signal: setByProgram('The object of the members below.'),
    action: ticket('Action', 'BTO'),
    quant: ticket('Quantity', '100'),
    symbol: ticket('Symbol', 'AAPL'),
    typeofsymbol: ticket('Type', 'stock'),
    duration: ticket('Time in force', 'GTC'),
    limit: ticket('Limit price', '182.50'),
    stop: labelIn('ticket-replace')('Stop price', '180.40'),
    market: labelIn('ticket-future')('Order type', 'market'),
    profittarget: ticket('Profit target', '189'),
    stoploss: ticket('Stop loss', '178.20'),
    conditionalupon: orderLinks('Conditional on fill of', ''),
    conditionalUponSignal: orderLinks('Parent: symbol', 'SPY'),
    xreplace: setByProgram('The order that is replaced.'),
    leave_oca_intact: labelIn('ticket-replace')('Keep its OCA group', ''),
    signalid: setByProgram('The own signal id of the order, which no other order has.'),
    ocaid: orderLinks('Id of the group', '9007199254740993'),
    forcenooca: ticket('No OCA (both can fill)', ''),
  },
  cancelSignal: { systemid: chosenStrategy, signalid: setByProgram('The row that was chosen.') },
  getListAvailableBrokers: {
    systemid: chosenStrategy,
    personid: person,
    trade_options: setByProgram('Always sent together with the filter for short options.'),
    trade_stocks: filter,
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
    systemid: chosenStrategy,
    personid: person,
    brokercode: setByProgram('The copy that is stopped.'),
    leavePositionsAndOrdersUntouched: setByProgram(
      'As chosen in the dialog that stops the copy. No choice is preset there.',
    ),
  },
};
