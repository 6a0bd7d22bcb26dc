import { describe, expect, it } from 'vitest';
import { ArraySource, type ArraySourceOptions } from '#renderer/grid/array-source.ts';
import { gridSort, sample, SAMPLE_COLUMNS, viewIds, type Sample } from './grid-fixture.ts';

const ROWS = [
  sample('entry', 'AAPL entry', 1),
  sample('stop', 'AAPL stop', 9, 'entry'),
  sample('target', 'AAPL target', 8, 'entry'),
  sample('other', 'MSFT entry', 5),
  sample('nested', 'AAPL nested', 7, 'stop'),
];

function tree(rows: readonly Sample[], options: ArraySourceOptions<Sample> = {}): ArraySource<Sample> {
  const source = new ArraySource<Sample>({ parentOf: (row) => row.parent ?? null, ...options });
  source.setColumns(SAMPLE_COLUMNS);
  source.update(rows);
  return source;
}

describe('a tree of rows', () => {
  it('lists children below their parent, with their level', () => {
    const source = tree(ROWS);
    expect(viewIds(source)).toEqual(['entry', 'stop', 'nested', 'target', 'other']);
    expect([0, 1, 2, 3, 4].map((i) => source.level(i))).toEqual([1, 2, 3, 2, 1]);
    expect([0, 1, 2, 3, 4].map((i) => source.expanded(i))).toEqual([true, true, undefined, undefined, undefined]);
    expect([0, 1, 2, 3, 4].map((i) => source.parent(i))).toEqual([-1, 0, 1, 0, -1]);
  });

  it('sorts within each parent', () => {
    const source = tree(ROWS);
    source.setSort(gridSort('pl'));
    expect(viewIds(source)).toEqual(['entry', 'target', 'stop', 'nested', 'other']);
    source.setSort(gridSort('pl', true));
    expect(viewIds(source)).toEqual(['other', 'entry', 'stop', 'nested', 'target']);
  });

  it('folds and opens, and remembers folded children', () => {
    const source = tree(ROWS);
    source.setOpen('stop', false);
    source.setOpen('entry', false);
    expect(viewIds(source)).toEqual(['entry', 'other']);
    expect(source.expanded(0)).toBe(false);
    source.setOpen('entry', true);
    expect(viewIds(source)).toEqual(['entry', 'stop', 'target', 'other']);
    source.setOpen('stop', true);
    expect(source.count).toBe(5);
  });

  it('starts folded with open: false, and opens the parents of a row on request', () => {
    const source = tree(ROWS, { open: false });
    expect(viewIds(source)).toEqual(['entry', 'other']);
    source.openParents('nested');
    expect(viewIds(source)).toEqual(['entry', 'stop', 'nested', 'target', 'other']);
  });

  it('shows matches with their parents and children, and restores the folds afterwards', () => {
    const source = tree(ROWS, { open: false });
    source.setText('stop');
    expect(viewIds(source)).toEqual(['entry', 'stop', 'nested']);
    source.setOpen('stop', false);
    expect(viewIds(source)).toEqual(['entry', 'stop']);
    source.setText('');
    expect(viewIds(source)).toEqual(['entry', 'other']);
    source.setText('msft');
    expect(viewIds(source)).toEqual(['other']);
  });

  it('counts the rows that match a filter, whether or not their parents are folded', () => {
    const source = tree(ROWS, { open: false });
    expect([source.count, source.matchingCount, source.total]).toEqual([2, 5, 5]);
    source.setText('stop');
    expect(source.matchingCount).toBe(3);
    source.setOpen('stop', false);
    expect([source.count, source.matchingCount, source.total]).toEqual([2, 3, 5]);
    source.setText('nothing like it');
    expect(source.matchingCount).toBe(0);
    source.setText('');
    expect(source.matchingCount).toBe(5);
  });

  it('moves a row below another parent when its parent id changes', () => {
    const source = tree(ROWS);
    source.patch([sample('target', 'AAPL target', 8, 'other')]);
    expect(viewIds(source)).toEqual(['entry', 'stop', 'nested', 'other', 'target']);
  });

  it('shows a row even if its parent is missing, is the row itself, or is part of a cycle', () => {
    const source = tree([
      sample('a', 'a', 1, 'gone'),
      sample('b', 'b', 2, 'b'),
      sample('c', 'c', 3, 'd'),
      sample('d', 'd', 4, 'e'),
      sample('e', 'e', 5, 'c'),
    ]);
    expect(viewIds(source).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('marks a row as expandable before its children are read', () => {
    const source = tree([sample('t', 'trade')], { open: false, expandable: () => true });
    expect(source.expanded(0)).toBe(false);
    source.setOpen('t', true);
    source.patch([sample('s', 'signal', null, 't')]);
    expect(viewIds(source)).toEqual(['t', 's']);
  });
});
