import type { WireComponentSignal, WireTrade } from '#core/platform/wire/records.ts';
import { divide, formatFixed, ONE, roundFixed, times, toNumber, type Fixed } from '#rules/decimal.ts';
import { newYorkText } from '#rules/calendar/new-york.ts';
import { closingVwap, openingVwap, openQuantity, tradeProfit, type Trade, type FillPart } from '#rules/trades/trade.ts';
import { openProfit } from '#practice/account/account.ts';
import { expiryText } from '#practice/catalog.ts';
import type { Market } from '#practice/market/market.ts';
import { absentTime, timePair, unixText } from './times.ts';
import type { RecordContext } from './signal-records.ts';

export type TradeContext = RecordContext & { readonly market: Market; readonly now: number };

const PADDED_DECIMALS = 5;
const BLEND_DIGITS = 15;

/**
 * requestTrades and the other lists of trades. Closed and marked trades have five decimals, a trade
 * just opened has no padding (platform-notes.md 26).
 */
export function tradeRecord(trade: Trade, context: TradeContext, fillParts?: readonly FillPart[]): WireTrade {
  const instrument = context.catalog.get(trade.symbol);
  const { option } = instrument;
  const { switches } = context;
  const closed = timePair(trade.closedAt, switches);
  return {
    trade_id: trade.id,
    open_or_closed: trade.closedAt === null ? 'open' : 'closed',
    long_or_short: trade.side,
    symbol: trade.symbol,
    symbol_description: instrument.name,
    instrument: trade.instrument,
    underlying: option?.underlying ?? '',
    putcall: option?.kind ?? '',
    strike: option?.strikeText ?? '',
    expir: expiryText(instrument),
    ptValue: formatFixed(trade.pointValue),
    quant_opened: formatFixed(trade.opened),
    quant_closed: formatFixed(trade.closed),
    ...priceMembers(trade, context),
    openedWhen: newYorkText(trade.openedAt),
    closedWhen: closed.text,
    closedWhenUnixTimeStamp: closed.unix,
    PL: formatFixed(roundFixed(profitOf(trade, context), 0)),
    ...(fillParts ? { component_signals: fillParts.map((fillPart) => componentRecord(fillPart, trade)) } : {}),
    fullSymbol: instrument.fullSymbol,
    currency: instrument.currency,
    openedWhenUnixTimeStamp: unixText(trade.openedAt),
    currencyMultiplierUSD: toNumber(roundFixed(trade.usdRate, 6)),
    exchange: instrument.exchange,
  };
}

function profitOf(trade: Trade, context: TradeContext): Fixed {
  return trade.closedAt === null ? openProfit(trade, context.market, context.now) : tradeProfit(trade, 0n);
}

type PriceMembers = Pick<
  WireTrade,
  'opening_price_VWAP' | 'closing_price_VWAP' | 'openVWAP_timestamp' | 'closeVWAP_timestamp' | 'markToMarket_time'
>;

function priceMembers(trade: Trade, context: TradeContext): PriceMembers {
  const mark = context.market.mark(trade.symbol, context.now);
  const marked = trade.closedAt !== null || mark.at > trade.lastOpenAt;
  const opening = formatFixed(roundFixed(openingVwap(trade), PADDED_DECIMALS), marked ? PADDED_DECIMALS : 0);
  if (!marked) {
    return {
      opening_price_VWAP: opening,
      closing_price_VWAP: formatFixed(openingVwap(trade)),
      openVWAP_timestamp: null,
      closeVWAP_timestamp: null,
      markToMarket_time: '',
    };
  }
  const absent = absentTime(context.switches);
  return {
    opening_price_VWAP: opening,
    closing_price_VWAP: closingPrice(trade, mark.price),
    openVWAP_timestamp: unixText(trade.lastOpenAt),
    closeVWAP_timestamp: trade.lastCloseAt === null ? absent : unixText(trade.lastCloseAt),
    markToMarket_time: newYorkText(trade.closedAt ?? mark.at),
  };
}

/**
 * The closing VWAP of a closed trade, or the last mark of an open one. After a partial close, a
 * blend of the fills and the mark with fifteen digits (platform-notes.md 27).
 */
function closingPrice(trade: Trade, mark: Fixed): string {
  if (trade.closedAt !== null)
    return formatFixed(roundFixed(closingVwap(trade) ?? 0n, PADDED_DECIMALS), PADDED_DECIMALS);
  if (trade.closed === 0n) return formatFixed(roundFixed(mark, PADDED_DECIMALS), PADDED_DECIMALS);
  const blend = divide(trade.closeValue + times(mark, openQuantity(trade)), trade.opened);
  return (Number(blend) / Number(ONE)).toPrecision(BLEND_DIGITS);
}

function componentRecord(fillPart: FillPart, trade: Trade): WireComponentSignal {
  return {
    symbol: trade.symbol,
    signalid: fillPart.signalId,
    action: fillPart.action,
    quant: formatFixed(fillPart.quantity),
    instrument: trade.instrument,
    tradeprice: formatFixed(fillPart.price, 9),
    tradedwhen: newYorkText(fillPart.at),
  };
}
