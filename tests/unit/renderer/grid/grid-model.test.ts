import { describe, expect, it } from 'vitest';
import { ArraySource } from '#renderer/grid/array-source.ts';
import { handleGridKey, type GridCommands, type KeyPress } from '#renderer/grid/grid-keys.ts';
import { GridModel } from '#renderer/grid/grid-model.ts';
import type { GridColumn } from '#renderer/grid/grid-types.ts';
import { gridSort, sample, SAMPLE_COLUMNS, type Sample } from './grid-fixture.ts';

const COLUMNS: readonly GridColumn<Sample>[] = [
  ...SAMPLE_COLUMNS,
  {
    id: 'do',
    title: 'Row actions',
    width: 60,
    text: () => '',
    actions: [
      { id: 'amend', label: 'Amend', enabled: (row) => row.pl !== null },
      { id: 'cancel', label: 'Cancel order' },
    ],
  },
];

/** A grid without DOM: it handles keys and records the commands. */
class TestGrid {
  readonly source: ArraySource<Sample>;
  readonly model: GridModel<Sample>;
  readonly log: string[] = [];

  constructor(rows: readonly Sample[], tree = false) {
    this.source = new ArraySource<Sample>(tree ? { parentOf: (row) => row.parent ?? null } : {});
    this.source.setColumns(COLUMNS);
    this.source.update(rows);
    this.model = new GridModel(this.source);
    this.model.setColumns(COLUMNS);
    this.model.enter();
  }

  readonly #commands: GridCommands<Sample> = {
    open: (row) => this.log.push(`open ${row.id}`),
    remove: () => this.log.push(`remove ${this.selected().join(' ')}`),
    menu: (row) => this.log.push(`menu ${row.id}`),
    action: (row, action) => this.log.push(`${action} ${row.id}`),
    setOpen: (row, open) => this.source.setOpen(row.id, open),
    sort: (column) => this.log.push(`sort ${column}`),
    resize: (column, width) => this.log.push(`resize ${column} ${width}`),
    reorder: (column, step) => this.log.push(`move ${column} ${step}`),
    chooseColumns: () => this.log.push('columns'),
    page: 3,
  };

  /** Presses key chords like `Shift+ArrowDown`, separated by blanks. */
  press(keys: string): boolean[] {
    return keys.split(' ').map((chord) => {
      const parts = chord.split('+');
      const key = parts.at(-1) ?? '';
      const press: KeyPress = {
        key: key === 'Space' ? ' ' : key,
        shiftKey: parts.includes('Shift'),
        ctrlKey: parts.includes('Ctrl'),
        metaKey: parts.includes('Meta'),
        altKey: parts.includes('Alt'),
      };
      return handleGridKey(this.model, press, this.#commands);
    });
  }

  selected(): string[] {
    return this.model.selection.rows(this.source).map((row) => row.id);
  }
}

const TEN = Array.from({ length: 10 }, (_, i) => sample(`r${i}`, `name ${i}`, i));

describe('the focus', () => {
  it('follows its row id through sorting, refreshing and new rows above', () => {
    const grid = new TestGrid(TEN);
    grid.press('ArrowDown ArrowDown');
    grid.source.setSort(gridSort('pl', true));
    grid.model.syncWithSource();
    expect([grid.model.focusedId, grid.model.index]).toEqual(['r2', 7]);
    grid.source.update([sample('new', 'new', 99), ...TEN]);
    grid.model.syncWithSource();
    expect([grid.model.focusedId, grid.model.index]).toEqual(['r2', 8]);
  });

  it('moves to the nearest row when its row is removed', () => {
    const grid = new TestGrid(TEN);
    grid.press('ArrowDown ArrowDown ArrowDown');
    grid.source.remove(['r3']);
    expect(grid.model.syncWithSource()).toBe(true);
    expect(grid.model.focusedId).toBe('r4');
    grid.press('Ctrl+End');
    grid.source.remove(['r9', 'r8']);
    grid.model.syncWithSource();
    expect(grid.model.focusedId).toBe('r7');
    grid.source.update([]);
    grid.model.syncWithSource();
    expect([grid.model.focused, grid.model.index]).toEqual([null, -1]);
  });

  it('remains in its column when columns are hidden or moved', () => {
    const grid = new TestGrid(TEN);
    grid.press('ArrowRight');
    grid.model.setColumns(COLUMNS.slice(1));
    expect(grid.model.rowPart).toEqual({ column: 0, action: -1 });
  });

  it('moves to the next row when a key is pressed on a removed row; the key has no effect', () => {
    const grid = new TestGrid(TEN);
    grid.press('ArrowDown ArrowDown');
    grid.source.remove(['r2']);
    expect(grid.press('Enter')).toEqual([true]);
    expect([grid.log, grid.model.focusedId]).toEqual([[], 'r3']);
    grid.press('Enter');
    grid.source.remove(['r3']);
    grid.press('Delete Shift+F10');
    expect(grid.log).toEqual(['open r3', 'menu r4']);
  });

  it('makes Delete act on no other row when the selected rows are removed', () => {
    const grid = new TestGrid(TEN);
    grid.press('Ctrl+Space ArrowDown');
    grid.source.remove(['r0']);
    grid.press('Delete');
    expect(grid.log).toEqual([]);
    grid.press('Ctrl+Space Delete');
    expect(grid.log).toEqual(['remove r1']);
  });

  it('makes a key act on the focused row after that row has moved', () => {
    const grid = new TestGrid(TEN);
    grid.source.update([sample('new', 'new', 99), ...TEN]);
    grid.press('Enter');
    expect(grid.log).toEqual(['open r0']);
  });
});

