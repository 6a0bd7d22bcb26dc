// Lists are written as text and read again. `STRATDESK_LISTS=10000` sets the number of cases of a
// property test.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TargetLine } from '#contract/model/target-plan.ts';
import { listText } from '#renderer/targets/list-text.ts';
import { readList, type ListOptions } from '#renderer/targets/read-list.ts';
import '#tests/fixtures/property-seed.ts';

const runs = Number(process.env['STRATDESK_LISTS'] ?? '1000');
const options: ListOptions = {
  ...{ columns: null, mark: 'auto', weights: 'percent', newYorkHour: '2026-03-02 10' },
  known: () => null,
};
const read = (text: string, changes: Partial<ListOptions> = {}) => readList(text, { ...options, ...changes });
const linesOf = (text: string, changes: Partial<ListOptions> = {}) =>
  read(text, changes).lines.map(({ line }) => [line.symbol, line.instrument, line.weight ?? line.quantity]);
const faultsOf = (text: string, changes: Partial<ListOptions> = {}) =>
  read(text, changes).faults.map(({ at, field }) => `${at} ${field}`);

const symbol = fc
  .string({ unit: fc.constantFrom(...Array.from('ABCDE019@.$/^-')), minLength: 1, maxLength: 12 })
  .filter((text) => !['FLAT', 'STOP'].includes(text));
const decimal = fc
  .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 1, max: 9_999 }))
  .map(([a, b]) => `${a}.${b}`);
const line: fc.Arbitrary<TargetLine> = fc
  .record({
    symbol: fc.oneof(symbol, fc.constantFrom('@ESM6', 'AAPL2918L260', '-5', '1.5', '--')),
    instrument: fc.constantFrom('stock', 'option', 'future', 'forex'),
    quantity: fc.oneof(fc.integer({ min: -999_999, max: 999_999 }).map(String), fc.constant('=')),
    weight: fc.option(
      fc.tuple(fc.boolean(), decimal).map(([isShort, text]) => (isShort ? `-${text}` : text)),
      { nil: null },
    ),
    price: fc.option(decimal, { nil: null }),
  })
  .map(({ weight, price, ...rest }) => ({
    ...rest,
    ...(weight !== null && { weight }),
    ...(price !== null && { price }),
  }));

test('a list survives writing and reading, and is written identically again', () => {
  fc.assert(
    fc.property(fc.uniqueArray(line, { selector: (one) => one.symbol, minLength: 1, maxLength: 30 }), (lines) => {
      const text = listText(lines);
      const { lines: readLines, faults } = read(text);
      expect(faults).toEqual([]);
      expect(readLines.map((one) => one.line)).toEqual(lines);
      expect(listText(readLines.map((one) => one.line))).toBe(text);
      // No cell begins with = or +. A negative number begins with -, the symbol of a future with @.
      const cells = text.slice(1).split(/\r\n|,/);
      expect(cells.filter((cell) => /^[=+]/.test(cell))).toEqual([]);
    }),
    { numRuns: runs },
  );
});

test('a symbol without a type gets its known type', () => {
  const known = (one: string) => (one === 'QCLG7' ? 'future' : null);
  const rows = 'QCLG7,,5\nIBM,,2\n@ESM6,,1';
  expect(linesOf(`symbol,type,quant\n${rows}`, { known })).toEqual([
    ['QCLG7', 'future', '5'],
    ['IBM', 'stock', '2'],
    ['@ESM6', 'future', '1'],
  ]);
  expect(linesOf('symbol,quant\nQCLG7,5', { known })).toEqual([['QCLG7', 'future', '5']]);
  expect(linesOf('symbol,type,quant\nQCLG7,stock,5', { known })).toEqual([['QCLG7', 'stock', '5']]);
});

test('of two columns for the same member, the first is read and the other is ignored', () => {
  const { columns } = read('symbol,quantity,position\nKO,500,100');
  expect(columns).toEqual(['symbol', 'quantity', 'ignored']);
  expect(linesOf('symbol,quantity,position\nKO,500,100')).toEqual([['KO', 'stock', '500']]);
  expect(linesOf('symbol,instrument,quantity\nKO,stock,5\nPEP,stock,6')).toEqual([
    ['KO', 'stock', '5'],
    ['PEP', 'stock', '6'],
  ]);
  expect(read('a,symbol,b\n1,KO,2').columns).toEqual(['ignored', 'symbol', 'ignored']);
});

