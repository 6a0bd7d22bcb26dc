import Big from 'big.js';
import type { Margin } from '#contract/model/strategy.ts';
import type { TargetLine, TargetSizing } from '#contract/model/target-plan.ts';
import { readOptionSymbol, type OptionParts } from '#renderer/format/option-symbol.ts';
import { readDecimal } from '#renderer/format/read-decimal.ts';
import { pointValueOf } from '#renderer/stores/instrument-facts.ts';
import type { ParsedQuantity } from './read-typed-quantity.ts';
import type { KnownSymbols } from './target-rows.ts';
import {
  readBig,
  sizeList,
  unitValueOf,
  wholeOf,
  type SizedList,
  type SizedReason,
  type SizedRow,
  type WeightBasis,
  type WeightedRow,
} from './weights.ts';

/** What the practice market says about a symbol. Null on a live connection, for example. */
type MarketDataOf = (symbol: string) => { readonly price: string | null; readonly pointValue: string | null } | null;

export type PriceFacts = {
  readonly known: KnownSymbols;
  readonly marketDataOf: MarketDataOf;
  /** Whether option contracts are sized by their premium or by their underlying. */
  readonly optionBasis: TargetSizing['options'];
};

export type UnitPrice = {
  readonly price: string | null;
  readonly source: 'typed' | 'last known' | 'practice market' | null;
  /** The symbol that `price` is for: the line's own, or the underlying that sizes its option. */
  readonly pricedSymbol: string;
  readonly unitValue: string | null;
};

/** The price of one unit and its value in dollars. A typed price is used before any other. */
export function unitPrice(
  { symbol, instrument, price: typed }: Pick<TargetLine, 'symbol' | 'instrument' | 'price'>,
  { known, marketDataOf, optionBasis }: PriceFacts,
): UnitPrice {
  const option = optionSizedByUnderlying({ symbol, instrument }, optionBasis);
  const pricedSymbol = option?.underlying ?? symbol;
  const lastKnown = known.get(pricedSymbol)?.price ?? null;
  const marketPrice = marketDataOf(pricedSymbol)?.price ?? null;
  const price = typed ?? lastKnown ?? marketPrice;
  const source =
    typed !== undefined ? 'typed' : lastKnown !== null ? 'last known' : marketPrice === null ? null : 'practice market';
  const givenPointValue = marketDataOf(symbol)?.pointValue ?? known.get(symbol)?.pointValue;
  const pointValue = instrument === 'forex' ? pairPoint : pointValueOf(symbol, instrument, givenPointValue);
  const isReversed = option?.side === 'put';
  const { fx, divisor } = currencyRate({ symbol, instrument, price }, { known, marketDataOf });
  const value = unitValueOf({ price, pointValue, fx, isReversed });
  return { price, source, pricedSymbol, unitValue: value === null ? null : new Big(value).div(divisor).toFixed() };
}

const optionSizedByUnderlying = (
  { symbol, instrument }: Pick<TargetLine, 'symbol' | 'instrument'>,
  optionBasis: TargetSizing['options'],
): OptionParts | null => (instrument === 'option' && optionBasis === 'underlying' ? readOptionSymbol(symbol) : null);

/**
 * The line as a draft keeps it. In a draft, `price` is the price of the line's symbol, so a price
 * that was typed for the underlying of an option is left out.
 */
export const withOwnPrice = (line: TargetLine, optionBasis: TargetSizing['options']): TargetLine => {
  const { price: _, ...others } = line;
  return optionSizedByUnderlying(line, optionBasis) === null ? line : others;
};

/** The point value of a mini-lot, in the quote currency of the pair. */
const pairPoint = '10000';

/**
 * The rate of the currency of the price, from its pair with the dollar in either direction:
 * `divisor` units of the currency are worth `fx` dollars. `fx` is null if no rate is known. The
 * caller divides last, because 150 / 150 is exact and 150 × (1 / 150) is not.
 */
function currencyRate(
  { symbol, instrument, price }: Pick<TargetLine, 'symbol' | 'instrument'> & { readonly price: string | null },
  { known, marketDataOf }: Pick<PriceFacts, 'known' | 'marketDataOf'>,
): { readonly fx: string | null; readonly divisor: string } {
  const currency = instrument === 'forex' ? symbol.slice(-3) : 'USD';
  if (currency === 'USD') return { fx: '1', divisor: '1' };
  const priceOf = (pair: string): string | null =>
    pair === symbol ? price : (known.get(pair)?.price ?? marketDataOf(pair)?.price ?? null);
  const divisor = priceOf(`USD${currency}`);
  return isAboveZero(divisor) ? { fx: '1', divisor } : { fx: priceOf(`${currency}USD`), divisor: '1' };
}

const isAboveZero = (price: string | null): price is string => readBig(price ?? '')?.gt(0) === true;

