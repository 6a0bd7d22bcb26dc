import { DEFAULT_RULE_OPTIONS, type RuleOptions } from '#rules/signals/rule-options.ts';
import type { MetaStore } from './store/meta-store.ts';

type Switch = { readonly values: readonly string[]; readonly initial: string; readonly about: string };

/** A switch whose first value is its initial one. */
const switchOf = <const V extends readonly [string, ...string[]]>(values: V, about: string) => ({
  values,
  initial: values[0],
  about,
});

/**
 * The points on which the specification is silent, with the values that this service supports; the
 * first value is the default. The names of the rule switches are those of RuleOptions, so that a
 * rule option without a switch does not compile.
 */
const RULE_SWITCHES: Readonly<Record<keyof RuleOptions, Switch>> = {
  duplicateOwnId: switchOf(['refuse', 'accept', 'replay'], 'An own signal id that was used before'),
  finishedOcaId: switchOf(['refuse', 'join'], 'An OCA id whose group has no live member left'),
  parentEnds: switchOf(
    ['cancelChild', 'expireChild', 'keepChild'],
    'A waiting child when its parent is canceled or expires',
  ),
  cancelWaiting: switchOf(['allow', 'refuse'], 'cancelSignal on a signal that waits for its parent or its release'),
  waitingAtDayEnd: switchOf(['expire', 'keep'], 'A waiting DAY signal at the end of its day'),
  bracketDuration: switchOf(['asEntry', 'GTC'], 'Duration of the profit target and the stop loss of a bracket'),
  bracketOnExit: switchOf(['refuse', 'ignore'], 'profittarget or stoploss on a closing order'),
  replacementGroup: switchOf(['join', 'alone'], 'OCA group of a replacement with leave_oca_intact=1'),
  replacementParent: switchOf(
    ['inherit', 'none'],
    'Parent of a replacement for a signal that still waits for its parent',
  ),
  strictConditions: switchOf(
    ['off', 'on'],
    'Refuse a condition that is itself conditional, and a replacement with a condition',
  ),
  limitWithStop: switchOf(['refuse', 'limitOnly', 'stopOnly'], 'limit and stop given together'),
  marketWithPrice: switchOf(['refuse', 'marketOnly', 'priceOnly'], 'market=1 given together with a price'),
  closeWithoutPosition: switchOf(['reverse', 'cancel'], 'A closing order that fills without an opposite position'),
};

