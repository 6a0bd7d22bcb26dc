import { compare, cut, exact, exactText, minus, negative, plus, size, times, wholeOf, type Exact } from './exact.ts';
import type { Instrument } from './model/scalars.ts';

/** What a weight is a share of, and what is left as it is held. Amounts are in dollars. */
export type WeightBasis = {
  readonly base: string;
  /** A row whose holding differs by less is left untouched. Relative: of its own weight. */
  readonly band: { readonly kind: 'none' | 'absolute' | 'relative'; readonly percent: string };
  /** A smaller trade is not made. */
  readonly leastTrade: string;
};

/** A symbol with its weight in percent, below zero for short. */
export type WeightedRow = {
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly weight: string;
  readonly holding: string;
  /** Dollars of one unit, below zero where a long unit is short exposure; null where not known. */
  readonly unitValue: string | null;
};

/** Why a row has no quantity, or is left as it is held. */
export type SizedReason = 'no-price' | 'too-large' | 'in-band' | 'small-trade';

export type SizedRow = {
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly weight: string;
  /** Whole units, `=` where the row is left untouched, null where it cannot be sized. */
  readonly quantity: string | null;
  readonly reason: SizedReason | null;
  /** Dollars of these units, and what the weight asks for less that. */
  readonly value: string;
  readonly remainder: string;
};

/** `base` is the sum of all values, of all remainders, and of the cash weight, exactly. */
export type SizedList = {
  readonly rows: readonly SizedRow[];
  readonly net: string;
  readonly gross: string;
  /** 100 less the net weight; below zero where the list is larger than its base. */
  readonly cashWeight: string;
  readonly value: string;
  readonly remainder: string;
  /** What is not invested: the base less all values. */
  readonly cash: string;
  readonly unsized: number;
};

const zero: Exact = { digits: 0n, places: 0 };
const hundred: Exact = { digits: 100n, places: 0 };
/** What the platform takes in one line. */
const most: Exact = { digits: 9_999_999_999n, places: 0 };
const percentOf = (percent: Exact, base: Exact): Exact => {
  const { digits, places } = times(percent, base);
  return { digits, places: places + 2 };
};
const number = (text: string): Exact => exact(text) ?? zero;

/** Dollars of one unit of a symbol. `price` of an option by its underlying is that of the underlying. */
export function unitValueOf(parts: {
  readonly price: string | null;
  readonly pointValue: string | null;
  /** Dollars for one unit of the currency of the price. */
  readonly fx: string | null;
  /** A put that is measured by its underlying. */
  readonly isReversed: boolean;
}): string | null {
  const factors = [parts.price, parts.pointValue, parts.fx].map((text) => (text === null ? null : exact(text)));
  const [price, point, fx] = factors;
  if (!price || !point || !fx || price.digits <= 0n) return null;
  const value = times(times(price, point), fx);
  return exactText(parts.isReversed ? negative(value) : value);
}

/** Whole units for each weight, never rounded up. Null where the base is not above zero. */
export function sizeList(rows: readonly WeightedRow[], basis: WeightBasis): SizedList | null {
  const base = exact(basis.base);
  if (base === null || base.digits <= 0n) return null;
  const sized = rows.map((row) => sizeRow(row, base, basis));
  const sum = (values: readonly Exact[]): Exact => values.reduce(plus, zero);
  const weights = rows.map(({ weight }) => number(weight));
  const value = sum(sized.map((row) => number(row.value)));
  const net = sum(weights);
  return {
    rows: sized,
    net: exactText(net),
    gross: exactText(sum(weights.map(size))),
    cashWeight: exactText(minus(hundred, net)),
    value: exactText(value),
    remainder: exactText(sum(sized.map((row) => number(row.remainder)))),
    cash: exactText(minus(base, value)),
    unsized: sized.filter(({ quantity }) => quantity === null).length,
  };
}

function sizeRow(row: WeightedRow, base: Exact, basis: WeightBasis): SizedRow {
  const { symbol, instrument, weight } = row;
  const target = percentOf(number(weight), base);
  const holding = number(row.holding);
  const unit = row.unitValue === null ? null : exact(row.unitValue);
  const of = (quantity: string | null, reason: SizedReason | null, value: Exact): SizedRow => ({
    symbol,
    instrument,
    weight,
    quantity,
    reason,
    value: exactText(value),
    remainder: exactText(minus(target, value)),
  });
  if (target.digits === 0n) return of('0', null, zero);
  if (unit === null || unit.digits === 0n) return of(null, 'no-price', zero);
  const units = wholeOf(target, unit);
  if (compare(size(units), most) > 0) return of(null, 'too-large', zero);
  const untouched = untouchedBy({ target, holding, unit, units, base }, basis);
  if (untouched !== null) return of('=', untouched, times(cut(holding), unit));
  return of(exactText(units), null, times(units, unit));
}

type Sizing = {
  readonly target: Exact;
  readonly holding: Exact;
  readonly unit: Exact;
  readonly units: Exact;
  readonly base: Exact;
};

/** Why the row is left as it is held. What is to be closed is closed. */
function untouchedBy({ target, holding, unit, units, base }: Sizing, basis: WeightBasis): SizedReason | null {
  if (compare(units, holding) === 0) return null;
  const { kind, percent } = basis.band;
  const drift = size(minus(target, times(holding, unit)));
  const limit = percentOf(number(percent), kind === 'relative' ? size(target) : base);
  if (kind !== 'none' && compare(drift, limit) <= 0) return 'in-band';
  const trade = size(times(minus(units, holding), unit));
  return compare(trade, number(basis.leastTrade)) < 0 ? 'small-trade' : null;
}
