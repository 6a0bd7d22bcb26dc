import { times, type Fixed } from '#rules/decimal.ts';
import { isBuy, type Action, type InstrumentType } from '#rules/order-terms.ts';
import { openQuantity, type InstrumentTerms, type Trade, type FillPart } from './trade.ts';

export type Fill = {
  readonly signal: {
    readonly id: string;
    readonly action: Action;
    readonly quantity: Fixed;
    readonly symbol: string;
    readonly instrument: InstrumentType;
  };
  readonly price: Fixed;
  readonly at: number;
};

/** A trade after a fill was booked on it, and the part of the fill that belongs to the trade. */
export type BookedPart = { readonly trade: Trade; readonly fillPart: FillPart };

/** What a fill closes, and what it opens or adds to. A fill that reverses across zero has both. */
export type FillOutcome = { readonly closing: BookedPart | null; readonly opening: BookedPart | null };

/**
 * Books a fill against the open trade of its symbol: opens, adds, closes in part or whole, or
 * reverses across zero. Positions are netted: a buy closes a short and a sell closes a long,
 * whichever buy or sell action was used.
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
    return { closing: null, opening: openingPart(startTrade(fill, side, quantity, terms, nextId()), fill, quantity) };
  if (open.side === side) return { closing: null, opening: openingPart(addTo(open, fill, terms), fill, quantity) };
  const held = openQuantity(open);
  const closed = quantity <= held ? quantity : held;
  const closing = closingPart(reduceTrade(open, fill, closed, terms), fill, closed);
  if (closed === quantity) return { closing, opening: null };
  const rest = quantity - held;
  return { closing, opening: openingPart(startTrade(fill, side, rest, terms, nextId()), fill, rest) };
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

function addTo(trade: Trade, fill: Fill, terms: InstrumentTerms): Trade {
  return {
    ...trade,
    usdRate: terms.usdRate,
    opened: trade.opened + fill.signal.quantity,
    openValue: trade.openValue + times(fill.price, fill.signal.quantity),
    lastOpenAt: fill.at,
  };
}

function reduceTrade(trade: Trade, fill: Fill, quantity: Fixed, terms: InstrumentTerms): Trade {
  const total = trade.closed + quantity;
  return {
    ...trade,
    usdRate: terms.usdRate,
    closed: total,
    closeValue: trade.closeValue + times(fill.price, quantity),
    lastCloseAt: fill.at,
    closedAt: total === trade.opened ? fill.at : null,
  };
}

function fillPart(trade: Trade, fill: Fill, part: FillPart['part'], quantity: Fixed): FillPart {
  const { signal, price, at } = fill;
  return { tradeId: trade.id, signalId: signal.id, part, action: signal.action, quantity, price, at };
}

function closingPart(trade: Trade, fill: Fill, quantity: Fixed): BookedPart {
  return { trade, fillPart: fillPart(trade, fill, 'closing', quantity) };
}

function openingPart(trade: Trade, fill: Fill, quantity: Fixed): BookedPart {
  return { trade, fillPart: fillPart(trade, fill, 'opening', quantity) };
}
