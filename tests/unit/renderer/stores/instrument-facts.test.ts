import { describe, expect, it } from 'vitest';
import type { PracticeInstrument } from '#contract/model/practice.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import { instrumentFacts } from '#renderer/stores/instrument-facts.ts';

const instrumentOf = (symbol: string, instrument: Instrument, invented = false): PracticeInstrument => ({
  ...{ symbol, description: symbol, instrument, price: '1', dayOpen: '1', tick: '0.01', pointValue: '1', invented },
});
const LISTED = [
  instrumentOf('AAPL', 'stock'),
  instrumentOf('@ESM6', 'future'),
  instrumentOf('EURUSD', 'forex'),
  instrumentOf('TQQQ', 'stock', true),
];

function isInvented(symbol: string, instrument: Instrument, instruments = LISTED): boolean {
  const practice = {
    instruments,
    instrument: (name: string) => instruments.find((each) => each.symbol === name) ?? null,
  };
  return instrumentFacts(symbol, instrument, { positions: { of: () => null, pointValue: () => null }, practice })
    .invented;
}

it('a pair that is not quoted in dollars has no point value in dollars', () => {
  const pointValueOf = (symbol: string): string | null => {
    const market = { ...instrumentOf(symbol, 'forex'), pointValue: '10000' };
    const practice = { instruments: [market], instrument: () => market };
    return instrumentFacts(symbol, 'forex', { positions: { of: () => null, pointValue: () => null }, practice })
      .pointValue;
  };
  expect([pointValueOf('USDJPY'), pointValueOf('EURUSD')]).toEqual([null, '10000']);
});

describe('a price is invented if the practice service has no data for the root of its symbol', () => {
  it.each([
    ['TNA', 'stock', true],
    ['TQQQ', 'stock', true],
    ['TQQQ2617D60', 'option', true],
    ['@KCK6', 'future', true],
    ['USDSEK', 'forex', true],
    ['AAPL', 'stock', false],
    ['AAPL2617D260', 'option', false],
    ['@ESZ6', 'future', false],
    ['', 'stock', false],
    ['AAPL2', 'option', false],
  ] as const)('%s, of the type %s: %s', (symbol, instrument, invented) => {
    expect(isInvented(symbol, instrument)).toBe(invented);
  });

  it('except on a live connection, which lists no instruments', () => {
    expect(isInvented('TNA', 'stock', [])).toBe(false);
  });
});
