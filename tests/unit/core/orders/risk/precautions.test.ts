import { describe, expect, it } from 'vitest';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { ownMedian } from '#core/orders/risk/own-sizes.ts';
import { defaultPrecautions, precautionChecks, type PrecautionFacts } from '#core/orders/risk/precautions.ts';
import { record, ticket } from '../order-fixtures.ts';

const margin = {
  buyPower: '250000',
  cash: '129586',
  equity: '0',
  marginUsed: '0',
  modelAccountValue: '129586',
  updatedText: '2026-03-02 09:29:00',
};
const seen = (price: string) => () => ({ price, at: 1_772_460_000, implied: false });

function checks(changes: Partial<Ticket>, facts: Partial<PrecautionFacts> = {}): Check[] {
  const allFacts: PrecautionFacts = {
    precautions: defaultPrecautions,
    isLive: true,
    margin,
    pointValue: () => null,
    lastPrice: () => null,
    median: () => null,
    isOpen: () => true,
    ...facts,
  };
  return precautionChecks(ticket({ profitTarget: null, stopLoss: null, ...changes }), allFacts);
}
const codes = (...given: Parameters<typeof checks>): string[] =>
  checks(...given).map(({ level, code }) => `${level} ${code}`);

const limit = (price: string) => ({ kind: 'limit', limit: price }) as const;
const stop = (price: string) => ({ kind: 'stop', stop: price }) as const;
const market = { kind: 'market' } as const;

