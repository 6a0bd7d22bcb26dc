import { flag, given, stated } from '../absent.ts';
import type { SubmitEcho } from '../submit-echo.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { action, decimal, duration, id, instant, instrument, price } from './scalars.ts';

/** The echo in an answer to `submitSignal`; null when the answer carries no signal with a symbol (a refusal). */
export const parseSubmitEcho = (body: JsonObject): SubmitEcho | null => {
  const wire = body['signal'];
  if (!isRecord(wire) || given(wire['symbol']) === null) return null;
  const parent = isRecord(wire['conditionalUponSignal']) ? wire['conditionalUponSignal'] : {};
  return {
    ownId: id(wire['localsignalid']),
    serviceId: id(wire['signalid']),
    answerId: id(body['signalid']),
    systemId: id(wire['systemid']),
    targetServiceId: id(wire['profittargetsignalid']),
    stopServiceId: id(wire['stoplosssignalid']),
    ocaGroupId: id(wire['targetocagroupid']),
    ocaId: id(wire['ocaid']),
    symbol: stated(wire['symbol']),
    instrument: instrument(wire['typeofsymbol']),
    action: action(wire['action']),
    quantity: decimal(wire['quant']),
    limit: price(wire['limit']),
    stop: price(wire['stop']),
    market: flag(wire['market']) === true,
    profitTarget: price(wire['profittarget']),
    stopLoss: price(wire['stoploss']),
    ...termsOf(wire),
    conditionalUpon: id(wire['conditionalupon']),
    replaces: id(wire['xreplace']),
    nestedParentServiceId: id(parent['signalid']),
    nestedParentOwnId: id(parent['localsignalid']),
  };
};

type Terms = Pick<SubmitEcho, 'duration' | 'expiresAt' | 'pointValue' | 'currency' | 'description' | 'parkedUntil'>;

const termsOf = (wire: JsonObject): Terms => ({
  duration: duration(wire['duration']) ?? flaggedDuration(wire),
  expiresAt: instant(wire['expiresat']),
  pointValue: price(wire['pointvalue']),
  currency: stated(wire['currency']),
  description: stated(wire['description']),
  parkedUntil: instant(wire['parkUntilSecs']),
});

/** `day` and `gtc` are flags beside the word. */
const flaggedDuration = (wire: JsonObject): 'DAY' | 'GTC' | null => {
  if (flag(wire['gtc']) === true) return 'GTC';
  return flag(wire['day']) === true ? 'DAY' : null;
};
