import { times, type Fixed } from './decimal.ts';
import { isBuy, type Signal } from './signal.ts';
import { openQuantity, type InstrumentTerms, type Trade, type TradeLeg } from './trade.ts';

export type Fill = {
  readonly signal: Pick<Signal, 'id' | 'action' | 'quantity' | 'symbol' | 'instrument'>;
  readonly price: Fixed;
  readonly at: number;
};

/** A trade as the fill leaves it, and the fill's part in it. */
export type BookedPart = { readonly trade: Trade; readonly leg: TradeLeg };

/** What a fill closes and what it opens or adds to; both only where it reverses across zero. */
export type FillOutcome = { readonly closing: BookedPart | null; readonly opening: BookedPart | null };

/**
 * Books a fill against the open trade of its symbol: opens, adds, closes in part or whole, or reverses across zero. Positions are
 * netted: a buy closes a short and a sell closes a long, whichever of the two buy or sell actions was used.
 */
export function bookFill(
  open: Trade | undefined,
  fill: Fill,
  terms: InstrumentTerms,
  nextId: () => string,
): FillOutcome {
  const side = isBuy(fill.signal.action) ? 'long' : 'short';
  const { quantity } = fill.signal;
  if (!open)
    return { closing: null, opening: opened(startTrade(fill, side, quantity, terms, nextId()), fill, quantity) };
  if (open.side === side) return { closing: null, opening: opened(addTo(open, fill, terms), fill, quantity) };
  const held = openQuantity(open);
  const part = quantity <= held ? quantity : held;
  const closing = closed(closePart(open, fill, part, terms), fill, part);
  if (part === quantity) return { closing, opening: null };
  const rest = quantity - held;
  return { closing, opening: opened(startTrade(fill, side, rest, terms, nextId()), fill, rest) };
}

function startTrade(fill: Fill, side: Trade['side'], quantity: Fixed, terms: InstrumentTerms, id: string): Trade {
  return {
    id,
    symbol: fill.signal.symbol,
    instrument: fill.signal.instrument,
    side,
    pointValue: terms.pointValue,
    usdRate: terms.usdRate,
    opened: quantity,
    closed: 0n,
    openValue: times(fill.price, quantity),
    closeValue: 0n,
    openedAt: fill.at,
    lastOpenAt: fill.at,
    lastCloseAt: null,
    closedAt: null,
  };
}

/** Members are written out here and below: trades are then all of one shape, which an engine reads fastest. */
function addTo(trade: Trade, fill: Fill, terms: InstrumentTerms): Trade {
  return {
    id: trade.id,
    symbol: trade.symbol,
    instrument: trade.instrument,
    side: trade.side,
    pointValue: trade.pointValue,
    usdRate: terms.usdRate,
    opened: trade.opened + fill.signal.quantity,
    closed: trade.closed,
    openValue: trade.openValue + times(fill.price, fill.signal.quantity),
    closeValue: trade.closeValue,
    openedAt: trade.openedAt,
    lastOpenAt: fill.at,
    lastCloseAt: trade.lastCloseAt,
    closedAt: null,
  };
}

function closePart(trade: Trade, fill: Fill, quantity: Fixed, terms: InstrumentTerms): Trade {
  const total = trade.closed + quantity;
  return {
    id: trade.id,
    symbol: trade.symbol,
    instrument: trade.instrument,
    side: trade.side,
    pointValue: trade.pointValue,
    usdRate: terms.usdRate,
    opened: trade.opened,
    closed: total,
    openValue: trade.openValue,
    closeValue: trade.closeValue + times(fill.price, quantity),
    openedAt: trade.openedAt,
    lastOpenAt: trade.lastOpenAt,
    lastCloseAt: fill.at,
    closedAt: total === trade.opened ? fill.at : null,
  };
}

function leg(trade: Trade, fill: Fill, part: TradeLeg['part'], quantity: Fixed): TradeLeg {
  const { signal, price, at } = fill;
  return { tradeId: trade.id, signalId: signal.id, part, action: signal.action, quantity, price, at };
}

function closed(trade: Trade, fill: Fill, quantity: Fixed): BookedPart {
  return { trade, leg: leg(trade, fill, 'closing', quantity) };
}

function opened(trade: Trade, fill: Fill, quantity: Fixed): BookedPart {
  return { trade, leg: leg(trade, fill, 'opening', quantity) };
}
