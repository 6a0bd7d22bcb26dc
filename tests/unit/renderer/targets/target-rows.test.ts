import { expect, it } from 'vitest';
import type { DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import type { TargetLine } from '#contract/model/target-plan.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { hasEnded } from '#renderer/format/contract-ended.ts';
import { targetColumns } from '#renderer/targets/target-columns.ts';
import {
  heldLines,
  rowsBySymbol,
  knownSymbols,
  targetRows,
  withHeldSymbols,
  type RowsInput,
} from '#renderer/targets/target-rows.ts';
import { noTarget } from '#tests/fixtures/no-target.ts';

const position = {
  symbol: 'KO',
  side: 'long',
  quantity: '5',
  instrument: 'stock',
  averagePrice: '10',
  openedAt: 1,
  pointValue: '1',
} as Position;
const known = knownSymbols({ positions: [position], signals: [] }, () => null);
const problem: RowsInput['problem'] = (symbol, instrument, isKnown) =>
  hasEnded(symbol, instrument, '2026-03-02 10') ? 'ended' : isKnown ? null : 'unknown';
const line = (symbol: string, quantity: string, instrument: TargetLine['instrument'] = 'stock'): TargetLine => ({
  symbol,
  instrument,
  quantity,
});
const rowsOf = (lines: readonly TargetLine[] | null) =>
  targetRows(known, { state: null, lines, marketPriceOf: () => null, problem }, rowsBySymbol([]));
const effects = (lines: readonly TargetLine[] | null): string[] => {
  const effect = targetColumns(80, null, 0, false).find(({ id }) => id === 'mark');
  return rowsOf(lines).map((row) => `${row.symbol} ${effect?.text(row) ?? ''}`.trim());
};

it('takes the type of a held symbol from its form if no record shows it', () => {
  const option = { ...position, symbol: 'AAPL2617D260', instrument: null };
  const held = knownSymbols({ positions: [option], signals: [] }, () => null);
  expect(heldLines(held)).toEqual([line('AAPL2617D260', '=', 'option')]);
  const [row] = targetRows(held, { state: null, lines: null, marketPriceOf: () => null, problem }, rowsBySymbol([]));
  expect(row?.instrument).toBe('option');
});

it('has one row for an option whose strike the lists write in another form than the position', () => {
  const option = { ...position, symbol: 'AAPL2618L260.00', instrument: 'option' } as Position;
  const held = knownSymbols({ positions: [option], signals: [] }, () => null);
  const target = (symbol: string, quantity: string): DesiredTarget => ({
    kind: 'list',
    positions: [{ symbol, instrument: 'option', quantity }],
  });
  const state: DesiredState = {
    ...noTarget('1'),
    confirmed: { target: target('AAPL2618L260', '5'), source: 'ours', at: 1 },
    readBack: { target: target('AAPL2618L260.0', '6'), source: 'read-back', at: 2 },
  };
  const rows = targetRows(held, { state, lines: null, marketPriceOf: () => null, problem }, rowsBySymbol([]));
  expect(rows).toMatchObject([{ symbol: 'AAPL2618L260.00', holding: '5', lastSent: '5', readBack: '6' }]);
});

it('marks ended contracts and unknown symbols in rows whose quantity is not zero', () => {
  const lines = [
    line('KO', '7'),
    line('@ESH6', '1', 'future'),
    line('@ESZ5', '1', 'future'),
    line('AAPL2627B260', '1', 'option'),
    line('XYZ', '1'),
    line('@ESX5', '0', 'future'),
  ];
  expect(effects(lines)).toEqual([
    'KO ~ changes size',
    '@ESH6 + unknown symbol',
    '@ESZ5 ✕ contract ended',
    'AAPL2627B260 ✕ contract ended',
    'XYZ + unknown symbol',
    '@ESX5 = unchanged',
  ]);
  // A line of zero is never marked as unknown. KO is held and not listed, so it is closed.
  expect(effects([line('XYZ', '0')])).toEqual(['XYZ = unchanged', 'KO − left out']);
  expect(effects(null)).toEqual(['KO']);
});

it('marks a symbol with any order, even an ended one, as known', () => {
  const order = (symbol: string, kind: string, state: string) =>
    ({ symbol, instrument: 'stock', action: 'BTO', quantity: '1', kind, state, tradedPrice: null }) as Signal;
  const signals = [order('AAA', 'limit', 'working'), order('BBB', 'market', 'canceled')];
  const orderFacts = knownSymbols({ positions: [], signals }, () => null);
  const problems = (lines: readonly TargetLine[] | null) =>
    targetRows(orderFacts, { state: null, lines, marketPriceOf: () => null, problem }, rowsBySymbol([])).map(
      (row) => row.problem,
    );
  expect(problems([line('AAA', '1'), line('BBB', '1'), line('XYZ', '1')])).toEqual([null, null, 'unknown']);
  // A limit order that works and an ended order make no row.
  expect(problems(null)).toEqual([]);
});

it('gives no value to a pair that is not quoted in dollars', () => {
  const pair = (symbol: string) =>
    ({ ...position, symbol, instrument: 'forex', averagePrice: '150', pointValue: '10000' }) as Position;
  const held = knownSymbols({ positions: [pair('USDJPY'), pair('EURUSD')], signals: [] }, () => null);
  const rows = targetRows(held, { state: null, lines: null, marketPriceOf: () => null, problem }, rowsBySymbol([]));
  const valueOf = (symbol: string) => rows.find((row) => row.symbol === symbol)?.value;
  expect(valueOf('USDJPY')).toBeNull();
  expect(valueOf('EURUSD')).not.toBeNull();
});

it('a loaded line of a contract that is held has the symbol of the position', () => {
  const option = { ...position, symbol: 'AAPL2918L260', instrument: 'option' } as Position;
  const held = knownSymbols({ positions: [option, position], signals: [] }, () => null);
  const lines = [line('AAPL2918L260.00', '=', 'option'), line('KO', '5'), line('AAPL2918L260.5', '1', 'option')];
  const loaded = withHeldSymbols(lines, held);
  expect(loaded.map(({ symbol }) => symbol)).toEqual(['AAPL2918L260', 'KO', 'AAPL2918L260.5']);
  const rows = targetRows(held, { state: null, lines: loaded, marketPriceOf: () => null, problem }, rowsBySymbol([]));
  expect(rows.map(({ symbol, mark }) => `${symbol} ${mark ?? ''}`)).toEqual([
    'AAPL2918L260 =',
    'KO =',
    'AAPL2918L260.5 +',
  ]);
});

it('loads no symbol twice for a list that has one contract in two spellings', () => {
  const option = { ...position, symbol: 'AAPL2918L260', instrument: 'option' } as Position;
  const held = knownSymbols({ positions: [option], signals: [] }, () => null);
  const symbolsOf = (...symbols: string[]): string[] =>
    withHeldSymbols(
      symbols.map((symbol) => line(symbol, '1', 'option')),
      held,
    ).map(({ symbol }) => symbol);
  expect(symbolsOf('AAPL2918L260.00', 'AAPL2918L260')).toEqual(['AAPL2918L260.00', 'AAPL2918L260']);
  expect(symbolsOf('AAPL2918L260.0', 'AAPL2918L260.00')).toEqual(['AAPL2918L260', 'AAPL2918L260.00']);
});
