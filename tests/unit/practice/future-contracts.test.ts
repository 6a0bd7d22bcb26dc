import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractEnd, contractsFrom, monthLetter, monthOfLetter } from '#practice/instruments/future-contracts.ts';
import {
  FUTURES,
  futureInstrument,
  futureSymbol,
  rootOf,
  type FutureRow,
} from '#practice/instruments/instrument-list.ts';
import { fromNewYork, newYorkText, parseNewYork } from '#rules/calendar/new-york.ts';

const DAY = 86_400_000;

function row(root: string): FutureRow {
  const found = FUTURES.find((one) => rootOf(one) === root);
  if (!found) throw new Error(`no root ${root}`);
  return found;
}

function at(text: string): number {
  const wall = parseNewYork(text);
  if (!wall) throw new Error(`no time: ${text}`);
  return fromNewYork(wall).earliest;
}

describe('the last day of a contract', () => {
  it.each([
    ['@ES', 2026, 3, '2026-03-20'],
    ['@ES', 2026, 6, '2026-06-18'],
    ['@NQ', 2025, 12, '2025-12-19'],
    ['@EU', 2026, 3, '2026-03-16'],
    ['@JY', 2026, 6, '2026-06-15'],
    ['@US', 2026, 3, '2026-03-20'],
    ['@FV', 2026, 3, '2026-03-31'],
    ['@C', 2026, 3, '2026-03-13'],
    ['@C', 2026, 5, '2026-05-14'],
    ['QCL', 2026, 4, '2026-03-20'],
    ['QCL', 2026, 5, '2026-04-21'],
    ['QCL', 2026, 1, '2025-12-19'],
    ['QNG', 2026, 4, '2026-03-27'],
    ['QHO', 2026, 4, '2026-03-31'],
    ['QGC', 2026, 4, '2026-04-28'],
    ['QHG', 2025, 12, '2025-12-29'],
    ['BD', 2026, 3, '2026-03-06'],
  ] as const)('%s %i-%i ends on %s', (root, year, month, day) => {
    expect(newYorkText(contractEnd(row(root), { year, month }))).toBe(`${day} 16:00:00`);
  });

  it('an unknown anchor throws', () => {
    const lastDay = { anchor: 'day31', monthsBefore: 0, daysBefore: 0 };
    expect(() => contractEnd({ lastDay }, { year: 2026, month: 3 })).toThrow(/unknown last day/);
  });
});

describe('the front contracts', () => {
  it.each([
    ['@ES', '2026-03-02 09:30', '@ESH6 @ESM6'],
    ['@ES', '2026-03-12 15:59', '@ESH6 @ESM6'],
    ['@ES', '2026-03-12 16:00', '@ESM6 @ESU6'],
    ['QCL', '2026-03-02 09:30', 'QCLJ6 QCLK6'],
    ['QCL', '2026-03-16 16:00', 'QCLK6 QCLM6'],
    ['@C', '2026-11-30 12:00', '@CH7 @CK7'],
    ['QGC', '2026-03-02 09:30', 'QGCJ6 QGCM6'],
  ] as const)('of %s on %s are %s', (root, text, symbols) => {
    const future = row(root);
    const found = contractsFrom(future, at(text), 2).map((contract) => futureSymbol(future, contract));
    expect(found.join(' ')).toBe(symbols);
  });

  it('property: they are the next listed months in order, from the first that is not rolled yet', () => {
    const instants = fc.integer({ min: at('2007-01-01 00:00'), max: at('2036-12-31 00:00') });
    fc.assert(
      fc.property(fc.constantFrom(...FUTURES), instants, (future, instant) => {
        const [first, second] = contractsFrom(future, instant, 2);
        if (!first || !second) throw new Error('no contract');
        const rollTime = (contract: typeof first): number => contractEnd(future, contract) - future.rollDays * DAY;
        expect(rollTime(first)).toBeGreaterThan(instant);
        const monthNumber = (contract: typeof first): number => contract.year * 12 + contract.month;
        for (let month = monthNumber(first) - 14; month < monthNumber(second); month += 1) {
          const contract = { year: Math.floor((month - 1) / 12), month: ((month - 1) % 12) + 1 };
          const listed = future.months.includes(monthLetter(contract.month)) && rollTime(contract) > instant;
          expect(listed, `${rootOf(future)} ${month - monthNumber(first)}`).toBe(month === monthNumber(first));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('instruments.json', () => {
  it('every root has known month letters in order, last days, a tick and a point value', () => {
    expect(FUTURES.length).toBeGreaterThanOrEqual(20);
    for (const future of FUTURES) {
      const months = future.months.split('').map(monthOfLetter);
      expect(
        months.every((month) => month >= 1),
        future.root,
      ).toBe(true);
      expect(months).toEqual([...months].sort((a, b) => a - b));
      for (const month of months) {
        const instrument = futureInstrument(future, { year: 2026, month });
        expect(instrument.end).toBeGreaterThan(at('2025-10-01 00:00'));
        expect(instrument.fullSymbol).toBe(`${rootOf(future)}${monthLetter(month)}26`);
      }
      expect(Number(future.pointValue) * Number(future.tick)).toBeGreaterThan(0);
    }
  });
});
