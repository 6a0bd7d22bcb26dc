import Big from 'big.js';
import { expect, test } from 'vitest';
import type { TargetLine, TargetSizing } from '#contract/model/target-plan.ts';
import { readTypedQuantity } from '#renderer/targets/read-typed-quantity.ts';
import { baseOf, heldWeight, sizeLines, sizeOne, unitPrice, type PriceFacts } from '#renderer/targets/weighing.ts';

const symbolFacts = (holding: string, price: string | null, pointValue: string | null = null) => ({
  holding: new Big(holding),
  pending: new Big(0),
  instrument: null,
  price,
  priceAt: 1,
  pointValue,
});
const facts: PriceFacts = {
  known: new Map([
    ['KO', symbolFacts('100.5', '60')],
    ['@ESM6', symbolFacts('1', '5000', '50')],
    ['AAPL', symbolFacts('0', '200')],
    ['AAPL2918L260', symbolFacts('2', '4.5')],
    ['AAPL2918X260', symbolFacts('-2', '3')],
    ['EURUSD', symbolFacts('1', '1.08')],
    ['GBPUSD', symbolFacts('0', '1.25')],
    ['EURGBP', symbolFacts('1', '0.86')],
  ]),
  marketDataOf: () => null,
  optionBasis: 'premium',
};
const line = (symbol: string, instrument: TargetLine['instrument'], weight: string, price?: string): TargetLine => ({
  symbol,
  instrument,
  quantity: '0',
  weight,
  ...(price !== undefined && { price }),
});
const sizing: TargetSizing = {
  base: 'account',
  typedBase: '',
  band: 'none',
  bandPercent: '',
  leastTrade: '',
  options: 'premium',
};
const margin = { buyPower: null, cash: '80000', equity: '-5000', marginUsed: null, modelAccountValue: '100000' };

test('a weight is a share of the chosen base', () => {
  const account = { ...margin, updatedText: '' };
  expect(baseOf(sizing, account)).toBe('100000');
  expect(baseOf({ ...sizing, base: 'cash-equity' }, account)).toBe('75000');
  expect(baseOf({ ...sizing, base: 'typed', typedBase: '50,000.50' }, account)).toBe('50000.50');
  expect(baseOf({ ...sizing, base: 'typed', typedBase: 'x' }, account)).toBeNull();
  expect(baseOf(sizing, null)).toBeNull();
});

test('the value of a unit is price × point value × currency rate', () => {
  const unit = (symbol: string, instrument: TargetLine['instrument'], basis: PriceFacts['optionBasis'] = 'premium') =>
    unitPrice({ symbol, instrument }, { ...facts, optionBasis: basis }).unitValue;
  expect(unit('KO', 'stock')).toBe('60');
  expect(unit('@ESM6', 'future')).toBe('250000');
  expect(unit('AAPL2918L260', 'option')).toBe('450');
  expect(unit('AAPL2918L260', 'option', 'underlying')).toBe('20000');
  expect(unit('AAPL2918X260', 'option', 'underlying')).toBe('-20000');
  expect(unit('EURUSD', 'forex')).toBe('10800');
  expect(unit('EURGBP', 'forex')).toBe('10750');
  expect(unit('USDJPY', 'forex')).toBeNull();
  expect(unit('PEP', 'stock')).toBeNull();
  expect(unitPrice(line('PEP', 'stock', '1', '7.5'), facts)).toMatchObject({ source: 'typed', unitValue: '7.5' });
});

test('a mini-lot of dollars is worth 10,000 dollars at any price', () => {
  const pair = line('USDJPY', 'forex', '20', '150');
  expect(unitPrice(pair, facts).unitValue).toBe('10000');
  expect(sizeOne(pair, '100000', sizing, facts)).toEqual({ quantity: '2' });
});

test('the rate of a currency is known from its pair in either direction', () => {
  const withYen = {
    ...facts,
    known: new Map([...facts.known, ['USDJPY', symbolFacts('0', '160')], ['EURJPY', symbolFacts('0', '170')]]),
  };
  expect(unitPrice(line('EURJPY', 'forex', '20'), withYen).unitValue).toBe('10625');
  expect(unitPrice(line('EURJPY', 'forex', '20', '168'), withYen).unitValue).toBe('10500');
});

