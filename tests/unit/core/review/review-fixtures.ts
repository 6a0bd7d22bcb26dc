import type { EquityReview, Figure, PerformanceReport, ReviewSelection } from '#contract/model/review.ts';
import type { Trade } from '#contract/model/trade.ts';
import { newYorkInstant } from '#core/platform/new-york-time.ts';
import { performanceReport, type PerformanceInput } from '#core/review/performance-report.ts';
import { tradeColumns } from '#core/review/trades/trade-columns.ts';

/**
 * Unix seconds of a New York wall time. The conversion is that of `core/platform/new-york-time.ts`,
 * which shares no code with the calendar of the review.
 */
export function at(text: string): number {
  const instant = newYorkInstant(text);
  if (instant === null) throw new Error(`No New York time: ${text}`);
  return instant.seconds;
}

export const everything: ReviewSelection = { from: null, to: null, symbols: [], instruments: [], sides: [] };

let tradeCount = 0;

/** A closed long stock trade of one hour in March 2026, with the given changes. */
export function trade(change: Partial<Trade> = {}): Trade {
  tradeCount += 1;
  return {
    tradeId: String(1_000 + tradeCount),
    systemId: '7',
    open: false,
    side: 'long',
    symbol: 'AAPL',
    description: '',
    instrument: 'stock',
    pointValue: '1',
    currency: 'USD',
    quantityOpened: '100',
    quantityClosed: '100',
    openPrice: '50',
    closePrice: '51',
    openedAt: at('2026-03-02 10:00'),
    closedAt: at('2026-03-02 11:00'),
    markedAt: null,
    profit: '100',
    heldSeconds: 3_600,
    ...change,
  };
}

export type Point = readonly [time: string | number, equity: number | null, index?: number | null];

type ReportOptions = {
  readonly points?: readonly Point[];
  readonly trades?: readonly Trade[];
  readonly stops?: Readonly<Record<string, string>>;
  readonly selection?: Partial<ReviewSelection>;
  readonly riskFree?: number;
  readonly asOf?: string;
};

/** The report of points and trades. Equity with costs equals equity without costs. */
export function report(options: ReportOptions): PerformanceReport {
  return performanceReport(input(options));
}

export function input(options: ReportOptions): PerformanceInput {
  const points = options.points ?? [];
  const values = points.map(([, value]) => value);
  return {
    equity: {
      times: points.map(([time]) => (typeof time === 'number' ? time : at(time))),
      withCost: values,
      raw: values,
      index: points.map(([, , index]) => index ?? null),
    },
    trades: tradeColumns(options.trades ?? []),
    stops: new Map(Object.entries(options.stops ?? {})),
    selection: { ...everything, ...options.selection },
    riskFree: options.riskFree ?? 0,
    asOf: at(options.asOf ?? '2026-06-01'),
  };
}

export const equityReview = (points: readonly Point[], rest: ReportOptions = {}): EquityReview =>
  report({ ...rest, points }).withCost;

export function pick(figures: readonly Figure[], key: string): Figure {
  const found = figures.find((one) => one.key === key);
  if (found === undefined) throw new Error(`No figure ${key}`);
  return found;
}

/** Points at 16:00 of consecutive days. */
export const daily = (first: string, values: readonly number[]): Point[] =>
  values.map((value, day) => [
    at(`${new Date(Date.parse(`${first}T00:00:00Z`) + day * 86_400_000).toISOString().slice(0, 10)} 16:00`),
    value,
  ]);
