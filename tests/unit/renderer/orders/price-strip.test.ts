import { describe, expect, test } from 'vitest';
import { priceStrip } from '#renderer/orders/ticket/price-strip.ts';
import { priceStep, stepPrice } from '#renderer/orders/step-price.ts';
import { stepQuantity } from '#renderer/orders/ticket/quantity-steps.ts';

const long = { buy: true, entry: '182.50', stop: '178.20', target: '189', quantity: '100', pointValue: '1' };

describe('the strip of stop, entry and target', () => {
  test('computes distances, money and R of a long bracket in exact decimals', () => {
    expect(priceStrip(long)).toMatchObject({
      stop: { distance: '4.3', money: '430.00', wrongSide: false, fraction: 0 },
      target: { distance: '6.5', money: '650.00', wrongSide: false, fraction: 1 },
      ratio: '1.5',
    });
  });

  test('expects the stop of a short above the entry, and the target below the entry', () => {
    const short = priceStrip({ ...long, buy: false, stop: '189', target: '178.20' });
    expect(short).toMatchObject({
      stop: { wrongSide: false, fraction: 1 },
      target: { wrongSide: false, fraction: 0 },
      ratio: '0.7',
    });
  });

  test('marks a leg on the wrong side and shows no R', () => {
    const strip = priceStrip({ ...long, stop: '183' });
    expect(strip?.stop?.wrongSide).toBe(true);
    expect(strip?.ratio).toBeNull();
    expect(priceStrip({ ...long, target: '182.50' })?.target?.wrongSide).toBe(true);
  });

  test('shows no money if the point value is not known', () => {
    expect(priceStrip({ ...long, pointValue: null })?.stop?.money).toBeNull();
    expect(priceStrip({ ...long, pointValue: '50', quantity: '2' })?.stop?.money).toBe('430.00');
  });

  test('shows nothing without an entry price or without legs', () => {
    expect(priceStrip({ ...long, entry: null })).toBeNull();
    expect(priceStrip({ ...long, stop: null, target: null })).toBeNull();
  });
});

describe('arrow keys', () => {
  test('move a price by ticks and keep its decimals', () => {
    expect(stepPrice('182.50', '0.01', 1)).toBe('182.51');
    expect(stepPrice('6791.25', '0.25', -10)).toBe('6788.75');
    expect(stepPrice('1.0842', '0.00005', 1)).toBe('1.08425');
    expect(stepPrice('0.01', '0.01', -1)).toBe('0.01');
    expect(stepPrice('1,234', '0.01', 1)).toBe('1,234');
  });

  test('step by the usual tick of the type if the tick is not known, as on a live connection', () => {
    expect(priceStep('1.0842', 'forex', null)).toBe('0.00001');
    expect(priceStep('0.5012', 'stock', null)).toBe('0.0001');
    expect(priceStep('182.50', 'stock', null)).toBe('0.01');
    expect(priceStep('6791.25', 'future', '0.25')).toBe('0.25');
    expect([priceStep('6791.25', 'future', null), priceStep('', 'forex', null)]).toEqual(['0.01', '0.01']);
  });

  test('move a quantity by the step of its instrument, never below one', () => {
    expect(stepQuantity('100', 'stock', 1)).toBe('110');
    expect(stepQuantity('', 'future', 1)).toBe('1');
    expect(stepQuantity('2k', 'stock', -1)).toBe('1990');
    expect(stepQuantity('3', 'option', -10)).toBe('1');
  });
});
