import type { Instrument } from '#contract/model/scalars.ts';
import type { Margin } from '#contract/model/strategy.ts';
import type { TargetLine, TargetSizing } from '#contract/model/target-plan.ts';
import {
  sizeList,
  unitValueOf,
  type SizedList,
  type SizedReason,
  type SizedRow,
  type WeightBasis,
  type WeightedRow,
} from '#contract/weights.ts';
import { compare, exact, exactText, plus, times, wholeOf } from '#contract/exact.ts';
import { readOptionSymbol } from '#renderer/format/option-symbol.ts';
import { readDecimal } from '#renderer/format/read-decimal.ts';
import { standardPointValue } from '#renderer/stores/instrument-facts.ts';
import type { Entered } from './read-entry.ts';
import type { KnownSymbols } from './target-rows.ts';

/** Prices of the practice market. A live connection has none. */
type Market = (symbol: string) => { readonly price: string | null; readonly pointValue: string | null } | null;

export type PriceFacts = {
  readonly known: KnownSymbols;
  readonly market: Market;
  readonly options: TargetSizing['options'];
};

export type UnitPrice = {
  readonly price: string | null;
  readonly source: 'typed' | 'last known' | 'practice market' | null;
  /** What the price is of: the symbol, or what the option is on. */
  readonly of: string;
  readonly unitValue: string | null;
};

/** The price of one unit and its value in dollars. A typed price is used before any other. */
export function unitPrice(
  { symbol, instrument, price: typed }: Pick<TargetLine, 'symbol' | 'instrument' | 'price'>,
  { known, market, options }: PriceFacts,
): UnitPrice {
  const option = instrument === 'option' && options === 'underlying' ? readOptionSymbol(symbol) : null;
  const of = option?.underlying ?? symbol;
  const lastKnown = known.get(of)?.price ?? null;
  const traded = market(of)?.price ?? null;
  const price = typed ?? lastKnown ?? traded;
  const source =
    typed !== undefined ? 'typed' : lastKnown !== null ? 'last known' : traded === null ? null : 'practice market';
  const listed = market(symbol)?.pointValue ?? known.get(symbol)?.pointValue;
  const pointValue = instrument === 'forex' ? pairPoint : (listed ?? standardPointValue(symbol, instrument));
  const isReversed = option?.side === 'put';
  const fx = currencyValue(symbol, instrument, { known, market });
  return { price, source, of, unitValue: unitValueOf({ price, pointValue, fx, isReversed }) };
}

/** Of a mini-lot, in the second currency of the pair. */
const pairPoint = '10000';

/** Dollars for one unit of the currency that the price is in. */
function currencyValue(
  symbol: string,
  instrument: Instrument,
  { known, market }: Pick<PriceFacts, 'known' | 'market'>,
): string | null {
  const currency = instrument === 'forex' ? symbol.slice(-3) : 'USD';
  if (currency === 'USD') return '1';
  const pair = `${currency}USD`;
  return known.get(pair)?.price ?? market(pair)?.price ?? null;
}

/** What weights are a share of, in dollars; null where it is not known. */
export function baseOf({ base, typedBase }: TargetSizing, margin: Margin | null): string | null {
  if (base === 'account') return margin?.modelAccountValue ?? null;
  if (base === 'typed') {
    const read = readDecimal(typedBase);
    return read.state === 'read' ? read.value : null;
  }
  const [cash, equity] = [exact(margin?.cash ?? ''), exact(margin?.equity ?? '')];
  return cash === null || equity === null ? null : exactText(plus(cash, equity));
}

const amount = (typed: string): string => {
  const read = readDecimal(typed);
  return read.state === 'read' ? read.value : '0';
};

export const basisOf = (sizing: TargetSizing, base: string): WeightBasis => ({
  base,
  band: { kind: sizing.band, percent: amount(sizing.bandPercent) },
  leastTrade: amount(sizing.leastTrade),
});

export const reasonWords: Readonly<Record<SizedReason, string>> = {
  'no-price': 'No price is known. Type one, or type units.',
  'too-large': 'More units than the platform takes.',
  'in-band': 'Within the band: kept as it is held.',
  'small-trade': 'The trade is too small: kept as it is held.',
};

export const rowsBySymbol = (rows: readonly SizedRow[]): ReadonlyMap<string, SizedRow> =>
  new Map(rows.map((row) => [row.symbol, row]));

/** The lines with a weight, in units. Null where the base is not known. */
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
    return [{ symbol, instrument, weight, holding, unitValue: unitPrice(line, facts).unitValue }];
  });
  return sizeList(rows, basisOf(sizing, base));
}

/** One weight in units. */
export function sizeOne(
  line: TargetLine,
  base: string | null,
  sizing: TargetSizing,
  facts: PriceFacts,
): Pick<Entered, 'quantity'> | { readonly reason: string } {
  const [row] = sizeLines([line], base, sizing, facts)?.rows ?? [];
  if (row === undefined) return { reason: 'The base of the weights is not known: see Weights…' };
  return row.quantity === null ? { reason: reasonWords[row.reason ?? 'no-price'] } : { quantity: row.quantity };
}

/** The weight that is held, in percent with four decimals, rounded so that its units remain. Null without a price. */
export function heldWeight(line: TargetLine, base: string, facts: PriceFacts): string | null {
  const { unitValue } = unitPrice(line, facts);
  const holding = exact(facts.known.get(line.symbol)?.holding.toFixed() ?? '0');
  const [unit, whole] = [exact(unitValue ?? ''), exact(base)];
  if (unit === null || holding === null || whole === null || whole.digits <= 0n) return null;
  const share = times(times(holding, unit), { digits: 1_000_000n, places: 0 });
  const units = wholeOf(share, whole);
  const isExact = compare(times(units, whole), share) === 0;
  const more = isExact ? 0n : share.digits < 0n ? -1n : 1n;
  return exactText({ digits: units.digits + more, places: 4 });
}

/** What the lines that are set in units are worth, as far as they have a price. */
export function valueInUnits(lines: readonly TargetLine[], facts: PriceFacts): string {
  const zero = { digits: 0n, places: 0 };
  const total = lines.reduce((sum, line) => {
    if (line.weight !== undefined) return sum;
    const held = facts.known.get(line.symbol)?.holding.round(0, 0).toFixed() ?? '0';
    const quantity = exact(line.quantity === '=' ? held : line.quantity);
    const unit = exact(unitPrice(line, facts).unitValue ?? '');
    return quantity === null || unit === null ? sum : plus(sum, times(quantity, unit));
  }, zero);
  return exactText(total);
}
