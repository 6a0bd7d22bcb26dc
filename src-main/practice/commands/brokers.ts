import type {
  WireBrokerChoice,
  WireBrokerClass,
  WireBrokerParameters,
  WireBrokers,
  WireSuccess,
} from '#core/platform/wire/autotrade-records.ts';
import type { WireFlag } from '#core/platform/wire/records.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { mayAccess, NO_SYSTEM_ACCESS, subscribes } from '#practice/access.ts';
import { BROKER_CLASSES, type BrokerChoice, type BrokerClass } from '#practice/autotrade/broker.ts';
import { failure, okValue } from '#practice/envelope.ts';
import { FieldCheck } from '#practice/decode/field-check.ts';
import { givenText, textOf } from '#practice/decode/fields.ts';
import { actingPerson } from './acting-person.ts';
import type { Person } from '#practice/person.ts';
import { forCaller, type CommandRequest } from './command.ts';
import { problemsAnswer } from './problems.ts';

const TYPE_FIELDS: readonly (readonly [field: string, type: InstrumentType])[] = [
  ['trade_stocks', 'stock'],
  ['trade_options', 'option'],
  ['trade_futures', 'future'],
  ['trade_forex', 'forex'],
];
const FLAGS = [...TYPE_FIELDS.map(([field]) => field), 'allow_short_options', 'show_simulated_broker'];

/** Brokers at which the person could trade the requested types; without a type, all brokers. */
export const getListAvailableBrokers = forCaller((request) => {
  const { switches } = request;
  const check = new FieldCheck(request);
  for (const name of FLAGS) check.flag(name);
  if (check.errors.length > 0) return problemsAnswer(switches, 'Unable to getListAvailableBrokers', check.errors);
  if (!reachesSystem(request)) return failure(switches, NO_SYSTEM_ACCESS);
  const acting = actingPerson(request);
  if (!acting.ok) return failure(switches, acting.error);
  const { person } = acting;
  const brokers = BROKER_CLASSES.map((one) => classEntry(one, person.id, request));
  return {
    ok: okValue(switches),
    success: {
      parameters_in: parameters(person, request),
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

function parameters(person: Person, { fields, caller }: CommandRequest): WireBrokerParameters {
  return {
    options: textOf(fields, 'trade_options'),
    stocks: textOf(fields, 'trade_stocks'),
    futures: textOf(fields, 'trade_futures'),
    forex: textOf(fields, 'trade_forex'),
    allow_short_options: textOf(fields, 'allow_short_options'),
    show_simulated_broker: textOf(fields, 'show_simulated_broker') || '1',
    countrycode: person.countryCode,
    personid: person.id,
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

/**
 * The flag of a type or of short options filters only if it is 1, and `show_simulated_broker` only
 * if it is 0.
 */
function isWanted(choice: BrokerChoice, { fields }: CommandRequest): boolean {
  const tradesTypes = TYPE_FIELDS.every(
    ([field, type]) => textOf(fields, field) !== '1' || choice.trades.includes(type),
  );
  const allowsShorts = textOf(fields, 'allow_short_options') !== '1' || choice.shortOptions;
  return tradesTypes && allowsShorts && (!choice.simulated || textOf(fields, 'show_simulated_broker') !== '0');
}

/** The account of a live link at the broker: for the requested strategy, or for any. */
function accountGuid(choice: BrokerChoice, personId: string, { engine, fields }: CommandRequest): string {
  const systemId = givenText(fields, 'systemid');
  const link = engine.autoTrader.links
    .liveOfPerson(personId)
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
    personid_is_trading_here_broker_account_guid: accountGuid(choice, personId, request),
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