const SERVICE_SWITCHES = {
  ownIdsInLists: switchOf(['yes', 'no'], 'localsignalid in the signal lists'),
  linksInLists: switchOf(['yes', 'no'], 'The members conditionalupon and ocaid in the signal lists'),
  waitingInAll: switchOf(['posted', 'working', 'hidden'], 'Signals that wait for their parent, in retrieveSignalsAll'),
  okForm: switchOf(
    ['documented', 'string', 'number'],
    "The member ok of an answer: as the specification writes it for the command, or always '1' or 1",
  ),
  absentTime: switchOf(['zero', 'empty', 'null'], "A time that is not set: '0', '' or null"),
  absentStop: switchOf(['zero', 'null'], "isStopOrder of an order without a stop: '0' or null"),
  missingDuration: switchOf(['DAY', 'GTC', 'refuse'], 'A signal without a duration'),
  fractionalQuantity: switchOf(
    ['accept', 'refuse'],
    'A fractional quantity of a stock, in submitSignal and setDesiredPositions; other types take whole units only',
  ),
  offTickPrice: switchOf(['accept', 'refuse'], "A price that is not a multiple of the instrument's tick"),
  unknownCommissionPlan: switchOf(['refuse', 'default'], 'A commission_plan that this service does not know'),
  wrongKey: switchOf(
    ['invalidKey', 'noAccess'],
    "Title for a key that this service doesn't know: 'Invalid apikey' or 'Unable to access this systemid'",
  ),
  cancelExpired: switchOf(['expired', 'canceled'], 'Title for cancelSignal on an expired signal'),
  subscribeTwice: switchOf(
    ['refuse', 'replay', 'second'],
    'subscribeToStrategy while a subscription lasts: refused, answered with the one there is, or a second one',
  ),
  unsubscribeWhenEnded: switchOf(
    ['refuse', 'replay'],
    'unsubscribeFromStrategy after the end: refused, or answered with the one that has ended',
  ),
  missingActionType: switchOf(['immediate', 'refuse'], 'unsubscribeFromStrategy without actionType'),
  unsubscribeImmediate: switchOf(
    ['accept', 'refuse'],
    'actionType unsubscribe_immediate; where it is refused, the answer names the other values',
  ),
  missingPositions: switchOf(
    ['leave', 'refuse'],
    'unsubscribeFromStrategy without autoTradePositionsAndOrders; where it is refused, the answer names the values',
  ),
  linksAtEnd: switchOf(['stop', 'keep'], 'AutoTrade links of a subscription that ends'),
  trialStatus: switchOf(['current', 'trial'], 'subscription_status during a free trial'),
  endedInPeople: switchOf(['hidden', 'listed'], 'Ended subscriptions and licenses in the lists of listAllPeople'),
  duplicateScreenName: switchOf(['refuse', 'accept'], 'A screenname that another person has who is not deleted'),
  deletedPersonSystems: switchOf(
    ['keep', 'close'],
    'Strategies of a person whom deleteUser deletes: as they are, or isAlive 0',
  ),
  unknownLicenseType: switchOf(['refuse', 'accept'], 'A license_type_requested that this service does not know'),
  unnamedSystem: switchOf(
    ['named', 'refuse'],
    "createNewSystem without a name: called 'Strategy' and its id, or refused",
  ),
  omittedAttributes: switchOf(
    ['accept', 'refuse'],
    'changeSystemAttribute without some of the fields that are listed as required',
  ),
  emptyDescription: switchOf(
    ['clear', 'notGiven'],
    "changeSystemAttribute with a description of '': cleared, or left as it is",
  ),
  deadSystemSignals: switchOf(
    ['refuse', 'accept'],
    'Entries by submitSignal and lists by setDesiredPositions for a strategy with isAlive 0; what only closes is always taken',
  ),
  failureStatus: switchOf(['200', '400'], 'HTTP status of a failure envelope'),
  signalEntryWhileMaintaining: switchOf(
    ['refuse', 'accept', 'switchOff'],
    'submitSignal while desired positions are maintained; switchOff treats it as a manual action that ends the mode',
  ),
  workingWhenMaintaining: switchOf(
    ['keep', 'cancel'],
    'Working and waiting signals when desired positions are switched on',
  ),
  stopWhileOff: switchOf(['accept', 'refuse'], 'setDesiredPositions with stop while the mode is off'),
  specialPositions: switchOf(
    ['asSent', 'empty'],
    'flat and stop in getDesiredPositions: as they were sent, or left out',
  ),
  desiredTwice: switchOf(['refuse', 'add', 'last'], 'The same symbol twice in one list of desired positions'),
  secondAutoTrade: switchOf(
    ['refuse', 'replace'],
    'startAutoTrade where the person trades the strategy at that broker already',
  ),
  stopAutoTradeTwice: switchOf(['refuse', 'accept'], 'stopAutoTrade on a link that is stopped already'),
  autoTradeSettings: switchOf(
    ['atOnce', 'nextFill'],
    'When changed AutoTrade settings reach open positions: at once where markets are open, or with their next fill',
  ),
  autoTradeOutsiders: switchOf(
    ['accept', 'refuse'],
    'startAutoTrade by a person without a subscription to the strategy',
  ),
  enableDefault: switchOf(
    ['on', 'off'],
    'enable_stocks, _options, _futures and _forex when startAutoTrade does not say',
  ),
  brokerCredentials: switchOf(
    ['always', 'asBroker'],
    'broker_accountnum, _userid and _password at startAutoTrade: always required, or where the broker needs them',
  ),
  nonUsaBroker: switchOf(
    ['refuse', 'accept'],
    'startAutoTrade by a person in the USA at a broker that takes only people outside the USA',
  ),
  zeroLimit: switchOf(['refuse', 'notGiven'], 'Zero in an optional AutoTrade limit whose least value is 1 or more'),
  autoTradeRefusal: switchOf(
    ['plain', 'repeatsPassword'],
    'Whether a refusal of startAutoTrade repeats broker_password',
  ),
  autoTradeGuid: switchOf(
    ['own', 'missing', 'other'],
    "broker_account_guid of startAutoTrade and changeAutoTrade: the link's own, none, or one that belongs to no link",
  ),
  throttleAnswer: switchOf(['envelope', '429'], 'What the throttle fault answers'),
} as const satisfies Record<string, Switch>;

type ServiceSwitch = keyof typeof SERVICE_SWITCHES;

export type SwitchListing = { name: string; value: string; initial: string; values: readonly string[]; about: string };

/** The switches as set in this data folder. */
export class Switches {
  readonly #meta: MetaStore;
  readonly #table = new Map<string, Switch>([...Object.entries(RULE_SWITCHES), ...Object.entries(SERVICE_SWITCHES)]);
  readonly #chosen: Map<string, string>;
  #rules: RuleOptions;

  constructor(meta: MetaStore) {
    this.#meta = meta;
    this.#chosen = new Map(meta.switches());
    this.#rules = this.#readRules();
  }

  rules(): RuleOptions {
    return this.#rules;
  }

  get<K extends ServiceSwitch>(name: K): (typeof SERVICE_SWITCHES)[K]['values'][number] {
    const { values }: { values: (typeof SERVICE_SWITCHES)[K]['values'] } = SERVICE_SWITCHES[name];
    const chosen = this.#chosen.get(name);
    return (chosen === undefined ? undefined : values.find((value) => value === chosen)) ?? values[0];
  }

  list(): SwitchListing[] {
    return [...this.#table].map(([name, { values, initial, about }]) => ({
      name,
      value: this.#chosen.get(name) ?? initial,
      initial,
      values,
      about,
    }));
  }

  /** Why the switch cannot have this value; undefined if name and value are in the table. */
  check(name: string, value: string): string | undefined {
    const known = this.#table.get(name);
    if (!known) return `unknown switch ${name}`;
    return known.values.includes(value) ? undefined : `${name} must be one of ${known.values.join(', ')}`;
  }

  /** Call it only with values that `check` accepts. */
  set(name: string, value: string): void {
    const reason = this.check(name, value);
    if (reason !== undefined) throw new Error(reason);
    this.#meta.setSwitch(name, value);
    this.#chosen.set(name, value);
    this.#rules = this.#readRules();
  }

  #readRules(): RuleOptions {
    const entries = Object.keys(RULE_SWITCHES).map((name) => [name, this.#chosen.get(name)] as const);
    const chosenEntries = entries.filter(([, value]) => value !== undefined);
    return { ...DEFAULT_RULE_OPTIONS, ...Object.fromEntries(chosenEntries) };
  }
}
