import { times, type Fixed } from './decimal.ts';
import { isBuy, type Signal } from './signal.ts';
import { openQuantity, type InstrumentTerms, type Trade, type TradeLeg } from './trade.ts';

export type Fill = {
  readonly signal: Pick<Signal, 'id' | 'action' | 'quantity' | 'symbol' | 'instrument'>;
  readonly price: Fixed;
  readonly at: number;
};

export type FillOutcome = {
  readonly trades: readonly Trade[];
  readonly legs: readonly TradeLeg[];
  readonly openingTradeId: string | null;
  readonly closingTradeId: string | null;
};

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
  if (!open) return opened([], startTrade(fill, side, quantity, terms, nextId()), fill, quantity);
  if (open.side === side) return opened([], addTo(open, fill, terms), fill, quantity);
  const closing = quantity < openQuantity(open) ? quantity : openQuantity(open);
  const closed = closePart(open, fill, closing, terms);
  const rest = quantity - closing;
  if (rest === 0n) return closedOnly(closed, fill, closing);
  const before = closedOnly(closed, fill, closing);
  return opened([before], startTrade(fill, side, rest, terms, nextId()), fill, rest);
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

function closePart(trade: Trade, fill: Fill, quantity: Fixed, terms: InstrumentTerms): Trade {
  const closed = trade.closed + quantity;
  return {
    ...trade,
    usdRate: terms.usdRate,
    closed,
    closeValue: trade.closeValue + times(fill.price, quantity),
    lastCloseAt: fill.at,
    closedAt: closed === trade.opened ? fill.at : null,
  };
}

function leg(trade: Trade, fill: Fill, part: TradeLeg['part'], quantity: Fixed): TradeLeg {
  const { signal, price, at } = fill;
  return { tradeId: trade.id, signalId: signal.id, part, action: signal.action, quantity, price, at };
}

function closedOnly(trade: Trade, fill: Fill, quantity: Fixed): FillOutcome {
  return {
    trades: [trade],
    legs: [leg(trade, fill, 'closing', quantity)],
    openingTradeId: null,
    closingTradeId: trade.id,
  };
}

function opened(before: readonly FillOutcome[], trade: Trade, fill: Fill, quantity: Fixed): FillOutcome {
  return {
    trades: [...before.flatMap((outcome) => outcome.trades), trade],
    legs: [...before.flatMap((outcome) => outcome.legs), leg(trade, fill, 'opening', quantity)],
    openingTradeId: trade.id,
    closingTradeId: before[0]?.closingTradeId ?? null,
  };
}
