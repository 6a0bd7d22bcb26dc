import Big from 'big.js';
import { expect, test } from 'vitest';
import { readList } from '#renderer/targets/read-list.ts';
import { WeightsForm } from '#renderer/targets/weights-form.svelte.ts';

const held = (holding: string) => ({
  holding: new Big(holding),
  pending: new Big(0),
  instrument: 'stock' as const,
  price: '50',
  priceAt: 1,
  pointValue: '1',
});

test('an imported line whose weight is cleared keeps what is held', () => {
  const { lines } = readList('symbol,weight\nKO,10\nPEP,20', {
    ...{ columns: null, mark: 'auto', weights: 'percent', newYorkHour: '2026-03-02 10', known: () => null },
  });
  const form = new WeightsForm({
    lines: lines.map(({ line }) => line),
    sizing: { base: 'typed', typedBase: '100000', band: 'none', bandPercent: '', leastTrade: '0', options: 'premium' },
    facts: () => ({
      known: new Map([
        ['KO', held('0')],
        ['PEP', held('100')],
      ]),
      marketDataOf: () => null,
    }),
    margin: () => null,
  });
  form.typeLine(1, { weight: '' });
  expect(form.canApply).toBe(true);
  expect(form.lines().map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
    ['KO', '200'],
    ['PEP', '='],
  ]);
});

test('a price typed for the underlying of an option is left out of the line of the option', () => {
  const option = { symbol: 'AAPL2918L260', instrument: 'option', quantity: '=', weight: '20', price: '200' } as const;
  const linesOf = (basis: 'premium' | 'underlying') =>
    new WeightsForm({
      lines: [option],
      sizing: { base: 'typed', typedBase: '100000', band: 'none', bandPercent: '', leastTrade: '0', options: basis },
      facts: () => ({ known: new Map(), marketDataOf: () => null }),
      margin: () => null,
    }).lines();
  const { price: _, ...withoutPrice } = option;
  expect(linesOf('underlying')).toEqual([{ ...withoutPrice, quantity: '1' }]);
  expect(linesOf('premium')).toEqual([{ ...option, quantity: '1' }]);
});

test('a text that cannot be read is marked at its own field', () => {
  const form = new WeightsForm({
    lines: [{ symbol: 'KO', instrument: 'stock', quantity: '=' }],
    sizing: { base: 'typed', typedBase: '100000', band: 'none', bandPercent: '', leastTrade: '0', options: 'premium' },
    facts: () => ({ known: new Map(), marketDataOf: () => null }),
    margin: () => null,
  });
  form.typeLine(0, { weight: '20', price: 'x' });
  expect(form.rows[0]?.fault).toEqual({ field: 'price', text: 'Not a price.' });
  form.typeLine(0, { weight: 'x', price: '50' });
  expect(form.rows[0]?.fault).toEqual({ field: 'weight', text: 'Not a weight.' });
});

test('a base that is not above zero is marked at its own field', () => {
  const margin = { cash: '0', equity: '0', buyPower: null, marginUsed: null, modelAccountValue: '-5', updatedText: '' };
  const form = new WeightsForm({
    lines: [{ symbol: 'KO', instrument: 'stock', quantity: '=', weight: '20', price: '50' }],
    sizing: { base: 'account', typedBase: '0', band: 'none', bandPercent: '', leastTrade: '0', options: 'premium' },
    facts: () => ({ known: new Map(), marketDataOf: () => null }),
    margin: () => margin,
  });
  expect([form.faults, form.canApply]).toEqual([{ base: 'Not above zero. Choose Amount.' }, false]);
  form.change({ base: 'typed' });
  expect([form.faults, form.canApply]).toEqual([{ typedBase: 'Must be above zero.' }, false]);
  form.change({ typedBase: '100000' });
  expect([form.faults, form.canApply]).toEqual([{}, true]);
});
