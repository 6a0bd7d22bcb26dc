import { describe, expect, it } from 'vitest';
import { everyTrade, type TradeFilter } from '#contract/model/trade-filter.ts';
import { drillDownFilter } from '#renderer/trades/drill-down-filter.ts';

const combine = (own: Partial<TradeFilter>, drillDown: Partial<TradeFilter>): TradeFilter =>
  drillDownFilter({ ...everyTrade, ...own }, drillDown);
const figureBounds = { below: '-9', closedFrom: null, closedTo: null, weekday: null, hour: null };

describe("the trader's filter with a drill-down", () => {
  it("keeps each condition that only one of the two has, and the trader's status and text", () => {
    const wanted = { symbols: ['AAPL'], opened: { from: '2026-01-01', to: null }, ids: ['1'], figureBounds };
    expect(combine({}, wanted)).toEqual({ ...everyTrade, ...wanted });
    expect(combine(wanted, everyTrade)).toEqual({ ...everyTrade, ...wanted });
    expect(combine({ text: 'aap', status: 'open' }, { status: 'closed' })).toEqual({
      ...everyTrade,
      text: 'aap',
      status: 'open',
    });
  });

  it('uses the intersection of both, and compares numbers by value, not as text', () => {
    const own: Partial<TradeFilter> = {
      symbols: ['MSFT', 'AAPL'],
      sides: ['short'],
      closed: { from: '2026-01-05', to: '2026-03-31' },
      profit: { min: '9', max: '100' },
      ids: ['1', '2'],
    };
    const drillDown: Partial<TradeFilter> = {
      symbols: ['AAPL', 'CAT'],
      sides: ['long', 'short'],
      closed: { from: '2026-01-01', to: '2026-01-31' },
      profit: { min: '10', max: '1000' },
      ids: ['2', '3'],
    };
    expect(combine(own, drillDown)).toEqual({
      ...everyTrade,
      symbols: ['AAPL'],
      sides: ['short'],
      closed: { from: '2026-01-05', to: '2026-01-31' },
      profit: { min: '10', max: '100' },
      ids: ['2'],
    });
  });

  it('matches nothing when the two filters have nothing in common', () => {
    expect(combine({ symbols: ['MSFT'] }, { symbols: ['AAPL'] }).ids).toEqual([]);
    expect(combine({ sides: ['long'], ids: ['1'] }, { sides: ['short'] }).ids).toEqual([]);
    expect(combine({ ids: ['1'] }, { ids: ['2'] }).ids).toEqual([]);
  });

  it('compares options by contract, not by how their strike is written', () => {
    const found = combine({ symbols: ['SPXW2519L6850.50'] }, { symbols: ['SPXW2519L6850.5'] });
    expect(found).toMatchObject({ symbols: ['SPXW2519L6850.5'], ids: null });
  });
});
