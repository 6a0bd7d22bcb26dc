import type { EquityCurve } from '#contract/model/equity.ts';
import type { Trade } from '#contract/model/trade.ts';
import { performanceReport, type PerformanceInput } from '#core/review/performance-report.ts';
import { tradeColumns } from '#core/review/trades/trade-columns.ts';
import { figureText, median, type Part, type PartResult } from '../measure.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { inShuffledRounds } from '../rounds.ts';
import { timed } from '../thread-time.ts';

/** Milliseconds; an absolute limit, because no peer computes these figures. */
const LIMIT = 300;
const YEARS = 20;
const SECONDS = YEARS * 365.25 * 86_400;
const START = Date.UTC(2005, 0, 3, 14, 30) / 1_000;
const INSTRUMENTS = ['stock', 'option', 'future', 'forex'] as const;

const COLUMNS = 'trades into columns';
const FIGURES = 'all figures, grids, windows and splits';
const BOTH = 'both, as a review is opened';

/** Every figure of a review over twenty years of trades and both equity curves. */
export const part: Part = {
  about: 'all figures of a review from trades and equity points',
  run({ quick }): PartResult {
    const count = quick ? 20_000 : 100_000;
    const pointCount = quick ? 10_000 : 50_000;
    const trades = madeTrades(count);
    const otherInput = madeOtherInput(trades, pointCount);
    const columns = tradeColumns(trades);
    const firstMs = timed(() => performanceReport({ ...otherInput, trades: columns }));
    const runs = inShuffledRounds(
      {
        [COLUMNS]: () => timed(() => tradeColumns(trades)),
        [FIGURES]: () => timed(() => performanceReport({ ...otherInput, trades: columns })),
        [BOTH]: () => timed(() => performanceReport({ ...otherInput, trades: tradeColumns(trades) })),
      },
      quick ? 3 : 9,
    );
    const rows = Object.entries(runs).map(([name, times]) => [
      name,
      figureText(median(times)),
      figureText(Math.max(...times)),
    ]);
    return {
      tables: [
        {
          title: `Statistics, ${figureText(count)} trades and ${figureText(pointCount)} points`,
          head: ['what', 'median ms', 'worst ms'],
          rows: [...rows, ['the same figures, the very first time', figureText(firstMs), figureText(firstMs)]],
        },
      ],
      figures: [
        {
          name: 'statistics, milliseconds of processor time, including the making of the columns',
          value: median(runs[BOTH] ?? []),
          limit: LIMIT,
          must: 'stay under',
        },
      ],
      notes: [
        'With and without costs, with a benchmark, 4,000 symbols and 5,000 stops from the journal; garbage collected before each run.',
      ],
    };
  },
};

function madeTrades(count: number): Trade[] {
  const random = seededNumbers(11);
  return Array.from({ length: count }, (_, row): Trade => {
    // Ids grow with time at the platform. Closings are out of order, because holding times differ.
    const openedAt = Math.floor(START + ((row + random()) / count) * SECONDS);
    const heldSeconds = Math.floor(random() ** 3 * 60 * 86_400);
    const open = row % 5_000 === 0;
    return {
      tradeId: String(100_000_000 + row),
      systemId: '7',
      open,
      side: random() < 0.6 ? 'long' : 'short',
      symbol: `S${Math.floor(random() * random() * 4_000)}`,
      description: 'A description',
      instrument: INSTRUMENTS[Math.floor(random() * INSTRUMENTS.length)] ?? null,
      pointValue: '50',
      currency: 'USD',
      quantityOpened: '10',
      quantityClosed: open ? '0' : '10',
      openPrice: '100.50000',
      closePrice: '101.00000',
      openedAt,
      closedAt: open ? null : openedAt + heldSeconds,
      markedAt: null,
      profit: String(Math.round((random() - 0.45) * 5_000)),
      heldSeconds: open ? null : heldSeconds,
    };
  });
}

function madeOtherInput(trades: readonly Trade[], pointCount: number): Omit<PerformanceInput, 'trades'> {
  return {
    equity: madeEquity(pointCount),
    stops: new Map(trades.filter((_, row) => row % 20 === 0).map(({ tradeId }) => [tradeId, '99'])),
    selection: { from: null, to: null, symbols: [], instruments: [], sides: [] },
    riskFree: 0.02,
    asOf: START + SECONDS,
  };
}

function madeEquity(pointCount: number): Pick<EquityCurve, 'times' | 'withCost' | 'raw' | 'index'> {
  const random = seededNumbers(12);
  const curve = { times: [] as number[], withCost: [] as number[], raw: [] as number[], index: [] as number[] };
  let equity = 100_000;
  let index = 1_200;
  for (let row = 0; row < pointCount; row += 1) {
    equity *= 1 + (random() - 0.498) * 0.01;
    index *= 1 + (random() - 0.499) * 0.008;
    curve.times.push(Math.floor(START + (row / pointCount) * SECONDS));
    curve.withCost.push(equity);
    curve.raw.push(equity * (1 + row / pointCount));
    curve.index.push(index);
  }
  return curve;
}
