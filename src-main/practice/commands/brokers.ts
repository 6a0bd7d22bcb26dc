import type {
  WireBrokerChoice,
  WireBrokerClass,
  WireBrokerParameters,
  WireBrokers,
  WireSuccess,
} from '#core/platform/wire/autotrade-records.ts';
import type { WireFlag } from '#core/platform/wire/records.ts';
import type { InstrumentType } from '#rules/signal.ts';
import { mayAccess, subscribes } from '#practice/access.ts';
import { actingPerson } from '#practice/autotrade/acting-person.ts';
import { BROKER_CLASSES, type BrokerChoice, type BrokerClass } from '#practice/autotrade/broker.ts';
import { failure, okValue } from '#practice/envelope.ts';
import { givenText, textOf } from '#practice/fields.ts';
import { forCaller, type CommandRequest } from './command.ts';

const ASKED: readonly (readonly [field: string, type: InstrumentType])[] = [
  ['trade_stocks', 'stock'],
  ['trade_options', 'option'],
  ['trade_futures', 'future'],
  ['trade_forex', 'forex'],
];
const FLAGS = [...ASKED.map(([field]) => field), 'allow_short_options', 'show_simulated_broker'];
const NO_ACCESS = {
  title: 'Unable to access this systemid',
  message: 'Credentials provided do not allow access to this systemid',
};
const HOME_COUNTRY = 'US';

/** Brokers at which the person could trade what is asked for. Without parameters all of them are listed. */
export const getListAvailableBrokers = forCaller((request) => {
  const { switches, fields } = request;
  const wrong = FLAGS.find((name) => !['', '0', '1'].includes(textOf(fields, name)));
  if (wrong !== undefined) return failure(switches, { title: `Invalid ${wrong}`, message: `${wrong} must be 0 or 1` });
  if (!reachesSystem(request)) return failure(switches, NO_ACCESS);
  const person = actingPerson(request);
  if ('error' in person) return failure(switches, person.error);
  const brokers = BROKER_CLASSES.map((one) => classEntry(one, person.personId, request));
  return {
    ok: okValue(switches),
    success: {
      parameters_in: parameters(person.personId, request),
      brokers_available: brokers.filter((one) => one.brokerChoicesForThisParentClass.length > 0),
    },
  } satisfies WireSuccess<WireBrokers>;
});

function reachesSystem(request: CommandRequest): boolean {
  const systemId = givenText(request.fields, 'systemid');
  if (systemId === null) return true;
  const account = request.engine.account(systemId);
  return (
    account !== undefined && (mayAccess(request.caller, account) || subscribes(request.caller, account, request.store))
  );
}

function parameters(personId: string, { fields, store, caller }: CommandRequest): WireBrokerParameters {
  return {
    options: textOf(fields, 'trade_options'),
    stocks: textOf(fields, 'trade_stocks'),
    futures: textOf(fields, 'trade_futures'),
    forex: textOf(fields, 'trade_forex'),
    allow_short_options: textOf(fields, 'allow_short_options'),
    show_simulated_broker: textOf(fields, 'show_simulated_broker') || '1',
    countrycode: store.people.get(personId)?.countryCode ?? HOME_COUNTRY,
    personid: personId,
    wlSiteID: caller.platformId ?? '0',
    systemid: givenText(fields, 'systemid') ?? '',
  };
}

function classEntry(one: BrokerClass, personId: string, request: CommandRequest): WireBrokerClass {
  return {
    brokerClassImageURL: one.image,
    brokerClassName: one.name,
    is_svc_preferred: flag(one.preferred),
    brokerChoicesForThisParentClass: one.choices
      .filter((choice) => isWanted(choice, request))
      .map((choice) => choiceEntry(choice, personId, request)),
  };
}

/** A flag of 0 asks for nothing; 1 leaves only those that can do it. */
function isWanted(choice: BrokerChoice, { fields }: CommandRequest): boolean {
  const can = ASKED.every(([field, type]) => textOf(fields, field) !== '1' || choice.trades.includes(type));
  const shorts = textOf(fields, 'allow_short_options') !== '1' || choice.shortOptions;
  return can && shorts && (!choice.simulated || textOf(fields, 'show_simulated_broker') !== '0');
}

/** The account of a live link there: for the strategy that was asked about, else for any. */
function tradingHere(choice: BrokerChoice, personId: string, { engine, fields }: CommandRequest): string {
  const systemId = givenText(fields, 'systemid');
  const link = engine.autoTrader.links
    .ofPerson(personId)
    .find((one) => one.brokerCode === choice.code && (systemId === null || one.systemId === systemId));
  return link?.guid ?? '';
}

function choiceEntry(choice: BrokerChoice, personId: string, request: CommandRequest): WireBrokerChoice {
  return {
    brokername: choice.name,
    brokercode: choice.code,
    manual_trading_allowed: flag(choice.manualTrading),
    broker_trades_options: flag(choice.trades.includes('option')),
    broker_trades_stocks: flag(choice.trades.includes('stock')),
    broker_trades_futures: flag(choice.trades.includes('future')),
    broker_trades_forex: flag(choice.trades.includes('forex')),
    personid_is_trading_here_broker_account_guid: tradingHere(choice, personId, request),
    onlynonusacustomers: flag(choice.onlyOutsideUsa),
    this_is_secondary_choice_available_only_if_brokercode_used: flag(choice.secondary),
    needAccountPW: flag(choice.needsPassword),
    ...(choice.needsAccountNumber === null ? {} : { needAccountNum: flag(choice.needsAccountNumber) }),
    ...(choice.needsUserId === null ? {} : { need_broker_userid: flag(choice.needsUserId) }),
    ...(choice.userIdLabel === null ? {} : { textlabel_for_broker_userid: choice.userIdLabel }),
  };
}

function flag(value: boolean): WireFlag {
  return value ? '1' : '0';
}
