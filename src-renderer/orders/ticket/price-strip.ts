import Big from 'big.js';

export type StripInput = {
  readonly buy: boolean;
  readonly entry: string | null;
  readonly stop: string | null;
  readonly target: string | null;
  readonly quantity: string | null;
  /** Money for one point of one unit. Null if not known. No money is shown then. */
  readonly pointValue: string | null;
};

export type StripLeg = {
  readonly price: string;
  /** From the entry, without a sign. */
  readonly distance: string;
  /** Money between entry and this price. Null if quantity or point value is not known. */
  readonly money: string | null;
  /** The price is on the wrong side of the entry, where the order would fill at once. */
  readonly wrongSide: boolean;
  /** Place on the strip, 0 to 1. */
  readonly fraction: number;
};

export type Strip = {
  readonly entry: string;
  readonly entryFraction: number;
  readonly stop: StripLeg | null;
  readonly target: StripLeg | null;
  /** Reward divided by risk, one decimal. Null if a leg is missing or on the wrong side. */
  readonly ratio: string | null;
};

/**
 * Stop, entry and target to scale, with distances and money. Null without an entry price or without
 * legs.
 */
export function priceStrip(input: StripInput): Strip | null {
  if (input.entry === null || (input.stop === null && input.target === null)) return null;
  const entry = new Big(input.entry);
  const all = [input.stop, input.entry, input.target].filter((price) => price !== null).map((price) => new Big(price));
  const low = all.reduce((a, b) => (b.lt(a) ? b : a));
  const high = all.reduce((a, b) => (b.gt(a) ? b : a));
  const span = high.minus(low);
  const fractionOf = (price: Big): number => (span.eq(0) ? 0.5 : Number(price.minus(low).div(span).toFixed(4)));

  const leg = (price: string | null, belongsBelow: boolean): StripLeg | null => {
    if (price === null) return null;
    const value = new Big(price);
    return {
      price,
      distance: value.minus(entry).abs().toFixed(),
      money: money(value.minus(entry).abs(), input),
      wrongSide: belongsBelow ? value.gte(entry) : value.lte(entry),
      fraction: fractionOf(value),
    };
  };
  const stop = leg(input.stop, input.buy);
  const target = leg(input.target, !input.buy);
  return { entry: input.entry, entryFraction: fractionOf(entry), stop, target, ratio: ratioOf(stop, target) };
}

function money(distance: Big, { quantity, pointValue }: StripInput): string | null {
  if (quantity === null || pointValue === null) return null;
  return distance.times(quantity).times(pointValue).toFixed(2);
}

function ratioOf(stop: StripLeg | null, target: StripLeg | null): string | null {
  if (stop === null || target === null || stop.wrongSide || target.wrongSide) return null;
  return new Big(target.distance).div(stop.distance).toFixed(1);
}
