import { magnitude, ONE, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { copyTarget, type AutoTradeSettings } from './settings.ts';

/** A past trade of the strategy: the signed position after each fill and the price of that fill. */
export type PastTrade = {
  readonly instrument: InstrumentType;
  readonly positions: readonly { readonly quantity: Fixed; readonly price: Fixed }[];
};

/** Units that the exact scaling asks for, and units that the copy trades. Both without a sign. */
export type Units = { readonly exact: Fixed; readonly copied: Fixed };

export type RoundingReport = {
  readonly tradeCount: number;
  /** Number of trades whose largest position is copied as 0 units. */
  readonly notCopiedCount: number;
  /** The largest position of each trade, summed up. */
  readonly size: Units;
  /** Fills that enlarge a position. The first fill of a trade is not among them. */
  readonly scaleIns: Units;
  /** Fills that reduce a position and leave some of it open. */
  readonly scaleOuts: Units;
  /**
   * The smallest whole percentage at which 95 of 100 trades have at least one unit, without caps.
   * Null if there is no trade or if 1,000 % is not enough.
   */
  readonly smallestScaling: number | null;
};

const maxPercent = 1_000;
const coveredShare = 0.95;

/** How much of these trades a copy omits due to whole units, caps and disabled types. */
export function roundingOf(trades: readonly PastTrade[], settings: AutoTradeSettings): RoundingReport {
  const sums = { size: zero, scaleIns: zero, scaleOuts: zero };
  let notCopiedCount = 0;
  for (const trade of trades) {
    const largest = trade.positions.reduce((before, one) => (sizeOf(one) > sizeOf(before) ? one : before), noPosition);
    const size = unitsOf(trade, largest, settings);
    sums.size = sum(sums.size, size);
    if (size.copied === 0n) notCopiedCount += 1;
    for (const [index, position] of trade.positions.entries()) {
      const previous = trade.positions[index - 1];
      if (previous === undefined || position.quantity === 0n) continue;
      const step = difference(unitsOf(trade, position, settings), unitsOf(trade, previous, settings));
      if (sizeOf(position) > sizeOf(previous)) sums.scaleIns = sum(sums.scaleIns, step);
      else sums.scaleOuts = sum(sums.scaleOuts, step);
    }
  }
  return { tradeCount: trades.length, notCopiedCount, ...sums, smallestScaling: smallestScaling(trades) };
}

function smallestScaling(trades: readonly PastTrade[]): number | null {
  const neededPercents = trades
    .map(({ positions }) => positions.reduce((largest, one) => (sizeOf(one) > largest ? sizeOf(one) : largest), 0n))
    .map((size) => (size === 0n ? Infinity : Number((100n * ONE + size - 1n) / size)))
    .sort((a, b) => a - b);
  const percent = neededPercents[Math.ceil(neededPercents.length * coveredShare) - 1];
  return percent === undefined || percent > maxPercent ? null : percent;
}

type PositionAfterFill = PastTrade['positions'][number];
const noPosition: PositionAfterFill = { quantity: 0n, price: 0n };
const zero: Units = { exact: 0n, copied: 0n };

const sizeOf = ({ quantity }: PositionAfterFill): Fixed => magnitude(quantity);

function unitsOf(
  { instrument }: PastTrade,
  { quantity, price }: PositionAfterFill,
  settings: AutoTradeSettings,
): Units {
  const exact = (magnitude(quantity) * settings.scalingPercentage) / 100n;
  return { exact, copied: magnitude(copyTarget(instrument, quantity, price, settings)) };
}

const sum = (a: Units, b: Units): Units => ({ exact: a.exact + b.exact, copied: a.copied + b.copied });

const difference = (a: Units, b: Units): Units => ({
  exact: magnitude(a.exact - b.exact),
  copied: magnitude(a.copied - b.copied),
});
