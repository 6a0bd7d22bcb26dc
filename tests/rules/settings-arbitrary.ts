import fc from 'fast-check';
import type { AutoTradeSettings } from '#rules/autotrade/settings.ts';
import { ONE } from '#rules/decimal.ts';

const optionalLimit = fc.option(fc.integer({ min: 1, max: 6 }).map((n) => BigInt(n) * ONE));

/** Settings with low limits, so that every limit is reached often. */
export const autoTradeSettings: fc.Arbitrary<AutoTradeSettings> = fc.record({
  scalingPercentage: fc.integer({ min: 1, max: 400 }).map(BigInt),
  maxUnits: fc.record({ future: optionalLimit, forex: optionalLimit, option: optionalLimit }),
  maxDollarsStocks: fc.option(fc.integer({ min: 100, max: 300 }).map((n) => BigInt(n) * ONE)),
  stopLossDollarsPerPosition: fc.option(fc.integer({ min: 100, max: 200 }).map((n) => BigInt(n) * ONE)),
  enabled: fc.record({ stock: fc.boolean(), option: fc.boolean(), future: fc.boolean(), forex: fc.boolean() }),
  allowShortOptions: fc.boolean(),
  ignoreManualTrades: fc.constant(true),
  joinTradesInProgress: fc.boolean(),
});

/** One symbol of each type. */
export const TYPES = { A: 'stock', B: 'option', C: 'future', D: 'forex' } as const;
