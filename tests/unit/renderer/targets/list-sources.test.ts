import { expect, it } from 'vitest';
import type { PastAccount } from '#contract/model/history.ts';
import type { Position } from '#contract/model/trade.ts';
import { listDiff, quantityText, targetText } from '#renderer/targets/list-diff.ts';
import { draftSource, holdingsSource, namedSource, pastSources } from '#renderer/targets/list-sources.ts';
import { knownSymbols } from '#renderer/targets/target-rows.ts';

const line = (symbol: string, quantity: string, instrument: 'stock' | 'future' = 'stock') => ({
  symbol,
  instrument,
  quantity,
});
const timeText = (seconds: number): string => `t${seconds}`;
const held = (symbol: string, side: 'long' | 'short', quantity: string) =>
  ({ symbol, side, quantity, instrument: 'stock', averagePrice: '1', openedAt: 1, pointValue: '1' }) as Position;

it('lists every symbol of two lists, those that differ first', () => {
  const one = [line('KO', '100'), line('PEP', '5'), line('IBM', '0'), line('@ESZ6', '1', 'future')];
  const other = [line('ko', '100.0'), line('MSFT', '-3'), line('@ESZ6', '1')];
  expect(listDiff(one, other)).toEqual([
    { symbol: 'PEP', instrument: 'stock', firstQuantity: '5', secondQuantity: null, isSame: false },
    { symbol: '@ESZ6', instrument: 'future / stock', firstQuantity: '1', secondQuantity: '1', isSame: false },
    { symbol: 'MSFT', instrument: 'stock', firstQuantity: null, secondQuantity: '-3', isSame: false },
    { symbol: 'KO', instrument: 'stock', firstQuantity: '100', secondQuantity: '100.0', isSame: true },
    // A symbol that a list does not have counts as zero.
    { symbol: 'IBM', instrument: 'stock', firstQuantity: '0', secondQuantity: null, isSame: true },
  ]);
  expect(listDiff([line('KO', '=')], [line('KO', '0')])).toMatchObject([{ isSame: false }]);
  expect(listDiff([line('KO', '=')], [line('KO', '=')])).toMatchObject([{ isSame: true }]);
  expect([quantityText(null), quantityText('='), quantityText('-1500')]).toEqual(['not listed', '=', '−1,500']);
  expect([targetText(null), targetText({ kind: 'flat' }), targetText({ kind: 'stop' })]).toEqual([
    'no line',
    'hold nothing',
    'resume order entry (stop)',
  ]);
});

it('shows an option whose strike is written in two forms as one symbol of both lists', () => {
  expect(listDiff([line('AAPL2918L260', '2')], [line('AAPL2918L260.00', '2')])).toMatchObject([
    { symbol: 'AAPL2918L260', firstQuantity: '2', secondQuantity: '2', isSame: true },
  ]);
});

it('shows both quantities of a symbol that the list of the platform has twice', () => {
  expect(listDiff([line('KO', '100')], [line('KO', '50'), line('KO', '100')])).toMatchObject([
    { symbol: 'KO', firstQuantity: '100', secondQuantity: '50 and 100', isSame: false },
  ]);
});

it('shows holdings as quantities, and loads them as "="', () => {
  const known = knownSymbols(
    { positions: [held('KO', 'long', '2.5'), held('PEP', 'short', '7')], signals: [] },
    () => null,
  );
  expect(holdingsSource(known)).toMatchObject({
    lines: [line('KO', '2.5'), line('PEP', '-7')],
    linesToLoad: [line('KO', '='), line('PEP', '=')],
  });
});

it('compares "=" as the whole units that are held, and loads it as "="', () => {
  const known = knownSymbols(
    { positions: [held('KO', 'long', '2.5'), held('PEP', 'short', '7.9')], signals: [] },
    () => null,
  );
  const lines = [line('KO', '='), line('PEP', '='), line('IBM', '='), line('GLD', '9')];
  const compared = [line('KO', '2'), line('PEP', '-7'), line('IBM', '0'), line('GLD', '9')];
  expect(draftSource(lines, known)).toMatchObject({ lines: compared, linesToLoad: lines });
  expect(namedSource({ name: 'Core', lines, savedAt: 5 }, known, timeText)).toMatchObject({
    title: 'Core',
    detail: '4 lines, saved t5',
    lines: compared,
    linesToLoad: lines,
  });
});

it('finds the position for "=" even if the list spells the option differently', () => {
  const known = knownSymbols({ positions: [held('AAPL2918L260', 'long', '3')], signals: [] }, () => null);
  const lines = [line('AAPL2918L260.00', '=')];
  expect(namedSource({ name: 'Core', lines, savedAt: 5 }, known, timeText).lines).toEqual([line('AAPL2918L260', '3')]);
});

it('makes a target list and a list of holdings from a past reading, and infers symbol types', () => {
  const position = (symbol: string, side: 'long' | 'short', quantity: string) => ({
    tradeId: '1',
    symbol,
    side,
    quantity,
    openPrice: null,
    mark: null,
    markedAt: null,
    profit: null,
  });
  const account: PastAccount = {
    at: 9,
    margin: null,
    equity: null,
    positions: [
      position('KO', 'long', '4'),
      position('KO', 'long', '3'),
      position('PEP', 'long', '1'),
      position('PEP', 'short', '1'),
      position('@ESH6', 'short', '2'),
      position('EURUSD', 'long', '1'),
      position('AAPL2620C260', 'long', '1'),
    ],
    working: [],
    desired: [
      { symbol: 'KO', quantity: '7' },
      { symbol: 'IBM', quantity: '0' },
    ],
    statistics: [],
  };
  const [target, holdings] = pastSources(
    account,
    knownSymbols({ positions: [], signals: [] }, () => null),
    timeText,
  );
  expect(target).toMatchObject({ title: 'Target list of t9', detail: '1 line', lines: [line('KO', '7')] });
  expect(holdings?.lines).toEqual([
    line('KO', '7'),
    line('@ESH6', '-2', 'future'),
    { symbol: 'EURUSD', instrument: 'forex', quantity: '1' },
    { symbol: 'AAPL2620C260', instrument: 'option', quantity: '1' },
  ]);
  const unknown = pastSources(
    { ...account, desired: null },
    knownSymbols({ positions: [], signals: [] }, () => null),
    timeText,
  );
  expect(unknown[0]).toMatchObject({ detail: 'not known then', lines: [] });
  // The type is that of the position held now.
  const known = knownSymbols(
    { positions: [{ ...held('KO', 'long', '1'), instrument: 'forex' }], signals: [] },
    () => null,
  );
  expect(pastSources(account, known, timeText)[0]?.lines).toMatchObject([{ instrument: 'forex' }]);
});
