import type { FieldTable } from './field-reader.ts';

/**
 * If `collects` is true, unreadable fields are not refused at once. The command refuses them
 * together with the fields that are beyond their limits.
 */
export type CommandFields = { readonly fields: FieldTable; readonly collects: boolean };

const COMMON = { apikey: 'text', platformid: 'id' } as const;
const SYSTEM = { systemid: 'id' } as const;
const PERSON = { personid: 'id' } as const;

const INSTRUMENT_FLAGS = {
  enable_stocks: 'flag',
  enable_options: 'flag',
  enable_futures: 'flag',
  enable_forex: 'flag',
} as const;

const AUTOTRADE_SETTINGS = {
  ...INSTRUMENT_FLAGS,
  scalingPercentage: 'number',
  max_units_futures: 'number',
  max_units_forex: 'number',
  max_units_options: 'number',
  max_dollars_stocks: 'number',
  stopLossDollarsPerPosition: 'number',
  allow_short_options: 'flag',
  ignore_manual_trades_in_account: 'flag',
} as const;

/** The `signal` object of submitSignal, and each parent nested in it. */
export const SIGNAL_FIELDS = {
  action: 'word',
  quant: 'number',
  symbol: 'text',
  typeofsymbol: 'word',
  duration: 'word',
  market: 'flag',
  limit: 'number',
  stop: 'number',
  profittarget: 'number',
  stoploss: 'number',
  conditionalupon: 'id',
  conditionalUponSignal: 'object',
  xreplace: 'id',
  leave_oca_intact: 'flag',
  signalid: 'id',
  ocaid: 'id',
  forcenooca: 'flag',
  parkUntilSecs: 'number',
  parkUntilYYYYMMDDHHMM: 'word',
  comments: 'text',
} as const satisfies FieldTable;

/** An element of `positions`. */
export const POSITION_FIELDS = { symbol: 'text', typeofsymbol: 'word', quant: 'number' } as const satisfies FieldTable;

const plain = (fields: FieldTable = {}): CommandFields => ({ fields: { ...COMMON, ...fields }, collects: false });
const collecting = (fields: FieldTable): CommandFields => ({ fields: { ...COMMON, ...fields }, collects: true });

/** The kind of every field of every command. */
export const COMMAND_FIELDS: ReadonlyMap<string, CommandFields> = new Map([
  ['listAllSystems', plain()],
  ['getSystemRoster', plain({ filter: 'word' })],
  ['getSystemDetails', plain(SYSTEM)],
  ['retrieveSignalsWorking', plain(SYSTEM)],
  [
    'retrieveSignalsAll',
    plain({ ...SYSTEM, filter_type: 'word', filter_date_time_start: 'word', filter_date_time_end: 'word' }),
  ],
  ['submitSignal', plain({ ...SYSTEM, signal: 'object' })],
  ['cancelSignal', plain({ ...SYSTEM, signalid: 'id' })],
  ['requestTrades', plain(SYSTEM)],
  ['requestTradesOpen', plain(SYSTEM)],
  [
    'requestAllTrades_overview',
    plain({
      ...SYSTEM,
      show_component_signals: 'flag',
      openTrades: 'flag',
      closedTrades: 'flag',
      onlyClosedTrades: 'flag',
    }),
  ],
  ['getDesiredPositions', plain(SYSTEM)],
  // `desiredPositions` is a common misspelling (platform-notes.md 11). The refusal names it; its
  // value is not used.
  ['setDesiredPositions', plain({ ...SYSTEM, positions: 'list', desiredPositions: 'list' })],
  ['retrieveSystemEquity', plain({ ...SYSTEM, commission_plan: 'word' })],
  ['requestMarginEquity', plain(SYSTEM)],
  [
    'getListAvailableBrokers',
    collecting({
      ...SYSTEM,
      ...PERSON,
      trade_stocks: 'flag',
      trade_options: 'flag',
      trade_futures: 'flag',
      trade_forex: 'flag',
      allow_short_options: 'flag',
      show_simulated_broker: 'flag',
    }),
  ],
  [
    'startAutoTrade',
    collecting({
      ...SYSTEM,
      ...PERSON,
      ...AUTOTRADE_SETTINGS,
      brokercode: 'word',
      broker_accountnum: 'text',
      broker_userid: 'text',
      broker_password: 'text',
      join_trades_in_progress: 'flag',
    }),
  ],
  ['changeAutoTrade', collecting({ ...SYSTEM, ...PERSON, ...AUTOTRADE_SETTINGS, brokercode: 'word' })],
  ['stopAutoTrade', collecting({ ...SYSTEM, ...PERSON, brokercode: 'word', leavePositionsAndOrdersUntouched: 'flag' })],
  ['getListSubscribers', plain(SYSTEM)],
  ['subscribeToStrategy', plain({ ...SYSTEM, ...PERSON })],
  [
    'unsubscribeFromStrategy',
    collecting({ ...SYSTEM, ...PERSON, actionType: 'word', autoTradePositionsAndOrders: 'word' }),
  ],
  [
    'privateSubManagement_endSubscription',
    collecting({ ...SYSTEM, ...PERSON, subscription_guid: 'id', unsubAtYYYYMMDDhhmm: 'word' }),
  ],
  [
    'createNewSystem',
    collecting({
      name: 'text',
      longDescription: 'text',
      startingcapital: 'number',
      ownerpersonid: 'id',
      site_visibility_status: 'flag',
      creditSystemTimeInSeconds: 'number',
    }),
  ],
  [
    'changeSystemAttribute',
    collecting({
      ...SYSTEM,
      name: 'text',
      longDescription: 'text',
      shortDescription: 'text',
      ownerpersonid: 'id',
      equitycurve_startingcapital: 'number',
      monthlyfee: 'number',
      trialdays: 'number',
      creditSystemTimeInSeconds: 'number',
      freeSignalEntryCredits: 'number',
      test_system: 'flag',
      isAlive: 'flag',
      minimum_portfolio_size_required: 'number',
    }),
  ],
  ['listAllPeople', plain()],
  [
    'changePersonAttribute',
    collecting({
      ...PERSON,
      firstname: 'text',
      lastname: 'text',
      screenname: 'text',
      email: 'text',
      password: 'text',
    }),
  ],
  ['deleteUser', plain(PERSON)],
  [
    'create_software_license_record_platform',
    collecting({ ...PERSON, license_type_requested: 'word', ui_description: 'text', payment_method: 'word' }),
  ],
  [
    'change_software_license_status',
    collecting({ license_id: 'id', recurring_billing_status: 'flag', payment_method: 'word' }),
  ],
]);
