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
  if (!open) return opening(startTrade(fill, side, quantity, terms, nextId()), fill, quantity);
  if (open.side === side) return opening(addTo(open, fill, terms), fill, quantity);
  const held = openQuantity(open);
  if (quantity <= held) return closing(closePart(open, fill, quantity, terms), fill, quantity);
  const closed = closing(closePart(open, fill, held, terms), fill, held);
  const opened = opening(startTrade(fill, side, quantity - held, terms, nextId()), fill, quantity - held);
  return {
    trades: [...closed.trades, ...opened.trades],
    legs: [...closed.legs, ...opened.legs],
    openingTradeId: opened.openingTradeId,
    closingTradeId: closed.closingTradeId,
  };
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
  const closed = trade.closed + quantity;
  return {
    id: trade.id,
    symbol: trade.symbol,
    instrument: trade.instrument,
    side: trade.side,
    pointValue: trade.pointValue,
    usdRate: terms.usdRate,
    opened: trade.opened,
    closed,
    openValue: trade.openValue,
    closeValue: trade.closeValue + times(fill.price, quantity),
    openedAt: trade.openedAt,
    lastOpenAt: trade.lastOpenAt,
    lastCloseAt: fill.at,
    closedAt: closed === trade.opened ? fill.at : null,
  };
}

function leg(trade: Trade, fill: Fill, part: TradeLeg['part'], quantity: Fixed): TradeLeg {
  const { signal, price, at } = fill;
  return { tradeId: trade.id, signalId: signal.id, part, action: signal.action, quantity, price, at };
}

function closing(trade: Trade, fill: Fill, quantity: Fixed): FillOutcome {
  const legs = [leg(trade, fill, 'closing', quantity)];
  return { trades: [trade], legs, openingTradeId: null, closingTradeId: trade.id };
}

function opening(trade: Trade, fill: Fill, quantity: Fixed): FillOutcome {
  const legs = [leg(trade, fill, 'opening', quantity)];
  return { trades: [trade], legs, openingTradeId: trade.id, closingTradeId: null };
}
