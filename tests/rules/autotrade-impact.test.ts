import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyLimit, impactOf, type StrategyPosition } from '#rules/autotrade/impact.ts';
import {
  applyDueToLink,
  changeLink,
  startLink,
  stopLink,
  type Link,
  type LinkMarket,
  type LinkStep,
} from '#rules/autotrade/link.ts';
import { replaySettings, type StrategyFill } from '#rules/autotrade/settings-replay.ts';
import { roundingOf, type PastTrade } from '#rules/autotrade/rounding.ts';
import { fixed, formatFixed, type Fixed } from '#rules/decimal.ts';
import { SETTINGS, TERMS, trade } from './broker.ts';
import { autoTradeSettings, TYPES } from './settings-arbitrary.ts';

type OpenPosition = { readonly symbol: keyof typeof TYPES; readonly quantity: number; readonly price: number };

const openPosition: fc.Arbitrary<OpenPosition> = fc.record({
  symbol: fc.constantFrom('A', 'B', 'C', 'D'),
  quantity: fc.integer({ min: -9, max: 9 }).filter((n) => n !== 0),
  price: fc.integer({ min: 5, max: 60 }),
});
const openPositions = fc.uniqueArray(openPosition, { selector: ({ symbol }) => symbol });

const positionOf = ({ symbol, quantity, price }: OpenPosition): StrategyPosition => ({
  tradeId: `t${symbol}`,
  symbol,
  instrument: TYPES[symbol],
  quantity: fixed(String(quantity)),
  price: fixed(String(price)),
});

const tradesOf = (open: readonly OpenPosition[]) =>
  open.map(({ symbol, quantity }) => trade(`t${symbol}`, String(quantity), symbol, TYPES[symbol]));

const identity = { guid: 'g', personId: '1', systemId: '2', brokerCode: 'P', accountNumber: '1000', userId: 'u' };

/**
 * The link after the practice service made the orders that are due, and the total quantity of these
 * orders by symbol.
 */
function ordersOf(positions: readonly OpenPosition[], link: Link): { link: Link; orders: Map<string, Fixed> } {
  const market: LinkMarket = {
    now: 1,
    priceIfOpen: (symbol) => fixed(String(positions.find((one) => one.symbol === symbol)?.price ?? 1)),
    terms: () => TERMS,
    settlement: () => undefined,
  };
  const step: LinkStep = applyDueToLink(link, tradesOf(positions), market);
  const orders = new Map<string, Fixed>();
  for (const { symbol, quantity } of step.orders) orders.set(symbol, (orders.get(symbol) ?? 0n) + quantity);
  return { link: step.link, orders };
}

const deltas = (changes: ReturnType<typeof impactOf>): Map<string, Fixed> =>
  new Map(changes.filter(({ delta }) => delta !== 0n).map(({ position, delta }) => [position.symbol, delta]));