describe('keyboard navigation', () => {
  it('moves by row, page and edge, and to the header', () => {
    const grid = new TestGrid(TEN);
    grid.press('PageDown ArrowDown');
    expect(grid.model.focusedId).toBe('r4');
    grid.press('Ctrl+End');
    expect([grid.model.focusedId, grid.model.rowPart]).toEqual(['r9', { column: 2, action: 1 }]);
    grid.press('Home');
    expect(grid.model.rowPart).toEqual({ column: 0, action: -1 });
    grid.press('Ctrl+Home ArrowUp');
    expect([grid.model.inHead, grid.model.headColumn]).toEqual([true, 0]);
    grid.press('ArrowRight Enter Shift+ArrowRight Alt+ArrowLeft ContextMenu');
    expect(grid.log).toEqual(['sort pl', 'resize pl 10', 'move pl -1', 'columns']);
    grid.press('ArrowDown');
    expect([grid.model.inHead, grid.model.focusedId, grid.model.rowPart?.column]).toEqual([false, 'r0', 1]);
  });

  it('moves through the row actions and presses only enabled ones', () => {
    const grid = new TestGrid([sample('a', 'a', 1), sample('b', 'b', null)]);
    grid.press('End ArrowLeft Enter ArrowDown Enter Space ArrowRight Space');
    expect(grid.log).toEqual(['amend a', 'cancel b']);
    expect(grid.selected()).toEqual([]);
  });

  it('does not handle other keys and chords', () => {
    const grid = new TestGrid(TEN);
    expect(grid.press('t Ctrl+k Alt+ArrowDown F10 Shift+Delete Escape Tab')).toEqual(Array(7).fill(false));
  });
});

describe('selecting', () => {
  it('selects by Space, Shift and Ctrl+A, clears by Escape, and removes by Delete', () => {
    const grid = new TestGrid(TEN);
    grid.press('Space ArrowDown Shift+ArrowDown Shift+ArrowDown');
    expect(grid.selected()).toEqual(['r1', 'r2', 'r3']);
    grid.press('Shift+ArrowUp');
    expect(grid.selected()).toEqual(['r1', 'r2']);
    grid.press('ArrowDown ArrowDown Shift+Space Delete');
    expect(grid.log).toEqual(['remove r4']);
    grid.press('Ctrl+a');
    expect(grid.selected().length).toBe(10);
    expect(grid.press('Escape')).toEqual([true]);
    expect(grid.selected()).toEqual([]);
  });

  it('extends from the focused row, even if the row that was focused before is gone', () => {
    const grid = new TestGrid(TEN);
    grid.press('Shift+ArrowDown Shift+ArrowDown');
    expect(grid.selected()).toEqual(['r0', 'r1', 'r2']);
    grid.press('ArrowDown ArrowDown Space ArrowDown');
    grid.source.update(TEN.filter(({ id }) => id !== 'r5'));
    grid.model.syncWithSource();
    grid.press('Shift+ArrowDown Shift+ArrowDown');
    expect(grid.selected()).toEqual(['r6', 'r7', 'r8']);
  });

  it('deselects rows that the trader does not see', () => {
    const grid = new TestGrid([sample('p', 'AAPL'), sample('c', 'AAPL stop', 1, 'p'), sample('q', 'MSFT')], true);
    grid.press('Ctrl+a');
    grid.source.setText('msft');
    grid.model.syncWithSource();
    expect(grid.selected()).toEqual(['q']);
    grid.source.setText('');
    grid.press('Ctrl+a');
    grid.source.setOpen('p', false);
    grid.model.syncWithSource();
    expect(grid.selected()).toEqual(['p', 'q']);
  });

  it('returns the current row objects', () => {
    const grid = new TestGrid(TEN);
    grid.press('Space');
    grid.source.patch([sample('r0', 'changed', 0)]);
    expect(grid.model.selection.rows(grid.source)[0]?.name).toBe('changed');
  });
});

describe('keyboard navigation in a tree', () => {
  const rows = [sample('p', 'p'), sample('c', 'c', 1, 'p'), sample('d', 'd', 2, 'c'), sample('q', 'q')];

  it('folds and opens a row, and moves to its parent and into its cells', () => {
    const grid = new TestGrid(rows, true);
    expect(grid.model.rowPart).toBeNull();
    grid.press('ArrowLeft');
    expect(grid.source.count).toBe(2);
    grid.press('ArrowRight');
    expect(grid.source.count).toBe(4);
    grid.press('ArrowDown ArrowDown ArrowLeft');
    expect(grid.model.focusedId).toBe('c');
    grid.press('ArrowRight ArrowRight');
    expect(grid.model.rowPart).toEqual({ column: 1, action: -1 });
    grid.press('ArrowLeft ArrowLeft End');
    expect([grid.model.rowPart, grid.model.focusedId]).toEqual([null, 'q']);
  });
});
