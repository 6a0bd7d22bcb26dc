import { describe, expect, it } from 'vitest';
import { everyTrade, type TradeFilter } from '#contract/model/trade-filter.ts';
import { drillDownFilter } from '#renderer/trades/drill-down-filter.ts';

const both = (own: Partial<TradeFilter>, by: Partial<TradeFilter>): TradeFilter =>
  drillDownFilter({ ...everyTrade, ...own }, by);
const figure = { below: '-9', closedFrom: null, closedTo: null, weekday: null, hour: null };

describe('the own filter with a drill-down', () => {
  it('uses the bound of either when the other has none', () => {
    const wanted = { symbols: ['AAPL'], opened: { from: '2026-01-01', to: null }, ids: ['1'], figure };
    expect(both({}, wanted)).toEqual({ ...everyTrade, ...wanted });
    expect(both(wanted, everyTrade)).toEqual({ ...everyTrade, ...wanted });
    expect(both({ text: 'aap', status: 'open' }, { status: 'closed' })).toEqual({
      ...everyTrade,
      text: 'aap',
      status: 'open',
    });
  });

  it('uses the intersection of both, by value and not by text', () => {
    const own: Partial<TradeFilter> = {
      symbols: ['MSFT', 'AAPL'],
      sides: ['short'],
      closed: { from: '2026-01-05', to: '2026-03-31' },
      profit: { min: '9', max: '100' },
      ids: ['1', '2'],
    };
    const by: Partial<TradeFilter> = {
      symbols: ['AAPL', 'CAT'],
      sides: ['long', 'short'],
      closed: { from: '2026-01-01', to: '2026-01-31' },
      profit: { min: '10', max: '1000' },
      ids: ['2', '3'],
    };
    expect(both(own, by)).toEqual({
      ...everyTrade,
      symbols: ['AAPL'],
      sides: ['short'],
      closed: { from: '2026-01-05', to: '2026-01-31' },
      profit: { min: '10', max: '100' },
      ids: ['2'],
    });
  });

  it('matches nothing when they have nothing in common', () => {
    expect(both({ symbols: ['MSFT'] }, { symbols: ['AAPL'] }).ids).toEqual([]);
    expect(both({ sides: ['long'], ids: ['1'] }, { sides: ['short'] }).ids).toEqual([]);
    expect(both({ ids: ['1'] }, { ids: ['2'] }).ids).toEqual([]);
  });
});
