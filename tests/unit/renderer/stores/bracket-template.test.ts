import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tickFault } from '#renderer/format/tick-fault.ts';
import {
  bracketPrices,
  standardTemplate,
  type BracketInput,
  type BracketTemplate,
} from '#renderer/stores/bracket-template.ts';
import { defaultSizes, defaultTemplates, parseSizes, parseTemplates } from '#renderer/stores/ticket-setup.ts';

const stock: BracketInput = {
  buy: true,
  instrument: 'stock',
  entry: '200',
  quantity: '100',
  pointValue: '1',
  tick: '0.01',
};
const withLegs = (stop: BracketTemplate['stop'], target: BracketTemplate['target']): BracketTemplate => ({
  id: 'x',
  name: 'x',
  stop,
  target,
});

describe('prices of a template', () => {
  test.each([
    ['percent and R', standardTemplate, stock, { stop: '196.00', target: '208.00' }],
    ['flipped for sells', standardTemplate, { ...stock, buy: false }, { stop: '204.00', target: '192.00' }],
    [
      'ticks',
      withLegs({ unit: 'ticks', amount: '8' }, { unit: 'ticks', amount: '20' }),
      { ...stock, entry: '6791.25', tick: '0.25', pointValue: '50', quantity: '2' },
      { stop: '6789.25', target: '6796.25' },
    ],
    [
      'money of the whole order',
      withLegs({ unit: 'money', amount: '500' }, { unit: 'money', amount: '1000' }),
      { ...stock, entry: '6791.25', tick: '0.25', pointValue: '50', quantity: '2' },
      { stop: '6786.25', target: '6801.25' },
    ],
    ['a stop alone', withLegs({ unit: 'percent', amount: '1' }, null), stock, { stop: '198.00', target: null }],
    ['no target for R without a stop', withLegs(null, { unit: 'r', amount: '2' }), stock, { stop: null, target: null }],
    [
      'no prices for ticks if the tick is unknown',
      withLegs({ unit: 'ticks', amount: '8' }, { unit: 'r', amount: '2' }),
      { ...stock, tick: null },
      { stop: null, target: null },
    ],
    [
      'no prices for money without a quantity',
      withLegs({ unit: 'money', amount: '500' }, null),
      { ...stock, quantity: null },
      { stop: null, target: null },
    ],
    [
      'no stop below zero',
      withLegs({ unit: 'money', amount: '100000' }, null),
      { ...stock, entry: '2' },
      { stop: null, target: null },
    ],
    [
      'the decimals of the type, not those of the typed entry, if the tick is unknown',
      withLegs({ unit: 'money', amount: '50' }, { unit: 'r', amount: '2' }),
      { ...stock, instrument: 'forex' as const, entry: '1.1', quantity: '1', pointValue: '10000', tick: null },
      { stop: '1.09500', target: '1.11000' },
    ],
    [
      'a distance of less than 0.0001 for a currency pair whose tick is unknown',
      withLegs({ unit: 'money', amount: '10' }, null),
      { ...stock, instrument: 'forex' as const, entry: '1.1', quantity: '50', pointValue: '10000', tick: null },
      { stop: '1.09998', target: null },
    ],
    [
      'two decimals for a target above a dollar if the stock is below it and its tick is unknown',
      standardTemplate,
      { ...stock, entry: '0.99', tick: null },
      { stop: '0.9702', target: '1.03' },
    ],
    [
      'a stop that crosses a dollar is rounded so that it risks no more than was chosen',
      withLegs({ unit: 'money', amount: '10' }, null),
      { ...stock, buy: false, entry: '0.995', quantity: '1000', pointValue: '1', tick: null },
      { stop: '1.00', target: null },
    ],
    [
      'one cent from the entry if the distance is smaller, for a stock above a dollar',
      withLegs({ unit: 'percent', amount: '0.5' }, null),
      { ...stock, entry: '1.5', tick: null },
      { stop: '1.49', target: null },
    ],
    [
      'no prices if the tick of a future is unknown and the distance is less than 0.01',
      withLegs({ unit: 'money', amount: '200' }, { unit: 'r', amount: '2' }),
      { ...stock, instrument: 'future' as const, entry: '1.1', quantity: '1', pointValue: '125000', tick: null },
      { stop: null, target: null },
    ],
    [
      'four decimals for a stock below a dollar whose tick is unknown',
      withLegs({ unit: 'percent', amount: '0.5' }, null),
      { ...stock, entry: '0.9', tick: null },
      { stop: '0.8955', target: null },
    ],
  ])('are correct: %s', (_name, template, input, prices) => {
    expect(bracketPrices(input, template)).toEqual(prices);
  });

  test('are whole ticks, the stop on the loss side and the target on the profit side of any entry', () => {
    const tick = fc.constantFrom('0.01', '0.25', '0.1', '0.00005', '0.015625', '1');
    const amount = fc.integer({ min: 1, max: 900 }).map((tenths) => (tenths / 10).toString());
    fc.assert(
      fc.property(tick, fc.integer({ min: 1000, max: 900_000 }), amount, fc.boolean(), (step, ticks, percent, buy) => {
        const entry = new Big(step).times(ticks).toFixed();
        const template = withLegs({ unit: 'percent', amount: percent }, { unit: 'r', amount: '1.5' });
        const { stop, target } = bracketPrices({ ...stock, buy, entry, tick: step }, template);
        for (const [price, isAbove] of [
          [stop, !buy],
          [target, buy],
        ] as const) {
          if (price === null) continue;
          expect(new Big(price).mod(step).eq(0)).toBe(true);
          expect(new Big(price).gt(entry)).toBe(isAbove);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

test('a price for a stock whose tick is not known could also be typed', () => {
  const entry = fc.integer({ min: 1, max: 3_000_000 }).map((units) => new Big(units).div(10_000).toFixed());
  fc.assert(
    fc.property(entry, fc.integer({ min: 1, max: 999 }), fc.boolean(), (price, tenths, buy) => {
      const template = withLegs({ unit: 'percent', amount: (tenths / 10).toString() }, { unit: 'r', amount: '2' });
      const { stop, target } = bracketPrices({ ...stock, buy, entry: price, tick: null }, template);
      for (const [found, isAbove] of [
        [stop, !buy],
        [target, buy],
      ] as const) {
        if (found === null) continue;
        expect(tickFault(found, 'stock', null)).toBeNull();
        expect(new Big(found).gt(price)).toBe(isAbove);
        expect(new Big(found).eq(price)).toBe(false);
      }
    }),
  );
});

describe('stored settings', () => {
  test('restore sizes and templates unchanged', () => {
    const sizes = { ...defaultSizes, stock: ['1', '2', '3', '4', '5'] };
    expect(parseSizes(JSON.stringify(sizes))).toEqual(sizes);
    const templates = [withLegs({ unit: 'ticks', amount: '8' }, { unit: 'money', amount: '0.5' })];
    expect(parseTemplates(JSON.stringify(templates))).toEqual(templates);
  });

  test.each(['{', '[]', 'null', '{"stock":["0","1","2","3","4"]}', '{"stock":["1e2","1","2","3","4"]}'])(
    'are the defaults for %s',
    (text) => {
      expect(parseSizes(text).stock).toEqual(defaultSizes.stock);
      expect(parseTemplates(text)).toEqual(defaultTemplates);
    },
  );

  test('ignore a template with a stop in R, without legs, or with a stop that cannot be read', () => {
    const bad = [
      withLegs({ unit: 'r', amount: '1' }, null),
      withLegs(null, null),
      withLegs({ unit: 'percent', amount: '-1' }, null),
      { ...standardTemplate, name: '' },
      { ...standardTemplate, stop: { unit: 'percent', amount: 'two' } },
    ];
    expect(parseTemplates(JSON.stringify([...bad, standardTemplate]))).toEqual([standardTemplate]);
  });
});
