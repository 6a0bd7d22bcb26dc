import type { OrderKind } from '#contract/model/signal.ts';
import { flag, nonZeroText, textOrNull } from '../absent.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { optionTerms } from './option-terms.ts';
import type { JsonObject } from '../wire/json-object.ts';
import { SignalWireRecord } from '../wire/record-schemas.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import { parseList, type Parsed, type ParsedRecord } from './parsed.ts';
import { unreadableSignal } from './unreadable-signal.ts';
import { action, decimal, duration, id, instant, instrument, price } from './scalars.ts';

export type ParsedSignals = Parsed<SignalRecord> & { readonly unreadable: readonly UnreadableSignal[] };

/**
 * Parses `retrieveSignalsWorking` and `retrieveSignalsAll`, whose records differ only in which
 * members are present. Null if the value is not a list.
 */
export const parseSignals = (value: unknown, systemId: string): ParsedSignals | null => {
  const unreadable: UnreadableSignal[] = [];
  const raw = new Map<SignalRecord, unknown>();
  const parsed = parseList(
    value,
    (record) => {
      const signal = parseSignal(record, systemId);
      if (!('problem' in signal)) raw.set(signal, record);
      return signal;
    },
    (record, problem) => unreadable.push(unreadableSignal(record, systemId, problem)),
  );
  if (parsed === null) return null;
  const contradicting = contradictions(parsed.items);
  if (contradicting.size === 0) return { ...parsed, unreadable };
  const items = parsed.items.filter((one) => !contradicting.has(one));
  for (const one of contradicting) {
    unreadable.push(unreadableSignal(raw.get(one), systemId, 'signal: signal_id twice', true));
  }
  return { ...parsed, items, bad: parsed.bad + contradicting.size, unreadable };
};

/** Records that share their id with another record of the list but have different content. */
const contradictions = (items: readonly SignalRecord[]): Set<SignalRecord> => {
  const byId = new Map<string, SignalRecord[]>();
  const found = new Set<SignalRecord>();
  for (const item of items) {
    const others = byId.get(item.serviceId);
    if (others === undefined) byId.set(item.serviceId, [item]);
    else others.push(item);
  }
  if (byId.size === items.length) return found;
  for (const sharingId of byId.values()) {
    if (new Set(sharingId.map((one) => JSON.stringify(one))).size > 1) for (const one of sharingId) found.add(one);
  }
  return found;
};

const parseSignal = (record: unknown, systemId: string): ParsedRecord<SignalRecord> => {
  if (!SignalWireRecord.Check(record)) return { problem: 'signal: signal_id, action, quant, symbol' };
  const wire: JsonObject = record;
  const serviceId = id(wire['signal_id']);
  const orderAction = action(wire['action']);
  const quantity = decimal(wire['quant']);
  const symbol = textOrNull(wire['symbol'])?.trim() ?? '';
  if (serviceId === null) return { problem: 'signal: signal_id' };
  if (orderAction === null) return { problem: 'signal: action' };
  // A negative quantity would add to sums of positions from which it is to be subtracted.
  if (quantity === null || quantity.startsWith('-')) return { problem: 'signal: quant' };
  if (symbol === '') return { problem: 'signal: symbol' };
  if (hasUnreadablePrice(wire)) return { problem: 'signal: isLimitOrder, isStopOrder' };
  return {
    systemId,
    serviceId,
    action: orderAction,
    quantity,
    ownId: id(wire['localsignalid']) ?? id(wire['localsignal_id']),
    symbol,
    name: textOrNull(wire['name']) ?? '',
    instrument: instrument(wire['instrument']) ?? instrument(wire['typeofsymbol']),
    duration: duration(wire['tif']) ?? duration(wire['duration']),
    ...optionTerms(wire, 'expiration'),
    ...statusOf(wire),
    ...pricesOf(wire),
    ...timesOf(wire),
    tradedPrice: price(wire['traded_price']),
    openingTradeId: id(wire['trade_id_opening']),
    closingTradeId: id(wire['trade_id_closing']),
    ocaId: id(wire['ocaid']),
    parentId: id(wire['conditionalupon']),
  };
};

const statuses: ReadonlyMap<string, SignalRecord['status']> = new Map([
  ['working', 'working'],
  ['traded', 'traded'],
  ['canceled', 'canceled'],
  ['cancelled', 'canceled'],
  ['expired', 'expired'],
  // In the code of a public client, the status of a signal that waits for its parent
  // (platform-notes 40).
  ['posted', 'waiting'],
]);

const statusOf = (wire: JsonObject): Pick<SignalRecord, 'status' | 'statusText' | 'parkedUntil'> => {
  const statusText = textOrNull(wire['status']) ?? '';
  const status = statuses.get(statusText.trim().toLowerCase()) ?? 'other';
  const isParked = flag(wire['isOrderParked']) === true;
  return {
    statusText,
    // Parked orders are listed as working before they can fill (platform-notes 6).
    status: status === 'working' && isParked ? 'waiting' : status,
    parkedUntil: isParked ? instant(null, wire['parked_releasewhen'], wire['parkUntilSecs']) : null,
  };
};

/**
 * `isLimitOrder` and `isStopOrder` are the prices themselves, zero when the order is of another
 * type.
 */
const pricesOf = (wire: JsonObject): { limit: string | null; stop: string | null; kind: OrderKind } => {
  const limit = price(wire['isLimitOrder']) ?? price(wire['limit']);
  const stop = price(wire['isStopOrder']) ?? price(wire['stop']);
  if (limit !== null) return { limit, stop, kind: 'limit' };
  return { limit, stop, kind: stop === null ? 'market' : 'stop' };
};

const timesOf = (wire: JsonObject): Pick<SignalRecord, 'postedAt' | 'tradedAt' | 'canceledAt' | 'expiredAt'> => ({
  postedAt: instant(wire['posted_time_unix'], wire['posted_time']),
  tradedAt: instant(wire['traded_time_unix'], wire['traded_time']),
  canceledAt: instant(wire['canceled_time_unix'], wire['canceled_time']),
  expiredAt: instant(wire['expired_time_unix'], wire['expired_time']),
});

/**
 * True when a price cannot be read, or contradicts the flag of a market order. Such a price would
 * turn the order into another type, so the record is not used at all.
 */
const hasUnreadablePrice = (wire: JsonObject): boolean => {
  const values = [wire['isLimitOrder'], wire['isStopOrder'], wire['limit'], wire['stop']];
  if (values.some((value) => isNotTextOrNumber(value) || (nonZeroText(value) !== null && price(value) === null)))
    return true;
  const isMarket = values.every((value) => price(value) === null);
  const marketFlag = flag(wire['isMarketOrder']);
  return marketFlag !== null && marketFlag !== isMarket;
};

const isNotTextOrNumber = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null);