describe('the impact of AutoTrade settings', () => {
  it('predicts every order of a start, a change and an end that closes positions', () => {
    fc.assert(
      fc.property(openPositions, autoTradeSettings, autoTradeSettings, (open, first, second) => {
        const positions = open.map(positionOf);
        const openTrades = tradesOf(open);
        const started = ordersOf(open, startLink(identity, first, { openTrades, terms: () => TERMS, at: 0 }));
        const none = new Set<string>();
        expect(deltas(impactOf(positions, { before: null, after: first, skipped: none }))).toEqual(started.orders);
        const skipped = new Set(started.link.skipped);
        const changed = ordersOf(
          open,
          changeLink(started.link, second, 'atOnce', () => TERMS),
        );
        expect(deltas(impactOf(positions, { before: first, after: second, skipped }))).toEqual(changed.orders);
        const stopped = ordersOf(open, stopLink(changed.link, false, 2));
        expect(deltas(impactOf(positions, { before: second, after: null, skipped }))).toEqual(stopped.orders);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    ['10 in full', { quantity: '10' }, {}, null],
    ['7 at 50 % is 3', { quantity: '7' }, { scalingPercentage: 50n }, 'rounded'],
    ['1 at 50 % is nothing', { quantity: '1' }, { scalingPercentage: 50n }, 'below-one-unit'],
    ['a type that is off', { quantity: '5' }, { enabled: { ...SETTINGS.enabled, stock: false } }, 'type-off'],
    ['stocks above their dollar limit', { quantity: '100' }, { maxDollarsStocks: fixed('500') }, 'cap'],
  ] as const)('names the reason if a copy is smaller: %s', (_, { quantity }, settings, limit) => {
    const position = positionOf({ symbol: 'A', quantity: Number(quantity), price: 10 });
    expect(copyLimit(position, { ...SETTINGS, ...settings })).toBe(limit);
  });

  it('leaves open trades out when they are not joined', () => {
    const position = positionOf({ symbol: 'A', quantity: 10, price: 10 });
    const after = { ...SETTINGS, joinTradesInProgress: false };
    const [change] = impactOf([position], { before: null, after, skipped: new Set() });
    expect(change).toMatchObject({ delta: 0n, limit: 'not-joined' });
  });
});

describe('the rounding of AutoTrade settings over past trades', () => {
  const pastTrade = (...quantities: string[]): PastTrade => ({
    instrument: 'stock',
    positions: quantities.map((quantity) => ({ quantity: fixed(quantity), price: fixed('10') })),
  });

  it('counts trades of which no unit is copied, and the exact and the copied units', () => {
    const report = roundingOf([pastTrade('3', '5', '1', '0'), pastTrade('-1', '0')], {
      ...SETTINGS,
      scalingPercentage: 50n,
    });
    expect(report.notCopiedCount).toBe(1);
    expect([report.size.exact, report.size.copied].map((one) => formatFixed(one))).toEqual(['3', '2']);
    expect([report.scaleIns.exact, report.scaleIns.copied].map((one) => formatFixed(one))).toEqual(['1', '1']);
    expect([report.scaleOuts.exact, report.scaleOuts.copied].map((one) => formatFixed(one))).toEqual(['2', '2']);
  });

  it('finds the smallest scaling at which 95 of 100 trades have a unit', () => {
    const trades = Array.from({ length: 100 }, (_, at) => pastTrade(at < 5 ? '1' : '4', '0'));
    expect(roundingOf(trades, SETTINGS).smallestScaling).toBe(25);
    expect(roundingOf([pastTrade('1', '0')], SETTINGS).smallestScaling).toBe(100);
    expect(roundingOf([], SETTINGS).smallestScaling).toBeNull();
  });
});

describe('a rehearsal over past fills', () => {
  const fill = (at: number, id: string, quantity: string, price: string): StrategyFill => ({
    at,
    trade: trade(id, quantity),
    price: fixed(price),
  });

  it('copies every fill in full at 100 %, with the profit of the strategy', () => {
    const fills = [fill(1, 't1', '10', '10'), fill(2, 't1', '20', '12'), fill(3, 't1', '0', '15')];
    const { points, ...counts } = replaySettings([], fills, SETTINGS, new Map());
    expect(counts).toMatchObject({ copiedTradeCount: 1, skippedTradeCount: 0, fillCount: 3, stopOutCount: 0 });
    expect(points.map(({ copied, exact }) => [formatFixed(copied), formatFixed(exact)])).toEqual([
      ['0', '0'],
      ['20', '20'],
      ['80', '80'],
    ]);
  });

  it('shows the effect of rounding down: 7 shares at 50 % are 3', () => {
    const fills = [fill(1, 't1', '7', '10'), fill(2, 't1', '0', '20')];
    const { points, largest } = replaySettings([], fills, { ...SETTINGS, scalingPercentage: 50n }, new Map());
    expect(formatFixed(points.at(-1)?.copied ?? 0n)).toBe('30');
    expect(formatFixed(points.at(-1)?.exact ?? 0n)).toBe('35');
    expect(formatFixed(largest.get('AAPL') ?? 0n)).toBe('3');
  });

  it('ends the copy of a trade at the stop loss, and copies nothing more before the strategy is flat', () => {
    const settings = { ...SETTINGS, stopLossDollarsPerPosition: fixed('100') };
    const fills = [
      fill(1, 't1', '100', '10'),
      fill(2, 't1', '110', '8'),
      fill(3, 't1', '120', '9'),
      fill(4, 't1', '0', '12'),
      fill(5, 't2', '10', '12'),
    ];
    const { stopOutCount, copiedTradeCount, points } = replaySettings([], fills, settings, new Map());
    expect([stopOutCount, copiedTradeCount]).toEqual([1, 2]);
    expect(formatFixed(points[3]?.copied ?? 0n)).toBe('-200');
  });

  it('skips open trades that are not joined', () => {
    const settings = { ...SETTINGS, joinTradesInProgress: false };
    const prices = new Map([['AAPL', fixed('10')]]);
    const report = replaySettings([trade('t1', '5')], [fill(1, 't1', '0', '11')], settings, prices);
    expect([report.copiedTradeCount, report.skippedTradeCount, report.fillCount]).toEqual([0, 1, 0]);
  });
});
