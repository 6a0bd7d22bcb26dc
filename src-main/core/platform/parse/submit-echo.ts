import type { AnsweredTerms } from '#contract/model/signal.ts';
import { flag, nonZeroText, textOrNull } from '../absent.ts';
import type { EchoedOrder, SubmitEcho, UnreadableMember } from '../submit-echo.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { action, decimal, duration, id, instant, instrument, price } from './scalars.ts';

/**
 * The echo in an answer to `submitSignal`; null when the answer has no signal with a symbol (a
 * refusal).
 */
export const parseSubmitEcho = (body: JsonObject): SubmitEcho | null => {
  const wire = body['signal'];
  if (!isRecord(wire) || nonZeroText(wire['symbol']) === null) return null;
  const parent = isRecord(wire['conditionalUponSignal']) ? wire['conditionalUponSignal'] : {};
  return {
    ownId: id(wire['localsignalid']),
    serviceId: id(wire['signalid']),
    answerId: id(body['signalid']),
    systemId: id(wire['systemid']),
    targetServiceId: id(wire['profittargetsignalid']),
    stopServiceId: id(wire['stoplosssignalid']),
    bracketGroupId: id(wire['targetocagroupid']),
    ocaId: id(wire['ocaid']),
    ...orderOf(wire),
    profitTarget: price(wire['profittarget']),
    stopLoss: price(wire['stoploss']),
    ...termsOf(wire),
    conditionalUpon: id(wire['conditionalupon']),
    replaces: id(wire['xreplace']),
    nestedParentServiceId: id(parent['signalid']),
    nestedParentOwnId: id(parent['localsignalid']),
    nestedParent: nonZeroText(parent['symbol']) === null ? null : orderOf(parent),
    unreadable: unreadableOf(wire),
  };
};

const orderOf = (wire: JsonObject): EchoedOrder => ({
  symbol: textOrNull(wire['symbol']),
  instrument: instrument(wire['typeofsymbol']),
  action: action(wire['action']),
  quantity: decimal(wire['quant']),
  limit: price(wire['limit']),
  stop: price(wire['stop']),
  market: flag(wire['market']) === true,
  duration: duration(wire['duration']) ?? flaggedDuration(wire),
});

const readers = [
  ['action', 'action', action],
  ['quantity', 'quant', decimal],
  ['limit', 'limit', price],
  ['stop', 'stop', price],
  ['target', 'profittarget', price],
  ['stop-loss', 'stoploss', price],
  ['condition', 'conditionalupon', id],
  ['replaces', 'xreplace', id],
] as const;

/**
 * A member that is absent in any of the four forms is readable. A list, an object or a value that
 * its reader rejects is unreadable.
 */
const unreadableOf = (wire: JsonObject): UnreadableMember[] =>
  readers.flatMap(([member, name, read]) => {
    const value = wire[name];
    const isThere = nonZeroText(value) !== null || (typeof value === 'object' && value !== null);
    return isThere && read(value) === null ? [member] : [];
  });

type Terms = Pick<SubmitEcho, keyof AnsweredTerms | 'parkedUntil'>;

const termsOf = (wire: JsonObject): Terms => ({
  expiresAt: instant(wire['expiresat']),
  pointValue: price(wire['pointvalue']),
  currency: text(wire['currency']),
  description: text(wire['description']),
  priceDecimals: decimal(wire['decimalprecision']),
  comments: text(wire['comments']),
  parkedUntil: instant(wire['parkUntilSecs']),
});

const text = (value: unknown): string | null => textOrNull(value)?.trim() || null;

/** The duration by the flags `day` and `gtc`, which the platform sends in addition to the word. */
const flaggedDuration = (wire: JsonObject): 'DAY' | 'GTC' | null => {
  if (flag(wire['gtc']) === true) return 'GTC';
  return flag(wire['day']) === true ? 'DAY' : null;
};
