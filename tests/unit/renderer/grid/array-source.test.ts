import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ArraySource } from '#renderer/grid/array-source.ts';
import { gridSort, sample, SAMPLE_COLUMNS, viewIds, type Sample } from './grid-fixture.ts';

function sourceOf(rows: readonly Sample[]): ArraySource<Sample> {
  const source = new ArraySource<Sample>();
  source.setColumns(SAMPLE_COLUMNS);
  source.update(rows);
  return source;
}

const key = fc.option(
  fc.oneof(
    fc.double({ noNaN: true }),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(0, -0, Infinity, -Infinity, 5e-324),
  ),
  { nil: null },
);

/** A slow reference sort: stable, rows without a value last in both directions. */
function expectedIds(rows: readonly Sample[], descending: boolean): string[] {
  const valued = rows.filter((row) => row.pl !== null);
  const ordered = valued.toSorted((a, b) => {
    const [x, y] = [a.pl ?? 0, b.pl ?? 0];
    if (x === y) return 0;
    return x < y !== descending ? -1 : 1;
  });
  return [...ordered, ...rows.filter((row) => row.pl === null)].map((row) => row.id);
}

describe('sorting rows in memory', () => {
  it('orders numbers with a stable sort, and puts missing values last in both directions', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), fc.boolean(), (keys, descending) => {
        const rows = keys.map((pl, i) => sample(String(i), 'x', pl));
        const source = sourceOf(rows);
        source.setSort(gridSort('pl', descending));
        expect(viewIds(source)).toEqual(expectedIds(rows, descending));
      }),
    );
  });

  it('keeps the order correct when rows change under an active sort', () => {
    const change = fc.record({ at: fc.nat(199), pl: key });
    fc.assert(
      fc.property(
        fc.array(key, { minLength: 200, maxLength: 200 }),
        fc.array(change, { maxLength: 20 }),
        fc.boolean(),
        (keys, changes, descending) => {
          const rows = keys.map((pl, i) => sample(String(i), 'x', pl));
          const source = sourceOf(rows);
          source.setSort(gridSort('pl', descending));
          viewIds(source);
          const patch = changes.map(({ at, pl }) => sample(String(at), 'x', pl));
          source.patch(patch);
          const changedRows = rows.map((row) => patch.findLast((p) => p.id === row.id) ?? row);
          expect(viewIds(source)).toEqual(expectedIds(changedRows, descending));
        },
      ),
    );
  });

  it('orders texts case-insensitively, even after the text of a row changed', () => {
    const source = sourceOf([sample('1', 'beta'), sample('2', 'Alpha'), sample('3', 'gamma'), sample('4', 'ALPHA')]);
    source.setSort(gridSort('name'));
    expect(viewIds(source)).toEqual(['4', '2', '1', '3']);
    source.patch([sample('3', 'aardvark')]);
    expect(viewIds(source)).toEqual(['3', '4', '2', '1']);
  });

  it('returns to the order of the source', () => {
    const source = sourceOf([sample('1', 'b'), sample('2', 'a')]);
    source.setSort(gridSort('name'));
    expect(viewIds(source)).toEqual(['2', '1']);
    source.setSort(null);
    expect(viewIds(source)).toEqual(['1', '2']);
  });
});

describe('filtering rows in memory', () => {
  const rows = [sample('1', 'KESTREL Energy'), sample('2', 'Falcon Trust'), sample('3', 'Kestrel Trust')];

  it('shows rows with every term, case-insensitively', () => {
    const source = sourceOf(rows);
    source.setText('kestrel');
    expect(viewIds(source)).toEqual(['1', '3']);
    source.setText('trust kes');
    expect(viewIds(source)).toEqual(['3']);
    expect(source.total).toBe(3);
    source.setText('');
    expect(viewIds(source)).toEqual(['1', '2', '3']);
  });

  it('updates the matches when rows change', () => {
    const source = sourceOf(rows);
    source.setText('kestrel');
    expect(source.count).toBe(2);
    source.patch([sample('2', 'Kestrel Bank'), sample('1', 'Heron')]);
    expect(viewIds(source)).toEqual(['2', '3']);
  });

  it('sorts, filters and counts only the rows that pass listOnly, also after a row changed', () => {
    const source = sourceOf(rows);
    source.setSort(gridSort('name', true));
    source.listOnly(({ name }) => name.includes('Trust'));
    expect([viewIds(source), source.count, source.total]).toEqual([['3', '2'], 2, 2]);
    source.setText('kestrel');
    expect([viewIds(source), source.count, source.total]).toEqual([['3'], 1, 2]);
    source.patch([sample('1', 'Kestrel Trust Energy')]);
    expect([viewIds(source), source.total]).toEqual([['1', '3'], 3]);
    source.listOnly(null);
    source.setText('');
    expect(source.total).toBe(3);
  });
});

describe('changing rows in memory', () => {
  it('adds rows with new ids at the end and removes by id', () => {
    const source = sourceOf([sample('1', 'a'), sample('2', 'b')]);
    source.patch([sample('3', 'c'), sample('2', 'B')]);
    expect(viewIds(source)).toEqual(['1', '2', '3']);
    expect(source.get('2')?.name).toBe('B');
    source.remove(['1', '3']);
    expect(viewIds(source)).toEqual(['2']);
    expect(source.indexOf('1')).toBe(-1);
  });

  it('shows both rows when two share an id', () => {
    const source = sourceOf([sample('1', 'a'), sample('1', 'b')]);
    expect(source.count).toBe(2);
    expect(source.get('1')?.name).toBe('b');
  });

  it('removes the rows of the previous list while the new list is loading', () => {
    const source = sourceOf([sample('1', 'AAPL', 1)]);
    source.setSort(gridSort('pl'));
    source.setLoading();
    expect([source.state, source.count, source.get('1'), source.indexOf('1')]).toEqual(['loading', 0, undefined, -1]);
    source.update([sample('2', 'MSFT', 2)]);
    expect([source.state, viewIds(source)]).toEqual(['ready', ['2']]);
  });

  it('offers a retry only if it was given a retry handler', () => {
    const onretry = vi.fn();
    new ArraySource<Sample>({ onretry }).retry?.();
    expect(onretry).toHaveBeenCalledOnce();
    expect(new ArraySource<Sample>().retry).toBeUndefined();
  });

  it('keeps its rows when reading fails', () => {
    const source = sourceOf([sample('1', 'a')]);
    const seen: string[] = [];
    source.subscribe((change) => seen.push(change));
    source.fail('no network');
    expect([source.state, source.failure, source.count]).toEqual(['failed', 'no network', 1]);
    source.update([]);
    expect([source.state, source.failure]).toEqual(['ready', null]);
    expect(seen).toEqual(['rows', 'rows']);
  });
});