test('a row with a price is refused if its currency rate or point value is not known', () => {
  const reasonOf = (one: TargetLine) => sizeOne(one, '100000', sizing, facts);
  const reason = 'The currency rate or the point value is not known. Type units.';
  expect(reasonOf(line('EURJPY', 'forex', '20', '170'))).toEqual({ reason });
  expect(reasonOf(line('@XXM6', 'future', '20', '170'))).toEqual({ reason });
  expect(reasonOf(line('PEP', 'stock', '20'))).toEqual({ reason: 'No price is known. Type one, or type units.' });
});

test('a put that is weighted by its underlying is sold for a long weight', () => {
  const underlyingFacts = { ...facts, optionBasis: 'underlying' as const };
  const sized = sizeLines([line('AAPL2918X260', 'option', '45')], '100000', sizing, underlyingFacts);
  expect(sized?.rows[0]).toMatchObject({ quantity: '-2', value: '40000', remainder: '5000' });
});

test('a row without a price or a base is not sized by weight', () => {
  expect(sizeOne(line('PEP', 'stock', '10'), '100000', sizing, facts)).toHaveProperty('reason');
  expect(sizeOne(line('PEP', 'stock', '10', '33'), '100000', sizing, facts)).toEqual({ quantity: '303' });
  const reasonOf = (base: string | null) => sizeOne(line('KO', 'stock', '10'), base, sizing, facts);
  expect(reasonOf(null)).toEqual({ reason: 'The base of the weights is not known: see Weights…' });
  expect(reasonOf('0')).toEqual({ reason: 'The base of the weights is not above zero: see Weights…' });
});

test('the weight of a holding is sized to the same units', () => {
  expect(heldWeight(line('KO', 'stock', '0'), '100000', facts)).toBe('6.03');
  const held = heldWeight(line('KO', 'stock', '0'), '98765.43', facts) ?? '';
  expect(sizeOne(line('KO', 'stock', held), '98765.43', sizing, facts)).toEqual({ quantity: '100' });
  expect(heldWeight(line('AAPL2918X260', 'option', '0'), '100000', facts)).toBe('-0.6');
  expect(heldWeight(line('PEP', 'stock', '0'), '100000', facts)).toBeNull();
  // A unit is worth less than 0.0001 % of the base.
  const cheapFacts = { ...facts, known: new Map([['F', symbolFacts('1001', '0.5')]]) };
  const weight = heldWeight(line('F', 'stock', '0'), '1000000', cheapFacts) ?? '';
  expect(weight).toBe('0.05005');
  expect(sizeOne(line('F', 'stock', weight), '1000000', sizing, cheapFacts)).toEqual({ quantity: '1001' });
  const cheaperFacts = { ...facts, known: new Map([['F', symbolFacts('-7', '0.0003')]]) };
  const smallWeight = heldWeight(line('F', 'stock', '0'), '999999.99', cheaperFacts) ?? '';
  expect(sizeOne(line('F', 'stock', smallWeight), '999999.99', sizing, cheaperFacts)).toEqual({ quantity: '-7' });
});

test.each([
  ['12.5%', { quantity: '208', weight: '12.5' }],
  ['w12.5', { quantity: '208', weight: '12.5' }],
  ['w-12,5 %', { quantity: '-208', weight: '-12.5' }],
  ['12.5% @ 50', { quantity: '250', weight: '12.5', price: '50' }],
  ['w 0', { quantity: '0', weight: '0' }],
  ['-25 %', { quantity: '75' }],
])('"%s" is read as a weight, or as a change of the holding', (typed, expected) => {
  const weigh = (weight: string, price: string | null) =>
    sizeOne(line('KO', 'stock', weight, price ?? undefined), '100000', sizing, facts);
  expect(readTypedQuantity(typed, '100', weigh)).toEqual({ state: 'read', ...expected });
  for (const bad of ['w', '%', 'wx', '1% @', '1% @ x', '1%2'])
    expect([bad, readTypedQuantity(bad, '100', weigh).state]).toEqual([bad, 'refused']);
});