test('a negative quantity and the symbol @ESM6 are written unchanged', () => {
  const lines: TargetLine[] = [{ symbol: '@ESM6', instrument: 'future', quantity: '-2' }];
  expect(listText(lines)).toBe('\uFEFFsymbol,typeofsymbol,quant\r\n@ESM6,future,-2\r\n');
});

test('any text is read without an exception; what is read is valid, and each fault has a reason', () => {
  const anyText = fc.string({
    unit: fc.constantFrom(...Array.from('"\t;,\n\r =+-@0159.AB\'%({[}])\u00a0\uFEFF٥')),
    maxLength: 120,
  });
  fc.assert(
    fc.property(anyText, (text) => {
      const { lines, faults } = read(text);
      for (const { line: one } of lines) {
        expect(one.symbol).toMatch(/^[A-Z0-9@.$/^-]{1,32}$/);
        expect(one.quantity).toMatch(/^(=|-?[0-9]{1,10})$/);
      }
      for (const { reason } of faults) expect(reason).not.toBe('');
    }),
    { numRuns: runs },
  );
});

describe('a pasted list', () => {
  test.each([
    [
      'tabs',
      'symbol\ttypeofsymbol\tquant\nKO\tstock\t-5\nMSFT\tstock\t1,500',
      [
        ['KO', 'stock', '-5'],
        ['MSFT', 'stock', '1500'],
      ],
    ],
    [
      'semicolons and a BOM',
      '\uFEFFTicker;Weight\r\nKO;12,5\r\nMSFT;-7,25 %\r\n',
      [
        ['KO', 'stock', '12.5'],
        ['MSFT', 'stock', '-7.25'],
      ],
    ],
    [
      'quotes',
      '"symbol","quant"\n"KO","1,500"\n"@ESM6","(2)"',
      [
        ['KO', 'stock', '1500'],
        ['@ESM6', 'future', '-2'],
      ],
    ],
    [
      'no header',
      'KO,5\nAAPL2918L260,1',
      [
        ['KO', 'stock', '5'],
        ['AAPL2918L260', 'option', '1'],
      ],
    ],
    [
      'blanks',
      'KO 5\n\n  MSFT   7\n',
      [
        ['KO', 'stock', '5'],
        ['MSFT', 'stock', '7'],
      ],
    ],
    [
      'grouped by blanks',
      'symbol;quant\nKO;1\u00a0500\nPEP;12\u202f000',
      [
        ['KO', 'stock', '1500'],
        ['PEP', 'stock', '12000'],
      ],
    ],
    [
      'Arabic digits',
      'symbol;quant\nKO;٥٠\nPEP;−٧',
      [
        ['KO', 'stock', '50'],
        ['PEP', 'stock', '-7'],
      ],
    ],
    ['Devanagari digits', 'symbol;weight\nKO;१२.५', [['KO', 'stock', '12.5']]],
    ['full-width text', 'ＫＯ,５', [['KO', 'stock', '5']]],
    [
      'a list of the platform',
      '{"desiredPositions":[{"symbol":"ko","typeofsymbol":"stock","quant":-12}]}',
      [['KO', 'stock', '-12']],
    ],
    ['an array', '[{"symbol":"KO","weight":"2.50"}]', [['KO', 'stock', '2.50']]],
  ])('is read: %s', (_, text, expected) => {
    expect(faultsOf(text)).toEqual([]);
    expect(linesOf(text)).toEqual(expected);
  });

  test('the decimal mark and the unit of weights can be chosen', () => {
    const text = 'symbol;quant\nKO;1.500\nPEP;1.000';
    expect(faultsOf(text)).toEqual(['2 quantity', '3 quantity']);
    expect(linesOf(text, { mark: ',' })).toEqual([
      ['KO', 'stock', '1500'],
      ['PEP', 'stock', '1000'],
    ]);
    expect(linesOf('symbol;weight\nKO;1.234,5', { mark: ',' })).toEqual([['KO', 'stock', '1234.5']]);
    // If the comma is the decimal mark, a point separates thousands only before the last three
    // digits. Otherwise 33.33 would be read as 3333.
    expect(linesOf('symbol;weight\nKO;33.33', { mark: ',' })).toEqual([['KO', 'stock', '33.33']]);
    expect(linesOf('symbol;weight\nKO;12,50', { mark: '.' })).toEqual([['KO', 'stock', '12.50']]);
    expect(faultsOf('symbol;quant\nKO;12.50', { mark: ',' })).toEqual(['2 quantity']);
    expect(linesOf('symbol;quant\nKO;12.34.567', { mark: ',' })).toEqual([['KO', 'stock', '1234567']]);
    const fractions = 'symbol,weight\nKO,0.125\nPEP,-0.5\nXOM,7%';
    expect(linesOf(fractions, { weights: 'fraction' }).map(([, , weight]) => weight)).toEqual(['12.5', '-50', '7']);
    expect(read('symbol,weight\nKO,0.125').mayBeFractions).toBe(true);
    expect(read('symbol,weight\nKO,12.5').mayBeFractions).toBe(false);
  });

  test('columns without a known header can be chosen', () => {
    const text = 'name,x,y\nKO,n,5';
    expect(linesOf(text, { columns: ['symbol', 'ignored', 'quantity'] })).toContainEqual(['KO', 'stock', '5']);
  });
});

