import type { ComponentSignal, Trade } from '#contract/model/trade.ts';
import { isAbsent, textOrNull } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { ComponentRecord } from '../wire/record-schemas.ts';
import { optionTerms } from './option-terms.ts';
import { parseList, type Parsed, type ParsedRecord } from './parsed.ts';
import { action, decimal, id, instant, instrument, price } from './scalars.ts';

/**
 * A trade with the signals that made it. `components` is null when the answer did not have them.
 */
export type ParsedTrade = { readonly trade: Trade; readonly components: ComponentSignal[] | null };

/** `badIds`: the trade id of each record that cannot be read, null where the id cannot be read. */
export type ParsedTrades = Parsed<ParsedTrade> & { readonly badIds: readonly (string | null)[] };

/**
 * Parses `requestAllTrades_overview`, `requestTrades` and `requestTradesOpen`. Null if the value is
 * not a list.
 */
export const parseTrades = (value: unknown, systemId: string): ParsedTrades | null => {
  const badIds: (string | null)[] = [];
  const parsed = parseList(
    value,
    (record) => parseTrade(record, systemId),
    (record) => badIds.push(isRecord(record) ? id(record['trade_id']) : null),
  );
  return parsed === null ? null : { ...parsed, badIds };
};

const parseTrade = (record: unknown, systemId: string): ParsedRecord<ParsedTrade> => {
  if (!isRecord(record) || !isReadable(record)) return { problem: 'trade: trade_id, symbol, open_or_closed' };
  const tradeId = id(record['trade_id']);
  const status = statusOf(record['open_or_closed']);
  const side = sideOf(record['long_or_short']);
  const quantityOpened = decimal(record['quant_opened']);
  const symbol = textOrNull(record['symbol'])?.trim() ?? '';
  if (tradeId === null) return { problem: 'trade: trade_id' };
  if (status === null) return { problem: 'trade: open_or_closed' };
  if (side === null) return { problem: 'trade: long_or_short' };
  if (symbol === '') return { problem: 'trade: symbol' };
  const quantityClosed = isAbsent(record['quant_closed']) ? '0' : decimal(record['quant_closed']);
  if (quantityOpened === null) return { problem: 'trade: quant_opened' };
  // An unreadable `quant_closed` is not read as zero: the position would look larger than it is.
  if (quantityClosed === null) return { problem: 'trade: quant_closed' };
  const isOpen = status === 'open';
  const openedAt = instant(record['openedWhenUnixTimeStamp'], record['openedWhen'], record['openVWAP_timestamp']);
  const closedAt = isOpen
    ? null
    : instant(record['closedWhenUnixTimeStamp'], record['closedWhen'], record['closeVWAP_timestamp']);
  const trade: Trade = {
    tradeId,
    systemId,
    open: isOpen,
    side,
    symbol,
    description: textOrNull(record['symbol_description']) ?? '',
    instrument: instrument(record['instrument']),
    pointValue: price(record['ptValue']),
    currency: textOrNull(record['currency']) ?? '',
    quantityOpened,
    quantityClosed,
    openPrice: price(record['opening_price_VWAP']),
    // Zero is the price of an option that expired worthless, and "no mark yet" while the trade is
    // open.
    closePrice: isOpen ? price(record['closing_price_VWAP']) : decimal(record['closing_price_VWAP']),
    openedAt,
    closedAt,
    markedAt: instant(null, record['markToMarket_time']),
    profit: decimal(record['PL']),
    heldSeconds: openedAt === null || closedAt === null ? null : Math.max(0, closedAt - openedAt),
  };
  // Most trades are in stocks. An object literal without a spread is created in half the time.
  const terms = record['instrument'] === 'stock' ? {} : optionTerms(record, 'expir');
  return {
    trade: 'option' in terms ? { ...trade, ...terms } : trade,
    components: parseComponents(record['component_signals']),
  };
};

/**
 * The members that a trade must have to be read at all. Hand-written for speed: there may be
 * 100,000 trades.
 */
const isReadable = (record: JsonObject): boolean =>
  isTextOrNumber(record['trade_id']) &&
  isTextOrNumber(record['symbol']) &&
  isTextOrNumber(record['open_or_closed']) &&
  !isNested(record['PL']) &&
  !isNested(record['quant_opened']);

const isTextOrNumber = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

const statusOf = (value: unknown): 'open' | 'closed' | null => {
  if (value === 'open' || value === 'closed') return value;
  const text = textOrNull(value)?.trim().toLowerCase();
  return text === 'open' || text === 'closed' ? text : null;
};

const sideOf = (value: unknown): 'long' | 'short' | null => {
  if (value === 'long' || value === 'short') return value;
  const text = textOrNull(value)?.trim().toLowerCase();
  return text === 'long' || text === 'short' ? text : null;
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
    symbol: textOrNull(wire['symbol']) ?? '',
    price: price(wire['tradeprice']),
    tradedAt: instant(null, wire['tradedwhen']),
    tradedText: textOrNull(wire['tradedwhen']) ?? '',
  };
};
