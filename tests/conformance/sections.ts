// The sections of the specification and of the notes on the platform. Titles of cases name them in
// square brackets: `describe('[Endpoints/submitSignal] …')`. The conformance report counts cases by
// section; a section without a case is an error.

const RESOURCES = [
  'Conventions',
  'Strategy',
  'Signal',
  'Trade',
  'Desired position',
  'Equity point',
  'Subscriber record',
  'Person record',
  'Software license',
  'Broker',
  'System list entry',
];

const STATES = ['Signal', 'Desired-position mode', 'Trade', 'Subscription and AutoTrade'];

const ENDPOINTS = [
  'getSystemRoster',
  'getListSubscribers',
  'unsubscribeFromStrategy',
  'getSystemDetails',
  'getDesiredPositions',
  'retrieveSignalsWorking',
  'retrieveSignalsAll',
  'requestMarginEquity',
  'createNewSystem',
  'changeSystemAttribute',
  'requestAllTrades_overview',
  'requestTrades',
  'requestTradesOpen',
  'subscribeToStrategy',
  'setDesiredPositions',
  'retrieveSystemEquity',
  'listAllSystems',
  'submitSignal',
  'cancelSignal',
  'getListAvailableBrokers',
  'changeAutoTrade',
  'stopAutoTrade',
  'startAutoTrade',
  'change_software_license_status',
  'create_software_license_record_platform',
  'deleteUser',
  'listAllPeople',
  'changePersonAttribute',
  'privateSubManagement_endSubscription',
];

/** The rows of the errors table. */
const ERRORS = [
  'Credentials do not allow access',
  'cancelSignal on a traded signal',
  'cancelSignal on a canceled signal',
  'License not controlled by the platform',
  'Person already deleted',
];

/** The rows of the limits table. */
const LIMITS = [
  'longDescription',
  'shortDescription',
  'name',
  'startingcapital',
  'equitycurve_startingcapital',
  'minimum_portfolio_size_required',
  'creditSystemTimeInSeconds',
  'freeSignalEntryCredits',
  'Flags 0 or 1',
  'scalingPercentage, max_units, max_dollars and stop loss',
  'broker_accountnum, broker_userid, broker_password',
  'ui_description',
  'firstname, lastname, password, email',
  'Own signal ids and OCA ids unique',
];

const PLAIN_SECTIONS = ['Contexts', 'Requests', 'Responses', 'Authentication', 'Events', 'Usage rules', 'Versioning'];

const NOTES = Array.from({ length: 41 }, (_one, index) => String(index + 1));

const partsOf = (part: string, names: readonly string[]): string[] => names.map((name) => `${part}/${name}`);

export const SECTIONS: readonly string[] = [
  ...PLAIN_SECTIONS,
  ...partsOf('Resources', RESOURCES),
  ...partsOf('States', STATES),
  ...partsOf('Endpoints', ENDPOINTS),
  ...partsOf('Errors', ERRORS),
  ...partsOf('Limits', LIMITS),
  ...partsOf('Notes', NOTES),
];