test.each([
  ['a symbol listed twice', 'KO,1\nko ,2', ['2 symbol']],
  ['one option in two spellings', 'AAPL2918L260,1\nAAPL2918L260.00,1', ['2 symbol']],
  ['flat and stop as symbols', 'symbol,quant\nflat,0\nSTOP,0', ['2 symbol', '3 symbol']],
  ['a fraction of a unit', 'KO,1.5', ['1 quantity']],
  ['an ended option', 'AAPL2002A260,1', ['1 symbol']],
  [
    'a formula',
    'symbol,quant\nKO,=1+1\n=HYPERLINK("x"),5\nPEP,@SUM(A1)\n+cmd|x,1',
    ['2 quantity', '3 symbol', '4 quantity', '5 symbol'],
  ],
  ['an exponent', 'KO,1e3', ['1 quantity']],
  ['an empty cell', 'symbol,quant\n,5\nKO,', ['2 symbol', '3 quantity']],
  ['too large', 'KO,12345678901', ['1 quantity']],
  ['an invalid symbol', 'K O,1', ['1 symbol']],
  ['an unknown type', 'symbol,type,quant\nKO,bond,1', ['2 type']],
  ['a quote that is not closed', 'KO,1\n"PEP,2\nXOM,3', ['2 ']],
  ['invalid JSON', '{"desiredPositions":', ['1 ']],
  ['a comma that can be read in two ways', 'symbol;weight\nKO;1,234', ['2 weight']],
  [
    'a point that can be read in two ways',
    'symbol;quant\nKO;−1.000\nPEP;- 2.000\nXOM;３.０００',
    ['2 quantity', '3 quantity', '4 quantity'],
  ],
])('reports line and field: %s', (_, text, expected) => {
  expect(faultsOf(text)).toEqual(expected);
});

// Otherwise 1,500 would be one unit, because the unquoted mark for thousands separates cells.
test.each([
  ['commas', 'symbol,quant\nKO,1,500\nPEP,7\nXOM,8,', ['PEP', 'XOM']],
  ['commas without a header', 'PEP,stock,7\nKO,stock,1,500', ['PEP']],
  ['blanks', 'symbol quant\nPEP 7\nKO 1\u00a0500', ['PEP']],
])('a line with more cells than the first line is reported: %s', (_, text, expected) => {
  expect(read(text).faults.map(({ reason }) => reason)).toEqual(['This line has more cells than the first one.']);
  expect(linesOf(text).map(([symbolText]) => symbolText)).toEqual(expected);
});