describe('precautions before an entry', () => {
  it('warns of a price far from the last fill and blocks a value beyond the account', () => {
    const order = { symbol: 'MSFT', quantity: '20000', price: limit('4100') };
    expect(codes(order, { lastPrice: seen('410') })).toEqual(['warn price-far', 'block cap-account']);
  });

  it('blocks 50 ES on an account of $129,586 and accepts one', () => {
    const es = { symbol: '@ESH6', instrument: 'future', price: limit('6800') } as const;
    const facts = { pointValue: () => '50' };
    expect(codes({ ...es, quantity: '50' }, facts)).toEqual(['block cap-account']);
    expect(codes({ ...es, quantity: '1' }, facts)).toEqual([]);
  });

  it('values a future at its margin, not its full value, in the amount and in the percentage', () => {
    const es = { symbol: '@ESH6', instrument: 'future', price: limit('6800'), quantity: '50' } as const;
    const [check] = checks(es, { pointValue: () => '50' });
    const { value, percent, account } = check?.text as { value: string; percent: string; account: string };
    expect(((Number(value) / Number(account)) * 100).toFixed(0)).toBe(percent);
  });

  it('values a market order at the last known price', () => {
    const order = { quantity: '20000', price: market };
    expect(codes(order, { lastPrice: seen('410') })).toEqual(['block cap-account']);
  });

  it('warns of a value above half of the account or above the buying power', () => {
    expect(codes({ quantity: '500', price: limit('150') })).toEqual(['warn large-value']);
    expect(codes({ quantity: '2000', price: limit('150') })).toEqual(['warn beyond-buying-power']);
    expect(codes({ quantity: '100', price: limit('150') })).toEqual([]);
  });

  it('warns of a buy stop below and a sell stop above the last fill', () => {
    expect(codes({ price: stop('149') }, { lastPrice: seen('150') })).toEqual(['warn stop-at-once']);
    expect(codes({ action: 'STC', price: stop('151') }, { lastPrice: seen('150') })).toEqual(['warn stop-at-once']);
    expect(codes({ action: 'STC', price: stop('149') }, { lastPrice: seen('150') })).toEqual([]);
  });

  it.each(['BTO', 'STC', 'STO', 'BTC'] as const)('warns of a %s stop order at exactly the last fill', (action) => {
    expect(codes({ action, price: stop('150') }, { lastPrice: seen('150') })).toEqual(['warn stop-at-once']);
  });

  it.each(['BTO', 'STO'] as const)('warns of a bracket leg exactly at the last fill, for a market %s', (action) => {
    const atPrice = { action, price: market, quantity: '1', profitTarget: '150', stopLoss: '150' } as const;
    expect(codes(atPrice, { lastPrice: seen('150') })).toEqual(['warn target-side-seen', 'warn stop-side-seen']);
  });

  it('compares target and stop of a market entry with the last fill', () => {
    const wrong = { price: market, profitTarget: '149', stopLoss: '151', quantity: '1' } as const;
    expect(codes(wrong, { lastPrice: seen('150') })).toEqual(['warn target-side-seen', 'warn stop-side-seen']);
  });

  it('warns above five times the median size; above ten times, the size must be typed', () => {
    const median = () => ({ quantity: '10', value: null });
    expect(codes({ quantity: '101', price: limit('15') }, { median })).toEqual(['warn over-median:101']);
    expect(codes({ quantity: '60', price: limit('15') }, { median })).toEqual(['warn over-median']);
    expect(codes({ quantity: '50', price: limit('15') }, { median })).toEqual([]);
  });

  it('names the median by which the order is large: the value or the quantity', () => {
    const median = () => ({ quantity: '100', value: '1000' });
    const [byValue] = checks({ quantity: '100', price: limit('450') }, { median });
    expect(byValue?.text).toMatchObject({ times: '45', median: '1000', isValue: true });
    const [byQuantity] = checks({ quantity: '600', price: limit('1') }, { median });
    expect(byQuantity?.text).toMatchObject({ times: '6', median: '100', isValue: false });
  });

  it('asks to type the size while the account was never read', () => {
    expect(codes({ quantity: '7' }, { margin: null })).toEqual(['warn account-unknown:7']);
    expect(codes({ quantity: '7' }, { margin: null, isLive: false })).toEqual(['note account-unknown']);
  });

  it('notes that an entry without a known value cannot be checked against the account', () => {
    expect(codes({ price: market })).toEqual(['note value-unknown']);
    expect(codes({ instrument: 'future', symbol: '@ESH6', price: limit('6800') })).toEqual(['note value-unknown']);
    expect(codes({ action: 'STC', price: market })).toEqual([]);
  });

  it('blocks every entry, and no exit, while the account is below zero', () => {
    const facts = { margin: { ...margin, modelAccountValue: '-500' } };
    expect(codes({ quantity: '1' }, facts)).toEqual(['block cap-account']);
    expect(codes({ quantity: '1' }, { ...facts, isLive: false })).toEqual(['block cap-account']);
    expect(codes({ action: 'STC', quantity: '1' }, facts)).toEqual([]);
    const onlyCash = { margin: { ...margin, modelAccountValue: null, cash: '-500' } };
    expect(codes({ quantity: '1' }, onlyCash)).toEqual(['warn account-unknown:1']);
  });

  it('never caps or blocks a closing order, nor asks to type its size', () => {
    const exit = { action: 'STC', quantity: '999999', price: limit('150') } as const;
    expect(codes(exit, { margin: null, median: () => ({ quantity: '1', value: '1' }) })).toEqual([]);
  });

  describe('for an entry that an order nests as its parent', () => {
    const entry = { action: 'BTO', symbol: 'AAPL', instrument: 'stock', duration: 'DAY' } as const;
    const entryOf = (quantity: string, price = limit('150')) => ({ ...entry, quantity, price });
    const exit = { action: 'STC', quantity: '1', price: stop('140') } as const;

    it('caps the entry value, and asks to type the entry size while the account was never read', () => {
      expect(codes({ ...exit, parent: entryOf('20000') })).toEqual(['block cap-account']);
      expect(codes({ ...exit, parent: entryOf('20000') }, { margin: null })).toEqual(['warn account-unknown:20000']);
      expect(codes({ ...exit, parent: entryOf('1') })).toEqual([]);
    });

    it('asks to type only the larger of the two sizes, and names each warning once', () => {
      const both = { quantity: '500', price: limit('150'), parent: entryOf('600') };
      expect(codes(both, { margin: null })).toEqual(['warn account-unknown:600']);
      expect(codes(both)).toEqual(['warn large-value']);
      const median = () => ({ quantity: '10', value: null });
      expect(codes({ quantity: '101', price: limit('15'), parent: entryOf('200', limit('15')) }, { median })).toEqual([
        'warn over-median:200',
      ]);
    });

    it('warns of an entry price far from the last fill', () => {
      expect(codes({ ...exit, parent: entryOf('1', limit('1500')) }, { lastPrice: seen('150') })).toEqual([
        'warn price-far',
      ]);
    });
  });

  it('warns of a market order in a closed market', () => {
    expect(codes({ price: market }, { isOpen: () => false, lastPrice: seen('150') })).toEqual(['warn market-closed']);
  });
});

it('the median size needs ten own entries of the instrument type, and does not include exits', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, at) => record(String(at), { quantity: String(at + 1) }));
  const exit = record('99', { action: 'STC', quantity: '100000' });
  expect(ownMedian([...entries(9), exit], 'stock', () => null)).toBeNull();
  expect(ownMedian([...entries(11), exit], 'stock', () => null)).toMatchObject({ quantity: '6' });
  expect(ownMedian([...entries(11), exit], 'future', () => null)).toBeNull();
});

it('the median value of a currency pair in dollars uses the standard point value if none is known', () => {
  const pairs = (symbol: string) =>
    Array.from({ length: 10 }, (_, at) =>
      record(String(at), { symbol, instrument: 'forex', quantity: '2', limit: '1.1', tradedPrice: null }),
    );
  expect(ownMedian(pairs('EURUSD'), 'forex', () => null)).toEqual({ quantity: '2', value: '22000' });
  expect(ownMedian(pairs('USDJPY'), 'forex', () => null)).toEqual({ quantity: '2', value: null });
});
