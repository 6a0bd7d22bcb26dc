import { describe, expect, it } from 'vitest';
import { at, pick, report, trade } from './review-fixtures.ts';

const closing = (hour: number): number => at(`2026-03-02 ${String(hour).padStart(2, '0')}:00`);
/** Trades with these profits. Each closes an hour after the one before. */
const hourlyTrades = (...profits: readonly (string | null)[]) =>
  profits.map((profit, place) => trade({ profit, closedAt: closing(10 + place) }));

describe('outcomes of trades', () => {
  // Two trades win 300 and 100, two lose 150 and 50, one ends at zero: net 200 from five trades.
  const { figures } = report({ trades: hourlyTrades('300', '-150', '0', '100', '-50') }).trades;

  it('are exact sums', () => {
    expect(pick(figures, 'trades.count')).toMatchObject({ value: 5, inputs: { won: 2, lost: 2, atZero: 1 } });
    expect(pick(figures, 'trades.netProfit')).toMatchObject({ value: 200, text: '200', unit: 'dollars' });
    expect(pick(figures, 'trades.grossProfit')).toMatchObject({ value: 400, text: '400' });
    expect(pick(figures, 'trades.grossLoss')).toMatchObject({ value: -200, text: '-200' });
  });

  it('are averages and ratios', () => {
    // 2 of 5; 400 ÷ 200; 200 ÷ 5; 400 ÷ 2; −200 ÷ 2; 200 ÷ 100.
    expect(pick(figures, 'trades.winRate').value).toBe(40);
    expect(pick(figures, 'trades.profitFactor').value).toBe(2);
    expect(pick(figures, 'trades.expectancy').value).toBe(40);
    expect(pick(figures, 'trades.averageWin').value).toBe(200);
    expect(pick(figures, 'trades.averageLoss').value).toBe(-100);
    expect(pick(figures, 'trades.payoff').value).toBe(2);
    expect(pick(figures, 'trades.bestTrade')).toMatchObject({ value: 300, text: '300' });
    expect(pick(figures, 'trades.worstTrade')).toMatchObject({ value: -150, text: '-150' });
  });

  it('have their sample, their time span and the small-sample caveat', () => {
    expect(pick(figures, 'trades.winRate')).toMatchObject({
      sample: 5,
      from: closing(10),
      to: closing(14),
      inputs: { won: 2, trades: 5 },
      caveats: [{ code: 'figure.small-sample', of: 'closed-trades', limit: 30 }],
    });
  });

  it('have no profit factor and no payoff without a loss, with the reason', () => {
    const won = report({ trades: hourlyTrades('10', '20') }).trades.figures;
    for (const key of ['trades.profitFactor', 'trades.averageLoss', 'trades.payoff']) {
      expect(pick(won, key).value).toBeNull();
      expect(pick(won, key).caveats).toContainEqual({ code: 'figure.no-loss' });
    }
    const lost = report({ trades: hourlyTrades('-10') }).trades.figures;
    expect(pick(lost, 'trades.profitFactor').value).toBe(0);
    expect(pick(lost, 'trades.payoff')).toMatchObject({ value: null });
  });

  it('use the profit that the platform states, never one computed from the prices', () => {
    const odd = trade({ openPrice: '50', closePrice: '80', profit: '-7' });
    expect(pick(report({ trades: [odd] }).trades.figures, 'trades.netProfit').text).toBe('-7');
  });

  it('leave out closed trades without a profit, and report their number', () => {
    const found = report({ trades: hourlyTrades('10', null) }).trades;
    expect(pick(found.figures, 'trades.count').value).toBe(1);
    expect(found.leftOutCount).toBe(1);
  });
});