/** The amount that weights are a share of, in dollars. Null if it is not known. */
export function baseOf({ base, typedBase }: TargetSizing, margin: Margin | null): string | null {
  if (base === 'account') return margin?.modelAccountValue ?? null;
  if (base === 'typed') {
    const read = readDecimal(typedBase);
    return read.state === 'read' ? read.value : null;
  }
  const [cash, equity] = [readBig(margin?.cash ?? ''), readBig(margin?.equity ?? '')];
  return cash === null || equity === null ? null : cash.plus(equity).toFixed();
}

const numberOrZero = (typed: string): string => {
  const read = readDecimal(typed);
  return read.state === 'read' ? read.value : '0';
};

export const weightBasisOf = (sizing: TargetSizing, base: string): WeightBasis => ({
  base,
  band: { kind: sizing.band, percent: numberOrZero(sizing.bandPercent) },
  leastTrade: numberOrZero(sizing.leastTrade),
});

export const reasonWords: Readonly<Record<SizedReason, string>> = {
  'no-price': 'No price is known. Type one, or type units.',
  'no-unit-value': 'The currency rate or the point value is not known. Type units.',
  'too-large': 'More units than the platform takes.',
  'in-band': 'Within the band: kept as it is held.',
  'small-trade': 'The trade is too small: kept as it is held.',
};

export const rowsBySymbol = (rows: readonly SizedRow[]): ReadonlyMap<string, SizedRow> =>
  new Map(rows.map((row) => [row.symbol, row]));

/** Sizes the lines that have a weight. Null if the base is not known or not above zero. */
export function sizeLines(
  lines: readonly TargetLine[],
  base: string | null,
  sizing: TargetSizing,
  facts: PriceFacts,
): SizedList | null {
  if (base === null) return null;
  const rows = lines.flatMap((line): WeightedRow[] => {
    if (line.weight === undefined) return [];
    const holding = facts.known.get(line.symbol)?.holding.toFixed() ?? '0';
    const { symbol, instrument, weight } = line;
    const { price, unitValue } = unitPrice(line, facts);
    return [{ symbol, instrument, weight, holding, unitValue, isPriced: isAboveZero(price) }];
  });
  return sizeList(rows, weightBasisOf(sizing, base));
}

/** Converts one weight to units. */
export function sizeOne(
  line: TargetLine,
  base: string | null,
  sizing: TargetSizing,
  facts: PriceFacts,
): Pick<ParsedQuantity, 'quantity'> | { readonly reason: string } {
  const [row] = sizeLines([line], base, sizing, facts)?.rows ?? [];
  if (row === undefined && base !== null) return { reason: 'The base of the weights is not above zero: see Weights…' };
  if (row === undefined) return { reason: 'The base of the weights is not known: see Weights…' };
  return row.quantity === null ? { reason: reasonWords[row.reason ?? 'no-price'] } : { quantity: row.quantity };
}

/** The maximum number of decimals of a held weight. */
const maxWeightPlaces = 12;

/**
 * The weight that is held, in percent. It has four decimals, or more if one unit is worth less than
 * 0.0001 % of the base. It is rounded away from zero, so that it gives the same units again. Null
 * without a unit value, or if the base is not above zero.
 */
export function heldWeight(line: TargetLine, base: string, facts: PriceFacts): string | null {
  const { unitValue } = unitPrice(line, facts);
  const holding = facts.known.get(line.symbol)?.holding ?? new Big(0);
  const [unit, baseValue] = [readBig(unitValue ?? ''), readBig(base)];
  if (unit === null || baseValue === null || baseValue.lte(0)) return null;
  const valueTimes100 = holding.times(unit).times(100);
  let step = new Big('0.0001');
  for (let places = 5; places <= maxWeightPlaces && baseValue.times(step).gt(unit.abs().times(100)); places += 1)
    step = step.div(10);
  const cut = wholeOf(valueTimes100, baseValue.times(step)).times(step);
  const isExact = cut.times(baseValue).eq(valueTimes100);
  return (isExact ? cut : valueTimes100.lt(0) ? cut.minus(step) : cut.plus(step)).toFixed();
}

/** The value of the lines that are set in units, as far as their prices are known. */
export function valueOfUnitLines(lines: readonly TargetLine[], facts: PriceFacts): string {
  const total = lines.reduce((sum, line) => {
    if (line.weight !== undefined) return sum;
    const held = facts.known.get(line.symbol)?.holding.round(0, 0) ?? new Big(0);
    const quantity = line.quantity === '=' ? held : readBig(line.quantity);
    const unit = readBig(unitPrice(line, facts).unitValue ?? '');
    return quantity === null || unit === null ? sum : sum.plus(quantity.times(unit));
  }, new Big(0));
  return total.toFixed();
}
