import { describe, expect, it } from 'vitest';
import {
  arrangeColumns,
  isFigureCut,
  layoutOf,
  moveColumn,
  placeColumns,
  resizeColumn,
  showColumn,
} from '#renderer/grid/column-layout.ts';
import type { GridColumn } from '#renderer/grid/grid-types.ts';
import { sample, type Sample } from './grid-fixture.ts';

const column = (id: string, more: Partial<GridColumn<Sample>> = {}): GridColumn<Sample> => ({
  id,
  title: id,
  width: 100,
  text: (row) => row.name,
  ...more,
});
const COLUMNS = [
  column('do', { actions: [{ id: 'x', label: 'X' }] }),
  column('a', { fixed: true }),
  column('b', { hidden: true }),
  column('c', { grow: 1 }),
];
const ids = (arranged: ReturnType<typeof arrangeColumns<Sample>>): string =>
  arranged.map((entry) => `${entry.column.id}${entry.hidden ? '-' : ''}`).join(' ');

describe('the column layout', () => {
  it('puts row actions last', () => {
    expect(ids(arrangeColumns(COLUMNS, undefined))).toBe('a b- c do');
    expect(COLUMNS[1]?.text(sample('1', 'n'))).toBe('n');
  });

  it('can be stored and restored, even if the program has a new column', () => {
    let arranged = arrangeColumns(COLUMNS, undefined);
    arranged = resizeColumn(moveColumn(showColumn(arranged, 'b', true), 'c', -1), 'c', 150.4);
    const stored = layoutOf(arranged, { column: 'a', descending: true });
    expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
    const restored = arrangeColumns([column('new'), ...COLUMNS], stored);
    expect(ids(restored)).toBe('a c b new do');
    expect(restored.find((entry) => entry.column.id === 'c')?.width).toBe(150);
  });

  it('never makes a column narrower than its minimum width, stored or dragged', () => {
    const narrow = arrangeColumns([column('symbol', { width: 72, minWidth: 72 })], undefined);
    const [restored] = arrangeColumns([column('symbol', { width: 132, minWidth: 132 })], layoutOf(narrow, null));
    expect(restored?.width).toBe(132);
    expect(resizeColumn(narrow, 'symbol', 20)[0]?.width).toBe(72);
    expect(resizeColumn(narrow, 'symbol', 200)[0]?.width).toBe(200);
  });

  it('never hides the last visible column or a fixed column', () => {
    const withOneDataColumn = arrangeColumns([column('only'), COLUMNS[0] ?? column('')], undefined);
    expect(ids(showColumn(withOneDataColumn, 'only', false))).toBe('only do');
    expect(ids(showColumn(arrangeColumns(COLUMNS, undefined), 'a', false))).toBe('a b- c do');
  });

  it('limits widths, and moves nothing past the row actions', () => {
    const arranged = arrangeColumns(COLUMNS, undefined);
    expect(resizeColumn(arranged, 'a', 1).find((entry) => entry.column.id === 'a')?.width).toBe(36);
    expect(ids(moveColumn(arranged, 'c', 1))).toBe('a b- c do');
    expect(ids(moveColumn(arranged, 'a', -1))).toBe('a b- c do');
  });

  it('gives spare width to the columns that grow', () => {
    const visible = arrangeColumns(COLUMNS, undefined).filter((entry) => !entry.hidden);
    expect(placeColumns(visible, 500)).toEqual([
      { left: 0, width: 100 },
      { left: 100, width: 300 },
      { left: 400, width: 100 },
    ]);
  });

  it('never cuts a figure, and narrows text columns before the grid scrolls', () => {
    const visible = arrangeColumns(COLUMNS, undefined).filter((entry) => !entry.hidden);
    const widths = (viewport: number, needs: readonly number[]) =>
      placeColumns(visible, viewport, needs).map((placed) => placed.width);
    expect(widths(300, [120, 400, 0])).toEqual([120, 80, 100]);
    expect(widths(200, [120, 400, 0])).toEqual([120, 72, 100]);
    expect(widths(500, [120, 400, 0])).toEqual([120, 280, 100]);
  });

  it('narrows a text column down to its minimum', () => {
    const columns = COLUMNS.map((one) => (one.id === 'c' ? { ...one, minWidth: 90 } : one));
    const visible = arrangeColumns(columns, undefined).filter((entry) => !entry.hidden);
    expect(placeColumns(visible, 100, [0, 0, 0]).map(({ width }) => width)).toEqual([100, 90, 100]);
  });

  it('never narrows a growing column of figures', () => {
    const columns = COLUMNS.map((column) => ({ ...column, neverNarrows: (column.grow ?? 0) > 0 }));
    const visible = arrangeColumns(columns, undefined).filter((entry) => !entry.hidden);
    const widths = placeColumns(visible, 200, [0, 160, 0]).map((placed) => placed.width);
    expect(widths[1]).toBeGreaterThanOrEqual(160);
  });

  it('recognizes a column of figures that an edge of the viewport cuts', () => {
    const [figureColumn] = arrangeColumns(COLUMNS, undefined).map(({ column }) => column);
    const position = { left: 100, width: 80 };
    const isCut = (left: number, right: number) =>
      figureColumn !== undefined && isFigureCut({ ...figureColumn, grow: 0 }, position, { left, right });
    expect([isCut(0, 150), isCut(130, 400)]).toEqual([true, true]);
    expect([isCut(0, 400), isCut(0, 175), isCut(0, 90), isCut(190, 400)]).toEqual([false, false, false, false]);
    expect(
      figureColumn !== undefined &&
        isFigureCut({ ...figureColumn, fixed: false, grow: 1 }, position, { left: 0, right: 150 }),
    ).toBe(false);
  });
});
