import { divide, magnitude, times, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import type { InstrumentTerms } from '#rules/trades/trade.ts';

/** A signed quantity and its cost: the sum of price times signed quantity. */
export type Ledger = { readonly quantity: Fixed; readonly value: Fixed };

/**
 * What a broker account holds of a symbol: what the link copied, and what was traded there by hand.
 */
export type BrokerPosition = {
  readonly symbol: string;
  readonly instrument: InstrumentType;
  /** The strategy's trade that is copied here; null when there is none. */
  readonly tradeId: string | null;
  readonly copied: Ledger;
  readonly manual: Ledger;
};

/** Dollars, and positions in the order in which they were opened. */
export type BrokerAccount = { readonly cash: Fixed; readonly positions: readonly BrokerPosition[] };

/** One execution at the broker. The whole quantity is filled at `price`. */
export type BrokerFill = {
  readonly symbol: string;
  readonly instrument: InstrumentType;
  readonly quantity: Fixed;
  readonly price: Fixed;
  readonly terms: InstrumentTerms;
  /** The ledger of the position that the fill changes. */
  readonly book: 'copied' | 'manual';
  readonly tradeId: string | null;
};

const EMPTY_LEDGER: Ledger = { quantity: 0n, value: 0n };

export function positionOf(account: BrokerAccount, symbol: string): BrokerPosition | undefined {
  return account.positions.find((position) => position.symbol === symbol);
}

/** Applies an execution to the position and the cash. A position without quantity is removed. */
export function execute(account: BrokerAccount, fill: BrokerFill): BrokerAccount {
  const { symbol, instrument } = fill;
  const before = positionOf(account, symbol) ?? {
    symbol,
    instrument,
    tradeId: null,
    copied: EMPTY_LEDGER,
    manual: EMPTY_LEDGER,
  };
  const booked = bookInto(before[fill.book], fill.quantity, fill.price);
  const tradeId = fill.book === 'copied' ? fill.tradeId : before.tradeId;
  const after = { ...before, tradeId, [fill.book]: booked.ledger };
  return { cash: account.cash + cashMoved(fill, booked.realized), positions: replaced(account.positions, after) };
}

/** Makes the existing position the copy of this trade, without an execution. */
export function adopt(account: BrokerAccount, position: BrokerPosition, tradeId: string): BrokerAccount {
  return { ...account, positions: replaced(account.positions, { ...position, tradeId }) };
}

/** Stocks and options are paid for; futures and forex settle their profit when they are closed. */
function cashMoved(fill: BrokerFill, realized: Fixed): Fixed {
  return dollars(isPaidFor(fill) ? -times(fill.price, fill.quantity) : realized, fill.terms);
}

function isPaidFor({ instrument }: Pick<BrokerPosition, 'instrument'>): boolean {
  return instrument === 'stock' || instrument === 'option';
}

/** What the account would bring if everything were closed at these prices. */
export function accountValue(
  account: BrokerAccount,
  quote: (symbol: string) => { readonly price: Fixed; readonly terms: InstrumentTerms },
): Fixed {
  return account.positions.reduce((sum, position) => {
    const { price, terms } = quote(position.symbol);
    const { quantity, value } = sumOf(position.copied, position.manual);
    return sum + dollars(times(price, quantity) - (isPaidFor(position) ? 0n : value), terms);
  }, account.cash);
}

/** The open loss in dollars at this price; below zero is a profit. */
export function openLoss(ledger: Ledger, price: Fixed, terms: InstrumentTerms): Fixed {
  return dollars(ledger.value - times(price, ledger.quantity), terms);
}

/**
 * Moves the other ledger of each position into the ledger `into`, like a trade at the average cost
 * of what is moved. If the two ledgers have opposite signs, they close each other, and the profit
 * of futures and forex is added to the cash.
 */
export function foldLedgers(
  account: BrokerAccount,
  into: BrokerFill['book'],
  termsOf: (symbol: string) => InstrumentTerms,
): BrokerAccount {
  const from = into === 'copied' ? 'manual' : 'copied';
  return account.positions.reduce((folded, position) => {
    const { quantity, value } = position[from];
    if (quantity === 0n) return folded;
    const booked = bookInto(position[into], quantity, divide(value, quantity));
    const tradeId = into === 'copied' ? position.tradeId : null;
    const newPosition = { ...position, tradeId, [from]: EMPTY_LEDGER, [into]: booked.ledger };
    const settled = isPaidFor(position) ? 0n : dollars(booked.realized, termsOf(position.symbol));
    return { cash: folded.cash + settled, positions: replaced(folded.positions, newPosition) };
  }, account);
}

function sumOf(a: Ledger, b: Ledger): Ledger {
  return { quantity: a.quantity + b.quantity, value: a.value + b.value };
}

/**
 * Puts the position in the place of the earlier one of its symbol. An empty position is removed.
 */
function replaced(positions: readonly BrokerPosition[], after: BrokerPosition): readonly BrokerPosition[] {
  const empty = after.copied.quantity === 0n && after.manual.quantity === 0n;
  const index = positions.findIndex((position) => position.symbol === after.symbol);
  if (index < 0) return empty ? positions : [...positions, after];
  return empty ? positions.toSpliced(index, 1) : positions.with(index, after);
}

/**
 * Adds `delta` to a quantity of the same sign. A `delta` of the opposite sign closes at the average
 * cost, and what remains of it opens on the other side.
 */
function bookInto(ledger: Ledger, delta: Fixed, price: Fixed): { ledger: Ledger; realized: Fixed } {
  const { quantity, value } = ledger;
  if (quantity === 0n || quantity > 0n === delta > 0n)
    return { ledger: { quantity: quantity + delta, value: value + times(price, delta) }, realized: 0n };
  const closing = magnitude(delta) < magnitude(quantity) ? delta : -quantity;
  const cost = (value * -closing) / quantity;
  const realized = times(price, -closing) - cost;
  const rest = delta - closing;
  const remaining = { quantity: quantity + closing, value: value - cost };
  return { ledger: sumOf(remaining, { quantity: rest, value: times(price, rest) }), realized };
}

function dollars(points: Fixed, terms: InstrumentTerms): Fixed {
  return times(times(points, terms.pointValue), terms.usdRate);
}