describe('streaks', () => {
  it('follow the order of closing, and a trade at zero ends them', () => {
    // In order of closing: + + 0 + + + − −
    const trades = hourlyTrades('1', '2', '0', '4', '5', '6', '-7', '-8').reverse();
    const { figures } = report({ trades }).trades;
    expect(pick(figures, 'trades.longestWinningStreak')).toMatchObject({
      value: 3,
      inputs: { firstClosedAt: closing(13), lastClosedAt: closing(15) },
    });
    expect(pick(figures, 'trades.longestLosingStreak').value).toBe(2);
  });

  it('are ranked by length, and the first of equal length is reported', () => {
    const { figures } = report({ trades: hourlyTrades('1', '2', '-1', '3', '4') }).trades;
    expect(pick(figures, 'trades.longestWinningStreak').inputs).toEqual({
      firstClosedAt: closing(10),
      lastClosedAt: closing(11),
    });
  });

  it('leave out trades without a closing time', () => {
    const trades = [...hourlyTrades('1', '1'), trade({ profit: '1', closedAt: null })];
    const { figures } = report({ trades }).trades;
    expect(pick(figures, 'trades.longestWinningStreak')).toMatchObject({
      value: 2,
      sample: 2,
      caveats: [{ code: 'figure.left-out', count: 1, missing: 'closing-time' }],
    });
    expect(pick(figures, 'trades.netProfit').text).toBe('3');
  });
});

describe('holding times', () => {
  it('are mean and median, separate for winners and losers', () => {
    const lasting = (days: number, profit: string) =>
      trade({ openedAt: 1_000_000, closedAt: 1_000_000 + days * 86_400, profit });
    const { figures } = report({
      trades: [lasting(1, '5'), lasting(2, '5'), lasting(3, '0'), lasting(6, '-5'), trade({ openedAt: null })],
    }).trades;
    // Mean: (1 + 2 + 3 + 6) ÷ 4. Median: the mean of the two middle values. The trade at zero is
    // neither a winner nor a loser.
    expect(pick(figures, 'trades.averageHoldingTrades')).toMatchObject({ value: 3, sample: 4 });
    expect(pick(figures, 'trades.averageHoldingTrades').caveats).toContainEqual({
      code: 'figure.left-out',
      count: 1,
      missing: 'both-times',
    });
    expect(pick(figures, 'trades.medianHoldingTrades').value).toBe(2.5);
    expect(pick(figures, 'trades.averageHoldingWinners').value).toBe(1.5);
    expect(pick(figures, 'trades.medianHoldingLosers').value).toBe(6);
  });

  it('are never below zero, even if the close seems earlier than the open when clocks go back', () => {
    const { figures } = report({ trades: [trade({ openedAt: 10_000, closedAt: 9_000 })] }).trades;
    expect(pick(figures, 'trades.averageHoldingTrades').value).toBe(0);
  });
});

describe('exposure', () => {
  const asOf = '2026-03-12 00:00';
  const span = (from: string, to: string) => trade({ openedAt: at(from), closedAt: at(to) });

  it('counts overlapping trades once', () => {
    // Two days of seven: March 3, and March 5 covered by two overlapping trades.
    const trades = [
      span('2026-03-03', '2026-03-04'),
      span('2026-03-05 00:00', '2026-03-05 18:00'),
      span('2026-03-05 12:00', '2026-03-06 00:00'),
    ];
    const selection = { from: '2026-03-01', to: '2026-03-07' };
    const found = pick(report({ trades, selection, asOf }).trades.figures, 'trades.exposure');
    expect(found.value).toBeCloseTo((2 / 7) * 100, 10);
    expect(found).toMatchObject({ sample: 3, from: at('2026-03-01'), to: at('2026-03-08') });
  });

  it('counts trades that were open in the period and closed later, or are still open', () => {
    const trades = [
      span('2026-02-20', '2026-03-20'),
      trade({ open: true, closedAt: null, openedAt: at('2026-03-01') }),
    ];
    const exposureOf = (rows: typeof trades) =>
      pick(
        report({ trades: rows, selection: { from: '2026-03-01', to: '2026-03-04' }, asOf }).trades.figures,
        'trades.exposure',
      ).value;
    expect(exposureOf(trades.slice(0, 1))).toBe(100);
    expect(pick(report({ trades: trades.slice(1), asOf }).trades.figures, 'trades.exposure').value).toBe(100);
  });

  it('ends with the newest time in the data, not with the clock of this computer', () => {
    const trades = [span('2026-03-01', '2026-03-02')];
    const found = (points: readonly [string, number][]) =>
      pick(report({ trades, points, asOf: '2026-12-31 00:00' }).trades.figures, 'trades.exposure');
    expect(found([['2026-03-03 00:00', 100]])).toMatchObject({ value: 50, to: at('2026-03-03 00:00') });
    expect(found([['2026-02-01 00:00', 100]])).toMatchObject({ value: 100, to: at('2026-03-02') });
  });

  it('is not defined without a trade, or for a period that has not started', () => {
    expect(pick(report({}).trades.figures, 'trades.exposure')).toMatchObject({ value: null });
    const selection = { from: '2027-01-01', to: null };
    expect(pick(report({ trades: [trade()], selection }).trades.figures, 'trades.exposure').value).toBeNull();
  });
});

