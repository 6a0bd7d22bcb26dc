import { expect, it } from 'vitest';
import { GridColumns } from '#renderer/grid/grid-columns.svelte.ts';
import type { GridLayout } from '#renderer/grid/grid-types.ts';
import { gridSort, SAMPLE_COLUMNS, type Sample } from './grid-fixture.ts';

const stored: GridLayout = {
  columns: [
    { id: 'name', width: 150, hidden: false },
    { id: 'pl', width: 90, hidden: false },
  ],
  sort: gridSort('name'),
};

function columnsOf(layout: GridLayout | undefined) {
  const saved: GridLayout[] = [];
  const columns = new GridColumns<Sample>('grid', {
    arranged: () => undefined,
    sorted: () => undefined,
    layoutChanged: (changed) => saved.push(changed),
  });
  columns.define(SAMPLE_COLUMNS, layout, null);
  return { columns, saved };
}
const shownLayout = ({ columns }: ReturnType<typeof columnsOf>) => [
  columns.sort,
  columns.arranged.map(({ column, width }) => `${column.id} ${width}`),
];

it('keeps the layout of the trader when the columns are defined again', () => {
  const table = columnsOf(stored);
  table.columns.sortBy(gridSort('pl', true));
  table.columns.move('pl', -1);
  table.columns.resize('pl', 200);
  const changed = [gridSort('pl', true), ['pl 200', 'name 150']];
  expect(shownLayout(table)).toEqual(changed);
  // The same stored layout as before: it was read when the table was opened.
  table.columns.define([...SAMPLE_COLUMNS], stored, null);
  expect(shownLayout(table)).toEqual(changed);
});

it('takes over another layout, such as a preset', () => {
  const table = columnsOf(stored);
  table.columns.sortBy(gridSort('pl', true));
  table.columns.define(SAMPLE_COLUMNS, { ...stored, sort: null }, null);
  expect(shownLayout(table)).toEqual([null, ['name 150', 'pl 90']]);
});

it('resizes a column of figures from its painted width, which its longest figure may enlarge', () => {
  const table = columnsOf(stored);
  table.columns.fit(1_000, 13);
  table.columns.setTextWidths([1, 20]);
  const painted = table.columns.widthOf('pl');
  expect(painted).toBeGreaterThan(20 * 13);
  table.columns.resize('pl', painted + 10);
  expect(table.columns.widthOf('pl')).toBe(painted + 10);
});
