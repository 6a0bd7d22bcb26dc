import type { Trade } from '#contract/model/trade.ts';
import { isInDollars } from '#core/is-in-dollars.ts';
import { standardPointValue } from '#core/orders/order-money.ts';
import { magnitude, parseFixed, times, type Fixed } from '#rules/decimal.ts';

/** In dollars at the prices of the openings; null if too few trades are known. */
export type UsualSizes = {
  /** The median value of the trades. */
  readonly median: Fixed | null;
  /** The largest total value of trades that were open at the same time. */
  readonly maxGross: Fixed | null;
};

/** Fewer trades do not show what is usual. */
const minTrades = 5;

/** The sizes of the strategy's own trades, open and closed. */
export function usualSizes(trades: readonly Trade[]): UsualSizes {
  const valuedTrades = trades.flatMap((trade) => {
    const value = openingValue(trade);
    return value === null || trade.openedAt === null ? [] : [{ ...trade, openedAt: trade.openedAt, value }];
  });
  if (valuedTrades.length < minTrades) return { median: null, maxGross: null };
  const values = valuedTrades.map(({ value }) => value).sort(ascending);
  return { median: values[Math.floor((values.length - 1) / 2)] ?? null, maxGross: maxGrossOf(valuedTrades) };
}

function openingValue(trade: Trade): Fixed | null {
  const { instrument, openPrice, pointValue, quantityOpened, symbol } = trade;
  const knownPoint = instrument === null ? pointValue : standardPointValue({ instrument, symbol }, pointValue);
  const [price, point] = [parseFixed(openPrice ?? ''), parseFixed(knownPoint ?? '')];
  const quantity = parseFixed(quantityOpened);
  if (price === undefined || point === undefined || quantity === undefined) return null;
  return isInDollars(trade) ? magnitude(times(times(quantity, price), point)) : null;
}

type ValuedTrade = Trade & { readonly openedAt: number; readonly value: Fixed };

/**
 * When a trade ended, unix seconds. An open trade that the platform no longer lists counts until it
 * was unlisted. Infinity while the trade is held, null if not known.
 */
const endOf = ({ closedAt, open, unlistedAt }: Trade): number | null =>
  open ? (unlistedAt ?? Number.POSITIVE_INFINITY) : closedAt;

function maxGrossOf(valuedTrades: readonly ValuedTrade[]): Fixed {
  const steps = valuedTrades.flatMap((trade) => {
    const { openedAt, value } = trade;
    const end = endOf(trade);
    return end === null
      ? []
      : [
          { at: openedAt, adds: value },
          { at: end, adds: -value },
        ];
  });
  // Closings count before openings at the same point in time.
  steps.sort((a, b) => a.at - b.at || ascending(a.adds, b.adds));
  let [gross, largest] = [0n, 0n];
  for (const { adds } of steps) {
    gross += adds;
    if (gross > largest) largest = gross;
  }
  return largest;
}

const ascending = (a: Fixed, b: Fixed): number => (a < b ? -1 : a > b ? 1 : 0);
