import type { ComponentSignal, Trade } from '#contract/model/trade.ts';
import { stated } from '../absent.ts';
import type { JsonObject } from '../wire/json-object.ts';
import { ComponentRecord, TradeRecord } from '../wire/record-schemas.ts';
import { parseList, type Parsed, type ParsedRecord } from './parsed.ts';
import { action, decimal, id, instant, instrument, price } from './scalars.ts';

/** A trade with the signals that made it; `components` null when the answer did not carry them. */
export type ParsedTrade = { readonly trade: Trade; readonly components: ComponentSignal[] | null };

/** `requestAllTrades_overview`, `requestTrades`, `requestTradesOpen`. Null: no list. */
export const parseTrades = (value: unknown, systemId: string): Parsed<ParsedTrade> | null =>
  parseList(value, (record) => parseTrade(record, systemId));

const parseTrade = (record: unknown, systemId: string): ParsedRecord<ParsedTrade> => {
  if (!TradeRecord.Check(record)) return { problem: 'trade: trade_id, symbol or open_or_closed' };
  const wire: JsonObject = record;
  const tradeId = id(wire['trade_id']);
  const status = stated(wire['open_or_closed'])?.trim().toLowerCase();
  const side = stated(wire['long_or_short'])?.trim().toLowerCase();
  const quantityOpened = decimal(wire['quant_opened']);
  if (tradeId === null) return { problem: 'trade: trade_id' };
  if (status !== 'open' && status !== 'closed') return { problem: 'trade: open_or_closed' };
  if (side !== 'long' && side !== 'short') return { problem: 'trade: long_or_short' };
  if (quantityOpened === null) return { problem: 'trade: quant_opened' };
  const trade: Trade = {
    tradeId,
    systemId,
    side,
    quantityOpened,
    open: status === 'open',
    symbol: (stated(wire['symbol']) ?? '').trim(),
    description: stated(wire['symbol_description']) ?? '',
    instrument: instrument(wire['instrument']),
    pointValue: price(wire['ptValue']),
    currency: stated(wire['currency']) ?? '',
    quantityClosed: decimal(wire['quant_closed']) ?? '0',
    openPrice: price(wire['opening_price_VWAP']),
    // Zero is the price of an option that expired worthless, and "no mark yet" while the trade is open.
    closePrice: status === 'closed' ? decimal(wire['closing_price_VWAP']) : price(wire['closing_price_VWAP']),
    profit: decimal(wire['PL']),
    ...timesOf(wire, status === 'closed'),
  };
  return { trade, components: parseComponents(wire['component_signals']) };
};

const timesOf = (
  wire: JsonObject,
  closed: boolean,
): Pick<Trade, 'openedAt' | 'closedAt' | 'markedAt' | 'heldSeconds'> => {
  const openedAt = instant(wire['openedWhenUnixTimeStamp'], wire['openedWhen'], wire['openVWAP_timestamp']);
  const closedAt = closed
    ? instant(wire['closedWhenUnixTimeStamp'], wire['closedWhen'], wire['closeVWAP_timestamp'])
    : null;
  return {
    openedAt,
    closedAt,
    markedAt: instant(null, wire['markToMarket_time']),
    heldSeconds: openedAt === null || closedAt === null ? null : Math.max(0, closedAt - openedAt),
  };
};

const parseComponents = (value: unknown): ComponentSignal[] | null => parseList(value, parseComponent)?.items ?? null;

const parseComponent = (record: unknown): ParsedRecord<ComponentSignal> => {
  if (!ComponentRecord.Check(record)) return { problem: 'component signal: signalid' };
  const wire: JsonObject = record;
  const serviceId = id(wire['signalid']);
  const quantity = decimal(wire['quant']);
  if (serviceId === null) return { problem: 'component signal: signalid' };
  if (quantity === null) return { problem: 'component signal: quant' };
  return {
    serviceId,
    quantity,
    action: action(wire['action']),
    symbol: stated(wire['symbol']) ?? '',
    price: price(wire['tradeprice']),
    tradedAt: instant(null, wire['tradedwhen']),
    tradedText: stated(wire['tradedwhen']) ?? '',
  };
};
