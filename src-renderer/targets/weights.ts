import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';

/** The base of the weights, and which rows are left as they are held. Amounts are in dollars. */
export type WeightBasis = {
  readonly base: string;
  /**
   * A row whose holding differs from its weight by at most `percent` is left untouched. `relative`:
   * percent of the row's own weight; `absolute`: of the base.
   */
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
  /** Dollars of one unit; below zero for a put measured by its underlying. Null if not known. */
  readonly unitValue: string | null;
  /** True: the price is known. A null `unitValue` then has another cause, such as the currency. */
  readonly isPriced?: boolean;
};

/** Why a row has no quantity, or is left as it is held. */
export type SizedReason = 'no-price' | 'no-unit-value' | 'too-large' | 'in-band' | 'small-trade';

export type SizedRow = {
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly weight: string;
  /** Whole units, `=` if the row is left untouched, null if it cannot be sized. */
  readonly quantity: string | null;
  readonly reason: SizedReason | null;
  /** `value`: dollars of these units. `remainder`: dollars of the weight less `value`. */
  readonly value: string;
  readonly remainder: string;
};

/** All values, all remainders and the dollars of the cash weight add up to exactly the base. */
export type SizedList = {
  readonly rows: readonly SizedRow[];
  readonly net: string;
  readonly gross: string;
  /** 100 less the net weight; below zero if the list is larger than its base. */
  readonly cashWeight: string;
  readonly value: string;
  readonly remainder: string;
  /** What is not invested: the base less all values. */
  readonly cash: string;
  readonly unsizedCount: number;
};

const zero = new Big(0);
const hundredth = new Big('0.01');
/** The maximum number of units that the platform accepts in one line. */
const maxUnits = new Big('9999999999');
const towardsZero = 0;

/** Null for a text that is not a plain decimal. Exponents and commas are not accepted. */
export function readBig(typed: string): Big | null {
  const text = typed.trim();
  return /^[-+]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)$/.test(text) ? new Big(text.replace('+', '')) : null;
}
const number = (text: string): Big => readBig(text) ?? zero;
const percentOf = (percent: Big, base: Big): Big => percent.times(base).times(hundredth);
/** Whole units of a quotient, cut towards zero. A division alone rounds after twenty digits. */
export const wholeOf = (value: Big, unit: Big): Big => value.minus(value.mod(unit)).div(unit);
const sum = (values: readonly Big[]): Big => values.reduce((total, value) => total.plus(value), zero);

/**
 * Dollars of one unit of a symbol. For an option measured by its underlying, `price` is the price
 * of the underlying.
 */
export function unitValueOf(parts: {
  readonly price: string | null;
  readonly pointValue: string | null;
  /** Dollars for one unit of the currency of the price. */
  readonly fx: string | null;
  /** A put that is measured by its underlying. */
  readonly isReversed: boolean;
}): string | null {
  const factors = [parts.price, parts.pointValue, parts.fx].map((text) => readBig(text ?? ''));
  const [price, point, fx] = factors;
  if (!price || !point || !fx || price.lte(0)) return null;
  const value = price.times(point).times(fx);
  return (parts.isReversed ? value.neg() : value).toFixed();
}

/** Whole units for each weight, never rounded up. Null if the base is not above zero. */
export function sizeList(rows: readonly WeightedRow[], basis: WeightBasis): SizedList | null {
  const base = readBig(basis.base);
  if (base === null || base.lte(0)) return null;
  const sized = rows.map((row) => sizeRow(row, base, basis));
  const weights = rows.map(({ weight }) => number(weight));
  const value = sum(sized.map((row) => number(row.value)));
  const net = sum(weights);
  return {
    rows: sized,
    net: net.toFixed(),
    gross: sum(weights.map((weight) => weight.abs())).toFixed(),
    cashWeight: new Big(100).minus(net).toFixed(),
    value: value.toFixed(),
    remainder: sum(sized.map((row) => number(row.remainder))).toFixed(),
    cash: base.minus(value).toFixed(),
    unsizedCount: sized.filter(({ quantity }) => quantity === null).length,
  };
}

function sizeRow(row: WeightedRow, base: Big, basis: WeightBasis): SizedRow {
  const { symbol, instrument, weight } = row;
  const target = percentOf(number(weight), base);
  const holding = number(row.holding);
  const unit = readBig(row.unitValue ?? '');
  const result = (quantity: string | null, reason: SizedReason | null, value: Big): SizedRow => ({
    symbol,
    instrument,
    weight,
    quantity,
    reason,
    value: value.toFixed(),
    remainder: target.minus(value).toFixed(),
  });
  if (target.eq(0)) return result('0', null, zero);
  if (unit === null || unit.eq(0)) return result(null, row.isPriced === true ? 'no-unit-value' : 'no-price', zero);
  const units = wholeOf(target, unit);
  if (units.abs().gt(maxUnits)) return result(null, 'too-large', zero);
  const reasonToKeep = findReasonToKeep({ target, holding, unit, units, base }, basis);
  if (reasonToKeep !== null) return result('=', reasonToKeep, holding.round(0, towardsZero).times(unit));
  return result(units.toFixed(), null, units.times(unit));
}

type Sizing = {
  readonly target: Big;
  readonly holding: Big;
  readonly unit: Big;
  readonly units: Big;
  readonly base: Big;
};

/**
 * Why the row is left as it is held. Null if it gets the units of its weight. Not called for a
 * weight of zero, which always closes the position.
 */
function findReasonToKeep({ target, holding, unit, units, base }: Sizing, basis: WeightBasis): SizedReason | null {
  if (units.eq(holding)) return null;
  const { kind, percent } = basis.band;
  const drift = target.minus(holding.times(unit)).abs();
  const limit = percentOf(number(percent), kind === 'relative' ? target.abs() : base);
  if (kind !== 'none' && drift.lte(limit)) return 'in-band';
  const trade = units.minus(holding).times(unit).abs();
  return trade.lt(number(basis.leastTrade)) ? 'small-trade' : null;
}
