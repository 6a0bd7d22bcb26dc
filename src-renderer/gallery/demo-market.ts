import type { PracticeInstrument, PracticeState } from '#contract/model/practice.ts';
import { demoNow } from './demo-clock.ts';

const instrument = (
  symbol: string,
  description: string,
  price: string,
  dayOpen: string,
  overrides: Partial<PracticeInstrument> = {},
): PracticeInstrument => ({
  symbol,
  description,
  instrument: 'stock',
  price,
  dayOpen,
  tick: '0.01',
  pointValue: '1',
  invented: false,
  ...overrides,
});

export const demoMarket: PracticeState = {
  failure: null,
  market: {
    clock: { mode: 'manual', now: demoNow },
    instruments: [
      instrument('AAPL', 'Apple Inc.', '184.00', '182.10'),
      instrument('MSFT', 'Microsoft Corp.', '401.35', '402.90'),
      instrument('NVDA', 'NVIDIA Corp.', '138.42', '136.00'),
      instrument('SPY', 'SPDR S&P 500 ETF', '678.12', '676.55'),
      instrument('XOM', 'Exxon Mobil Corp.', '104.27', '104.27'),
      instrument('@ESH6', 'E-mini S&P 500, March 2026', '6791.25', '6779.50', {
        instrument: 'future',
        tick: '0.25',
        pointValue: '50',
      }),
      instrument('@GCJ6', 'Gold, April 2026', '2914.6', '2921.3', {
        instrument: 'future',
        tick: '0.1',
        pointValue: '100',
      }),
      instrument('SPY2620C680', 'SPY 20 Mar 2026 680 call', '7.85', '7.20', {
        instrument: 'option',
        pointValue: '100',
      }),
      instrument('EURUSD', 'Euro in US dollars', '1.08425', '1.08310', {
        instrument: 'forex',
        tick: '0.00005',
        pointValue: '10000',
      }),
    ],
  },
};
