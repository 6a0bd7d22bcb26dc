import type { WireStatistic, WireStatistics } from '#core/platform/wire/records.ts';
import { toNumber } from '#rules/decimal.ts';
import { newYorkDate } from '#rules/calendar/new-york.ts';
import { tradeProfit, type Trade } from '#rules/trades/trade.ts';
import type { EquityPoint } from '#practice/equity-point.ts';

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
const TRADING_DAYS = 252;

type StatisticFormat = { group: string; help: string; prefix?: string; suffix?: string; precision?: number };

/**
 * The statistics of a strategy, by display name. Most are objects with metainfo and a value that
 * may be null, some are bare texts, and one is an array of objects, as on the platform
 * (platform-notes.md 31).
 */
export function statisticsOf(points: readonly EquityPoint[], closed: readonly Trade[], now: number): WireStatistics {
  const days = dailyValues(points);
  return { ...returns(points, days, now), ...risk(days), ...trading(closed), ...calendar(days) };
}

function statistic(value: number | null, format: StatisticFormat): WireStatistic {
  const precision = format.precision ?? 1;
  return {
    value: value === null || !Number.isFinite(value) ? null : value.toFixed(precision),
    metainfo: {
      bunch: format.group,
      dataset: 'strategy',
      group: format.group,
      suffix: format.suffix ?? '',
      helpText: format.help,
      category: 'performance',
      precision: String(precision),
      prefix: format.prefix ?? '',
      multiplier: '1',
    },
  };
}

type Day = { readonly day: string; readonly value: number; readonly benchmark: number };

/** The last point of each New York day, after costs. */
function dailyValues(points: readonly EquityPoint[]): Day[] {
  const days = new Map<string, Day>();
  for (const point of points) {
    const day = newYorkDate(point.at);
    days.set(day, { day, value: toNumber(point.equityBeforeCosts - point.cost), benchmark: toNumber(point.index) });
  }
  return [...days.values()];
}

function returns(points: readonly EquityPoint[], days: readonly Day[], now: number): WireStatistics {
  const first = days[0]?.value ?? 1;
  const last = days.at(-1)?.value ?? first;
  const age = now - (points[0]?.at ?? now);
  const yearly = last > 0 && age > 0 ? ((last / first) ** (YEAR / age) - 1) * 100 : null;
  const group = 'Returns';
  return {
    'Annual Return (Compounded)': statistic(yearly, {
      group,
      help: 'The yearly return, compounded, after commissions and fees.',
      suffix: '%',
    }),
    'Cumulative Return': statistic((last / first - 1) * 100, {
      group,
      help: 'The return since the strategy began.',
      suffix: '%',
    }),
    'Net Profit': statistic(last - first, {
      group,
      help: 'Profit after commissions and fees.',
      prefix: '$',
      precision: 0,
    }),
    'Age of Strategy': statistic(age / DAY, {
      group,
      help: 'Days since the first point of the equity curve.',
      suffix: ' days',
      precision: 0,
    }),
  };
}

function risk(days: readonly Day[]): WireStatistics {
  const changes = relativeChanges(days.map((day) => day.value));
  const market = relativeChanges(days.map((day) => day.benchmark));
  const mean = average(changes);
  const deviation = Math.sqrt(average(changes.map((change) => (change - mean) ** 2)));
  const downsideDeviation = Math.sqrt(average(changes.map((change) => Math.min(0, change) ** 2)));
  const scale = Math.sqrt(TRADING_DAYS);
  const group = 'Risk';
  const drawdown = maxDrawdown(days) * 100;
  return {
    'Max Drawdown': statistic(drawdown, {
      group,
      help: 'The deepest fall from a peak of the equity curve.',
      suffix: '%',
    }),
    'Sharpe Ratio': statistic((mean / deviation) * scale, {
      group,
      help: 'Yearly return for each unit of risk.',
      precision: 3,
    }),
    'Sortino Ratio': statistic((mean / downsideDeviation) * scale, {
      group,
      help: 'As the Sharpe ratio, with falling days as the risk.',
      precision: 3,
    }),
    Volatility: statistic(deviation * scale * 100, {
      group,
      help: 'Yearly standard deviation of daily returns.',
      suffix: '%',
    }),
    'Correlation to S&P 500': statistic(correlation(changes, market), {
      group,
      help: 'Correlation with the market; 0 means none.',
      precision: 3,
    }),
  };
}

function trading(closed: readonly Trade[]): WireStatistics {
  const profits = closed.map((trade) => toNumber(tradeProfit(trade, 0n)));
  const wins = profits.filter((profit) => profit > 0);
  const losses = profits.filter((profit) => profit < 0);
  const sum = (list: readonly number[]): number => list.reduce((total, profit) => total + profit, 0);
  const hours = closed
    .map((trade) => ((trade.closedAt ?? trade.openedAt) - trade.openedAt) / 3_600_000)
    .sort((a, b) => a - b);
  const group = 'Trading';
  return {
    '# Trades': statistic(closed.length, { group, help: 'Closed trades.', precision: 0 }),
    'Profitable Trades': statistic((wins.length / closed.length) * 100, {
      group,
      help: 'Share of closed trades with a profit.',
      suffix: '%',
    }),
    'Profit Factor': statistic(sum(wins) / -sum(losses), {
      group,
      help: 'What was won for each dollar lost.',
      precision: 2,
    }),
    'Avg Win': statistic(average(wins), { group, help: 'Mean profit of winning trades.', prefix: '$', precision: 0 }),
    'Avg Loss': statistic(average(losses), { group, help: 'Mean loss of losing trades.', prefix: '$', precision: 0 }),
    'Largest Loss': statistic(losses.length > 0 ? Math.min(...losses) : null, {
      group,
      help: 'The worst closed trade.',
      prefix: '$',
      precision: 0,
    }),
    'Typical Holding Time': `${((hours[Math.floor(hours.length / 2)] ?? 0) / 24).toFixed(1)} days`,
    'Suggested Minimum Capital': statistic(null, {
      group,
      help: 'Set by the operator; not given for every strategy.',
      prefix: '$',
    }),
  };
}

function calendar(days: readonly Day[]): WireStatistics {
  const monthEndValues = new Map(days.map((day) => [day.day.slice(0, 7), day.value]));
  let previousValue = days[0]?.value ?? 1;
  const months = [...monthEndValues].map(([month, value]) => {
    const change = ((value / previousValue - 1) * 100).toFixed(1);
    previousValue = value;
    return { month, return: change };
  });
  const profitableCount = months.filter((month) => Number(month.return) > 0).length;
  return {
    'Profitable Months': `${profitableCount} of ${months.length}`,
    'Monthly Returns': months,
  };
}

function relativeChanges(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value / (values[index] ?? value) - 1);
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;
}

function maxDrawdown(days: readonly Day[]): number {
  let peak = -Infinity;
  let worst = 0;
  for (const { value } of days) {
    peak = Math.max(peak, value);
    worst = Math.max(worst, 1 - value / peak);
  }
  return worst;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const meanA = average(a);
  const meanB = average(b);
  const covariance = average(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)));
  const deviation = (list: readonly number[], mean: number): number =>
    Math.sqrt(average(list.map((value) => (value - mean) ** 2)));
  return covariance / (deviation(a, meanA) * deviation(b, meanB));
}
