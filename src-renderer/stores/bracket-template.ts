import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';
import { usualTick } from '#renderer/format/usual-tick.ts';

/**
 * Unit of the distance from the entry. `money` is for the whole order, `r` is a multiple of the
 * stop distance.
 */
export type BracketUnit = 'ticks' | 'percent' | 'money' | 'r';
export type BracketDistance = { readonly unit: BracketUnit; readonly amount: string };
/** A named bracket. A null leg is left out. A stop is never in R. */
export type BracketTemplate = {
  readonly id: string;
  readonly name: string;
  readonly stop: BracketDistance | null;
  readonly target: BracketDistance | null;
};

/** What is known of the entry that the bracket belongs to. `entry` is its price. */
export type BracketInput = {
  readonly buy: boolean;
  readonly instrument: Instrument;
  readonly entry: string;
  readonly quantity: string | null;
  readonly pointValue: string | null;
  readonly tick: string | null;
};

export const standardTemplate: BracketTemplate = {
  id: 'standard',
  name: 'Standard',
  stop: { unit: 'percent', amount: '2' },
  target: { unit: 'r', amount: '2' },
};

/**
 * Target and stop prices, each a whole number of ticks from the entry on the correct side. A price
 * is null if its leg is left out, if a needed value is not known, or if the price would be zero or
 * less.
 */
export function bracketPrices(
  input: BracketInput,
  template: BracketTemplate,
): { readonly target: string | null; readonly stop: string | null } {
  const stop = distanceOf(template.stop, input, null);
  const target = distanceOf(template.target, input, stop);
  return { stop: priceAt(input, stop, !input.buy), target: priceAt(input, target, input.buy) };
}

function distanceOf(distance: BracketDistance | null, input: BracketInput, stop: Big | null): Big | null {
  if (distance === null) return null;
  const { entry, quantity, pointValue } = input;
  const amount = new Big(distance.amount);
  switch (distance.unit) {
    case 'ticks':
      return input.tick === null ? null : amount.times(input.tick);
    case 'percent':
      return roundToTicks(new Big(entry).times(amount).div(100), input);
    case 'money':
      if (quantity === null || pointValue === null) return null;
      return roundToTicks(amount.div(new Big(quantity).times(pointValue)), input);
    case 'r':
      return stop === null ? null : roundToTicks(stop.times(amount), input);
  }
}

/**
 * Rounds a distance to whole ticks, at least one. Null if the tick of a future is not known and the
 * distance is less than the step that is used instead: rounded up, it could be a multiple of what
 * was chosen.
 */
function roundToTicks(distance: Big, input: BracketInput): Big | null {
  const step = stepOf(input);
  if (input.tick === null && input.instrument === 'future' && distance.lt(step)) return null;
  const ticks = distance.div(step).round(0, Big.roundHalfUp);
  return ticks.lt(1) ? step : ticks.times(step);
}

/**
 * The tick. If it is not known: one unit of the last decimal place of the entry, with at least the
 * decimals that are usual at this price.
 */
function stepOf({ entry, instrument, tick }: BracketInput): Big {
  if (tick !== null) return new Big(tick);
  const limitOfMoreDecimals = { stock: 1, forex: 10, option: 0, future: 0 }[instrument];
  const usual = new Big(entry).lt(limitOfMoreDecimals) ? (usualTick(entry, instrument) ?? '') : '0.01';
  return new Big(10).pow(-Math.max(decimals(usual), decimals(entry)));
}

/**
 * If the tick is not known, the price is rounded to the tick that is usual at that price, as a
 * typed price must be: a stock that is entered below a dollar may have its target above.
 */
function priceAt(input: BracketInput, distance: Big | null, above: boolean): string | null {
  if (distance === null) return null;
  const price = above ? new Big(input.entry).plus(distance) : new Big(input.entry).minus(distance);
  if (price.lte(0)) return null;
  const usual = input.tick === null ? usualTick(price.toFixed(), input.instrument) : null;
  if (usual === null || price.mod(usual).eq(0))
    return price.toFixed(Math.max(decimals(input.entry), decimals(stepOf(input).toFixed())));
  const [inward, outward] = above ? [Big.roundDown, Big.roundUp] : [Big.roundUp, Big.roundDown];
  const near = price.div(usual).round(0, inward);
  // A stop that is rounded towards the entry risks no more than was chosen. It must not be at the
  // entry or on its other side.
  const isStop = above !== input.buy;
  const isBeyond = above ? near.times(usual).lte(input.entry) : near.times(usual).gte(input.entry);
  const ticks = isStop && !isBeyond ? near : price.div(usual).round(0, outward);
  return ticks.eq(0) ? null : ticks.times(usual).toFixed(decimals(usual));
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;
