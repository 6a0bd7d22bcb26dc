import { randomUUID } from 'node:crypto';
import type {
  WireAutoTradeAccount,
  WireAutoTradeStopped,
  WirePositionLeft,
  WireSuccess,
} from '#core/platform/wire/autotrade-records.ts';
import type { WireError } from '#core/platform/wire/records.ts';
import { visiblePositions, type Link } from '#rules/autotrade/link.ts';
import { formatFixed } from '#rules/decimal.ts';
import type { Account } from '#practice/account/account.ts';
import { brokerOf, defaultBroker, type BrokerChoice } from '#practice/autotrade/broker.ts';
import { SettingsReader } from '#practice/autotrade/settings-reader.ts';
import { failure, okValue, type Envelope } from '#practice/envelope.ts';
import { FieldCheck } from '#practice/decode/field-check.ts';
import { givenText } from '#practice/decode/fields.ts';
import { actingPerson } from './acting-person.ts';
import type { Person } from '#practice/person.ts';
import { forSubscriber, type CommandRequest } from './command.ts';
import { problemsAnswer } from './problems.ts';

const CREDENTIAL = { min: 4, max: 30 };
const HOME_COUNTRY = 'US';

/** The password is not stored; only its length is checked. */
export const startAutoTrade = forSubscriber((request, account) =>
  withRepeatedPassword(request, startAndAnswer(request, account)),
);

function startAndAnswer(request: CommandRequest, account: Account): Envelope {
  const { switches, engine } = request;
  const acting = actingPerson(request);
  if (!acting.ok) return failure(switches, acting.error);
  const broker = brokerFor(request);
  if (!broker) return failure(switches, unknownBroker(request));
  const check = new FieldCheck(request);
  const settings = settingsReader(request, check).readStart(switches.get('enableDefault') === 'on', broker);
  const credentials = readCredentials(check, broker, request);
  if (check.errors.length > 0) return problemsAnswer(switches, 'Unable to startAutoTrade', check.errors);
  const refusal = refusalOf(request, account, acting.person, broker);
  if (refusal) return failure(switches, refusal);
  const systemId = account.strategy.id;
  const identity = { personId: acting.person.id, systemId, brokerCode: broker.code, ...credentials };
  return brokerAccountAnswer(request, engine.autoTrader.start(identity, settings));
}

/**
 * With the switch `autoTradeRefusal`, a refusal repeats the password, so that a test can prove that
 * a client removes it.
 */
function withRepeatedPassword({ switches, fields }: CommandRequest, answer: Envelope): Envelope {
  const { error } = answer;
  const password = fields.get('broker_password');
  if (switches.get('autoTradeRefusal') === 'plain' || typeof password !== 'string') return answer;
  if (typeof error !== 'object' || error === null || !('message' in error)) return answer;
  return { ...answer, error: { ...error, message: `${String(error.message)} broker_password was ${password}` } };
}

export const changeAutoTrade = forSubscriber((request, account) => {
  const { switches, engine } = request;
  const found = liveLink(request, account);
  if ('error' in found) return failure(switches, found.error);
  const check = new FieldCheck(request);
  const settings = settingsReader(request, check).readChange(
    found.link.settings,
    brokerOf(found.link.brokerCode) ?? defaultBroker(),
  );
  if (check.errors.length > 0) return problemsAnswer(switches, 'Unable to changeAutoTrade', check.errors);
  return brokerAccountAnswer(
    request,
    engine.autoTrader.change(found.link, settings, switches.get('autoTradeSettings')),
  );
});

/**
 * `leavePositionsAndOrdersUntouched` 0: every copied position is closed, at once or when its market
 * opens. 1: the positions remain, and the answer lists them.
 */
export const stopAutoTrade = forSubscriber((request, account) => {
  const { switches, engine } = request;
  const check = new FieldCheck(request);
  const name = 'leavePositionsAndOrdersUntouched';
  const leavesPositions = check.required(name, check.flag(name));
  if (leavesPositions === undefined || check.errors.length > 0)
    return problemsAnswer(switches, 'Unable to stopAutoTrade', check.errors);
  const found = liveLink(request, account);
  if ('error' in found) {
    const isRepeatedStop = found.stopped && switches.get('stopAutoTradeTwice') === 'accept';
    return isRepeatedStop ? stoppedAnswer(request, []) : failure(switches, found.error);
  }
  const link = engine.autoTrader.stop(found.link, leavesPositions);
  return stoppedAnswer(request, leavesPositions ? visiblePositions(link).map(positionLeft) : []);
});

