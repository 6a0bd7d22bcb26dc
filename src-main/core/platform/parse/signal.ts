import type { OrderKind } from '#contract/model/signal.ts';
import { flag, given, stated } from '../absent.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { JsonObject } from '../wire/json-object.ts';
import { SignalWireRecord } from '../wire/record-schemas.ts';
import { parseList, type Parsed, type ParsedRecord } from './parsed.ts';
import { action, decimal, duration, id, instant, instrument, price } from './scalars.ts';

/** `retrieveSignalsWorking` and `retrieveSignalsAll`: their records differ only in what is there. Null: no list. */
export const parseSignals = (value: unknown, systemId: string): Parsed<SignalRecord> | null =>
  parseList(value, (record) => parseSignal(record, systemId));

const parseSignal = (record: unknown, systemId: string): ParsedRecord<SignalRecord> => {
  if (!SignalWireRecord.Check(record)) return { problem: 'signal: signal_id, action, quant or symbol' };
  const wire: JsonObject = record;
  const serviceId = id(wire['signal_id']);
  const side = action(wire['action']);
  const quantity = decimal(wire['quant']);
  if (serviceId === null) return { problem: 'signal: signal_id' };
  if (side === null) return { problem: 'signal: action' };
  if (quantity === null) return { problem: 'signal: quant' };
  if (hasUnreadablePrice(wire)) return { problem: 'signal: isLimitOrder or isStopOrder' };
  return {
    systemId,
    serviceId,
    action: side,
    quantity,
    ownId: id(wire['localsignalid']) ?? id(wire['localsignal_id']),
    symbol: (stated(wire['symbol']) ?? '').trim(),
    name: stated(wire['name']) ?? '',
    instrument: instrument(wire['instrument']) ?? instrument(wire['typeofsymbol']),
    duration: duration(wire['tif']) ?? duration(wire['duration']),
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
  // Listed by a public client for a signal that waits for its parent (platform-notes 40).
  ['posted', 'waiting'],
]);

const statusOf = (wire: JsonObject): Pick<SignalRecord, 'status' | 'statusText' | 'parkedUntil'> => {
  const statusText = stated(wire['status']) ?? '';
  const status = statuses.get(statusText.trim().toLowerCase()) ?? 'other';
  const isParked = flag(wire['isOrderParked']) === true;
  return {
    statusText,
    // Parked orders are listed as working and do not work yet (platform-notes 6).
    status: status === 'working' && isParked ? 'waiting' : status,
    parkedUntil: isParked ? instant(null, wire['parked_releasewhen'], wire['parkUntilSecs']) : null,
  };
};

/** `isLimitOrder` and `isStopOrder` are the prices themselves, zero when it is no such order. */
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

/** A price that cannot be read would turn the order into another kind: then the record is not believed at all. */
const hasUnreadablePrice = (wire: JsonObject): boolean =>
  [wire['isLimitOrder'], wire['isStopOrder']].some((value) => given(value) !== null && price(value) === null);
