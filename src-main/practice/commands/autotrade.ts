import type {
  WireAutoTradeAccount,
  WireAutoTradeStopped,
  WirePositionLeft,
  WireSuccess,
} from '#core/platform/wire/autotrade-records.ts';
import type { WireError } from '#core/platform/wire/records.ts';
import { visiblePositions, type Link } from '#rules/autotrade.ts';
import { formatFixed } from '#rules/decimal.ts';
import type { Account } from '#practice/account.ts';
import { actingPerson } from '#practice/autotrade/acting-person.ts';
import { brokerOf, defaultBroker, type BrokerChoice } from '#practice/autotrade/broker.ts';
import { FieldReader } from '#practice/autotrade/field-reader.ts';
import { readChange, readSettings } from '#practice/autotrade/settings-reader.ts';
import { failure, okValue, type Envelope } from '#practice/envelope.ts';
import { givenText } from '#practice/fields.ts';
import { forSubscriber, type CommandRequest } from './command.ts';

const LEAST_CREDENTIAL = 4;
const MOST_CREDENTIAL = 30;
const HOME_COUNTRY = 'US';

/** Nothing is kept of the password but that it was of the right length. */
export const startAutoTrade = forSubscriber((request, account) => {
  const person = actingPerson(request);
  if ('error' in person) return failure(request.switches, person.error);
  const broker = brokerFor(request);
  if (!broker) return failure(request.switches, unknownBroker(request));
  const reader = readerOf(request);
  const settings = readSettings(reader, request.switches.get('enableDefault') === 'on');
  const credentials = readCredentials(reader, broker, request);
  if (reader.problems.length > 0) return wrongFields(request, reader);
  const refusal = refusalOf(request, account, person.personId, broker);
  if (refusal) return failure(request.switches, refusal);
  const systemId = account.strategy.id;
  const identity = { personId: person.personId, systemId, brokerCode: broker.code, ...credentials };
  return accountAnswer(request, request.engine.autoTrader.start(identity, settings));
});

export const changeAutoTrade = forSubscriber((request, account) => {
  const found = liveLink(request, account);
  if ('error' in found) return failure(request.switches, found.error);
  const reader = readerOf(request);
  const settings = readChange(reader, found.link.settings);
  if (reader.problems.length > 0) return wrongFields(request, reader);
  const when = request.switches.get('autoTradeSettings');
  return accountAnswer(request, request.engine.autoTrader.change(found.link, settings, when));
});

/** With 0 everything that was copied is closed, at once or when its market opens; with 1 it is left and listed. */
export const stopAutoTrade = forSubscriber((request, account) => {
  const reader = readerOf(request);
  const leave = reader.flag('leavePositionsAndOrdersUntouched', true);
  if (leave === null) return wrongFields(request, reader);
  const found = liveLink(request, account);
  if ('error' in found) {
    const again = found.stopped && request.switches.get('stopAutoTradeTwice') === 'accept';
    return again ? stoppedAnswer(request, []) : failure(request.switches, found.error);
  }
  const link = request.engine.autoTrader.stop(found.link, leave);
  return stoppedAnswer(request, leave ? visiblePositions(link).map(positionLeft) : []);
});

function readerOf({ fields, switches }: CommandRequest): FieldReader {
  return new FieldReader(fields, switches.get('zeroLimit'));
}

function brokerFor({ fields }: CommandRequest): BrokerChoice | undefined {
  const code = givenText(fields, 'brokercode');
  return code === null ? defaultBroker() : brokerOf(code);
}

function unknownBroker({ fields }: CommandRequest): WireError {
  const code = givenText(fields, 'brokercode') ?? '';
  return { title: 'Unknown brokercode', message: `brokercode ${code.slice(0, 40)} is not known here` };
}

/** The specification requires all three; brokers say that they need fewer. */
function readCredentials(
  reader: FieldReader,
  broker: BrokerChoice,
  { switches }: CommandRequest,
): Pick<Link, 'accountNumber' | 'userId'> {
  const always = switches.get('brokerCredentials') === 'always';
  const read = (name: string, needed: boolean): string =>
    reader.text(name, LEAST_CREDENTIAL, MOST_CREDENTIAL, always || needed) ?? '';
  const accountNumber = read('broker_accountnum', broker.needsAccountNumber === true);
  const userId = read('broker_userid', broker.needsUserId === true);
  read('broker_password', broker.needsPassword);
  return { accountNumber, userId };
}

function wrongFields(request: CommandRequest, { problems }: FieldReader): Envelope {
  const field = problems[0]?.split(' ')[0] ?? '';
  return failure(request.switches, { title: `Invalid ${field}`, message: problems[0] ?? '', errors: [...problems] });
}

function refusalOf(
  request: CommandRequest,
  account: Account,
  personId: string,
  broker: BrokerChoice,
): WireError | undefined {
  const { switches, store, engine } = request;
  const { id, ownerPersonId } = account.strategy;
  const foreign = ownerPersonId !== personId && store.subscriptions.live(id, personId) === undefined;
  if (foreign && switches.get('autoTradeOutsiders') === 'refuse')
    return { title: 'Not subscribed', message: 'personid has no current subscription to this systemid' };
  const atHome = store.people.get(personId)?.countryCode === HOME_COUNTRY;
  if (broker.onlyOutsideUsa && atHome && switches.get('nonUsaBroker') === 'refuse')
    return { title: 'Broker not available', message: `brokercode ${broker.code} takes no customers of the USA` };
  const live = engine.autoTrader.links.live(personId, id).some((link) => link.brokerCode === broker.code);
  if (!live || switches.get('secondAutoTrade') === 'replace') return undefined;
  return { title: 'AutoTrade is already on', message: `This systemid is traded at brokercode ${broker.code} already` };
}

type Found =
  { readonly link: Link } | { readonly error: WireError; /** There was a link once. */ readonly stopped: boolean };

/** The person's live link of this strategy; the broker must be named when there are several. */
function liveLink(request: CommandRequest, account: Account): Found {
  const person = actingPerson(request);
  if ('error' in person) return { error: person.error, stopped: false };
  const { links } = request.engine.autoTrader;
  const code = givenText(request.fields, 'brokercode');
  if (code !== null && !brokerOf(code)) return { error: unknownBroker(request), stopped: false };
  const atBroker = (link: Link): boolean => code === null || link.brokerCode === code;
  const { id } = account.strategy;
  const live = links.live(person.personId, id).filter(atBroker);
  const [link] = live;
  if (live.length > 1) {
    const message = 'This systemid is traded at several brokers: brokercode required';
    return { error: { title: 'No brokercode', message }, stopped: false };
  }
  if (link) return { link };
  const stopped = links.all().some((one) => one.personId === person.personId && one.systemId === id && atBroker(one));
  return { error: { title: 'AutoTrade is not on', message: 'No broker account trades this systemid' }, stopped };
}

function accountAnswer(request: CommandRequest, link: Link): Envelope {
  return {
    ok: okValue(request.switches),
    success: { broker_account_guid: link.guid },
  } satisfies WireSuccess<WireAutoTradeAccount>;
}

function stoppedAnswer(request: CommandRequest, left: WirePositionLeft[]): Envelope {
  return {
    ok: okValue(request.switches),
    success: { status: { visiblePositionsLeftUntouched: left } },
  } satisfies WireSuccess<WireAutoTradeStopped>;
}

function positionLeft({ symbol, instrument, copied }: ReturnType<typeof visiblePositions>[number]): WirePositionLeft {
  return { symbol, typeofsymbol: instrument, quant: formatFixed(copied.quantity) };
}
