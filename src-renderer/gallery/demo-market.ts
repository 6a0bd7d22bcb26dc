import type { PracticeInstrument, PracticeState } from '#contract/model/practice.ts';
import { demoNow } from './demo-clock.ts';

const one = (
  symbol: string,
  description: string,
  price: string,
  dayOpen: string,
  over: Partial<PracticeInstrument> = {},
): PracticeInstrument => ({
  symbol,
  description,
  instrument: 'stock',
  price,
  dayOpen,
  tick: '0.01',
  pointValue: '1',
  invented: false,
  ...over,
});

export const demoMarket: PracticeState = {
  failure: null,
  market: {
    clock: { mode: 'manual', now: demoNow },
    instruments: [
      one('AAPL', 'Apple Inc.', '184.00', '182.10'),
      one('MSFT', 'Microsoft Corp.', '401.35', '402.90'),
      one('NVDA', 'NVIDIA Corp.', '138.42', '136.00'),
      one('SPY', 'SPDR S&P 500 ETF', '678.12', '676.55'),
      one('XOM', 'Exxon Mobil Corp.', '104.27', '104.27'),
      one('@ESH6', 'E-mini S&P 500, March 2026', '6791.25', '6779.50', {
        instrument: 'future',
        tick: '0.25',
        pointValue: '50',
      }),
      one('@GCJ6', 'Gold, April 2026', '2914.6', '2921.3', { instrument: 'future', tick: '0.1', pointValue: '100' }),
      one('SPY2620C680', 'SPY 20 Mar 2026 680 call', '7.85', '7.20', { instrument: 'option', pointValue: '100' }),
      one('EURUSD', 'Euro in US dollars', '1.08425', '1.08310', {
        instrument: 'forex',
        tick: '0.00005',
        pointValue: '10000',
      }),
    ],
  },
};
