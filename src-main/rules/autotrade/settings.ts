import { magnitude, ONE, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';

/**
 * What a person has chosen for one link. Null is "no limit". Units and dollars are exact, and the
 * scaling is a whole percentage of at least 1.
 */
export type AutoTradeSettings = {
  readonly scalingPercentage: bigint;
  readonly maxUnits: Readonly<Record<'future' | 'forex' | 'option', Fixed | null>>;
  readonly maxDollarsStocks: Fixed | null;
  readonly stopLossDollarsPerPosition: Fixed | null;
  readonly enabled: Readonly<Record<InstrumentType, boolean>>;
  readonly allowShortOptions: boolean;
  readonly ignoreManualTrades: boolean;
  /** Used only when the link starts. */
  readonly joinTradesInProgress: boolean;
};

const HUNDRED = 100n;

/**
 * The part of a strategy's position that the broker account should hold. It is quantity ×
 * scaling %, rounded toward zero to whole units, at most the cap of its type, and zero if the
 * instrument or short options are disabled. The cap in dollars is applied at `price`, the price of
 * the fill. Quantities have their sign.
 */
export function copyTarget(
  instrument: InstrumentType,
  quantity: Fixed,
  price: Fixed,
  settings: AutoTradeSettings,
): Fixed {
  if (!settings.enabled[instrument]) return 0n;
  if (instrument === 'option' && quantity < 0n && !settings.allowShortOptions) return 0n;
  const scaled = wholeUnits((magnitude(quantity) * settings.scalingPercentage) / HUNDRED);
  const cap = unitCap(instrument, price, settings);
  const capped = cap !== null && cap < scaled ? cap : scaled;
  return quantity < 0n ? -capped : capped;
}

function unitCap(instrument: InstrumentType, price: Fixed, settings: AutoTradeSettings): Fixed | null {
  if (instrument !== 'stock') {
    const maxUnits = settings.maxUnits[instrument];
    return maxUnits === null ? null : wholeUnits(maxUnits);
  }
  const { maxDollarsStocks } = settings;
  return maxDollarsStocks === null || price <= 0n ? null : (maxDollarsStocks / price) * ONE;
}

function wholeUnits(value: Fixed): Fixed {
  return value - (value % ONE);
}