function settingsReader({ fields, switches }: CommandRequest, check: FieldCheck): SettingsReader {
  return new SettingsReader(fields, check, switches.get('zeroLimit'));
}

function brokerFor({ fields }: CommandRequest): BrokerChoice | undefined {
  const code = givenText(fields, 'brokercode');
  return code === null ? defaultBroker() : brokerOf(code);
}

function unknownBroker({ fields }: CommandRequest): WireError {
  const code = givenText(fields, 'brokercode') ?? '';
  return { title: 'Unknown brokercode', message: `brokercode ${code.slice(0, 40)} is not known here` };
}

/** The specification requires all three credentials, although brokers say that they need fewer. */
function readCredentials(
  check: FieldCheck,
  broker: BrokerChoice,
  { switches }: CommandRequest,
): Pick<Link, 'accountNumber' | 'userId'> {
  const needsAll = switches.get('brokerCredentials') === 'always';
  const read = (name: string, needed: boolean): string => {
    const text = check.characters(name, CREDENTIAL, name === 'broker_password' ? 'asIs' : undefined);
    return (needsAll || needed ? check.required(name, text) : text) ?? '';
  };
  const accountNumber = read('broker_accountnum', broker.needsAccountNumber === true);
  const userId = read('broker_userid', broker.needsUserId === true);
  read('broker_password', broker.needsPassword);
  return { accountNumber, userId };
}

function refusalOf(
  request: CommandRequest,
  account: Account,
  person: Person,
  broker: BrokerChoice,
): WireError | undefined {
  const { switches, store, engine } = request;
  const { id, ownerPersonId } = account.strategy;
  const isOutsider = ownerPersonId !== person.id && store.subscriptions.live(id, person.id) === undefined;
  if (isOutsider && switches.get('autoTradeOutsiders') === 'refuse')
    return { title: 'Not subscribed', message: 'personid has no current subscription to this systemid' };
  const atHome = person.countryCode === HOME_COUNTRY;
  if (broker.onlyOutsideUsa && atHome && switches.get('nonUsaBroker') === 'refuse')
    return { title: 'Broker not available', message: `brokercode ${broker.code} takes no customers of the USA` };
  const isOn = engine.autoTrader.links.liveOfStrategy(person.id, id).some((link) => link.brokerCode === broker.code);
  if (!isOn || switches.get('secondAutoTrade') === 'replace') return undefined;
  return { title: 'AutoTrade is already on', message: `This systemid is traded at brokercode ${broker.code} already` };
}

type LinkSearch =
  { readonly link: Link } | { readonly error: WireError; /** A link was stopped earlier. */ readonly stopped: boolean };

/** The person's live link of this strategy; with several, the broker must be named. */
function liveLink(request: CommandRequest, account: Account): LinkSearch {
  const acting = actingPerson(request);
  if (!acting.ok) return { error: acting.error, stopped: false };
  const { person } = acting;
  const { links } = request.engine.autoTrader;
  const code = givenText(request.fields, 'brokercode');
  const broker = code === null ? undefined : brokerOf(code);
  if (code !== null && !broker) return { error: unknownBroker(request), stopped: false };
  const atBroker = (link: Link): boolean => code === null || link.brokerCode === broker?.code;
  const { id } = account.strategy;
  const live = links.liveOfStrategy(person.id, id).filter(atBroker);
  const [link] = live;
  if (live.length > 1) {
    const message = 'This systemid is traded at several brokers: brokercode required';
    return { error: { title: 'No brokercode', message }, stopped: false };
  }
  if (link) return { link };
  const stopped = links.all().some((one) => one.personId === person.id && one.systemId === id && atBroker(one));
  return { error: { title: 'AutoTrade is not on', message: 'No broker account trades this systemid' }, stopped };
}

function brokerAccountAnswer({ switches }: CommandRequest, link: Link): Envelope {
  const ok = okValue(switches);
  const guidMode = switches.get('autoTradeGuid');
  if (guidMode === 'missing') return { ok, success: {} };
  const guid = guidMode === 'other' ? randomUUID() : link.guid;
  return { ok, success: { broker_account_guid: guid } } satisfies WireSuccess<WireAutoTradeAccount>;
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