describe('open trades', () => {
  it('are separate, with the profit that the platform stated', () => {
    const trades = [
      trade({ open: true, closedAt: null, profit: '-12.5' }),
      trade({ open: true, closedAt: null, profit: '20' }),
      trade({ open: true, closedAt: null, profit: null }),
    ];
    const { figures } = report({ trades }).trades;
    expect(pick(figures, 'trades.open').value).toBe(3);
    expect(pick(figures, 'trades.openProfit')).toMatchObject({ value: 7.5, text: '7.5', sample: 2 });
    expect(pick(figures, 'trades.openProfit').caveats).toContainEqual({
      code: 'figure.left-out',
      count: 1,
      missing: 'profit',
    });
    expect(pick(figures, 'trades.count').value).toBe(0);
  });

  it('have no profit if the platform stated none for any of them', () => {
    const { figures } = report({ trades: [trade({ open: true, closedAt: null, profit: null })] }).trades;
    expect(pick(figures, 'trades.openProfit')).toMatchObject({ value: null, text: null, sample: 0 });
  });
});

describe('realized R', () => {
  it('is profit ÷ the money between opening price and first stop', () => {
    // Long 100 at 50, stop 48: risk 200; profit 500 is 2.5. Short 2 at 10, stop 11, point value 50:
    // risk 100; −100 is −1.
    const long = trade({ profit: '500' });
    const short = trade({
      side: 'short',
      profit: '-100',
      openPrice: '10',
      quantityOpened: '2',
      pointValue: '50',
      closedAt: closing(12),
    });
    const stops = { [long.tradeId]: '48', [short.tradeId]: '11' };
    const { risk, figures } = report({ trades: [short, long, trade()], stops }).trades;
    expect(risk.tradeIds).toEqual([long.tradeId, short.tradeId]);
    expect(risk.multiples).toEqual([2.5, -1]);
    expect(pick(figures, 'trades.averageR')).toMatchObject({
      value: 0.75,
      sample: 2,
      inputs: { tradesWithR: 2, closedTrades: 3 },
    });
    expect([pick(figures, 'trades.medianR').value, pick(figures, 'trades.totalR').value]).toEqual([0.75, 1.5]);
  });

  it('needs a stop on the losing side, dollars, a price and a point value', () => {
    const odd = [
      trade({ openPrice: '50' }),
      trade({ currency: 'EUR' }),
      trade({ symbol: 'USDJPY', instrument: 'forex' }),
      trade({ openPrice: null }),
      trade({ pointValue: null }),
    ];
    const stops = Object.fromEntries(odd.map(({ tradeId }, place) => [tradeId, place === 0 ? '51' : '48']));
    const { figures } = report({ trades: odd, stops }).trades;
    expect(pick(figures, 'trades.averageR')).toMatchObject({
      value: null,
      caveats: [{ code: 'figure.left-out', count: 5, missing: 'risk-in-dollars' }],
    });
  });
});

describe('excursions', () => {
  it('have no value, because the platform gives no prices during a trade', () => {
    const { figures } = report({ trades: [trade()] }).trades;
    expect(pick(figures, 'trades.maxAdverseExcursion')).toMatchObject({
      value: null,
      caveats: [{ code: 'figure.no-prices' }],
    });
  });
});
