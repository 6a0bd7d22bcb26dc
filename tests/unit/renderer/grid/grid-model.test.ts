import { describe, expect, it } from 'vitest';
import { ArraySource } from '#renderer/grid/array-source.ts';
import { gridKey, type GridCommands, type KeyPress } from '#renderer/grid/grid-keys.ts';
import { GridModel } from '#renderer/grid/grid-model.ts';
import type { GridColumn } from '#renderer/grid/grid-types.ts';
import { by, sample, SAMPLE_COLUMNS, type Sample } from './grid-fixture.ts';

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
class Desk {
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
    fold: (row, open) => this.source.fold(row.id, open),
    sort: (column) => this.log.push(`sort ${column}`),
    resize: (column, width) => this.log.push(`resize ${column} ${width}`),
    reorder: (column, step) => this.log.push(`move ${column} ${step}`),
    chooseColumns: () => this.log.push('columns'),
    page: 3,
  };

  /** Key chords like `Shift+ArrowDown`, separated by blanks. */
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
      return gridKey(this.model, press, this.#commands);
    });
  }

  selected(): string[] {
    return this.model.selection.rows(this.source).map((row) => row.id);
  }
}

const TEN = Array.from({ length: 10 }, (_, i) => sample(`r${i}`, `name ${i}`, i));

describe('the focus', () => {
  it('follows its row id through sorting, refreshing and new rows above', () => {
    const desk = new Desk(TEN);
    desk.press('ArrowDown ArrowDown');
    desk.source.setSort(by('pl', true));
    desk.model.syncWithSource();
    expect([desk.model.focusedId, desk.model.index]).toEqual(['r2', 7]);
    desk.source.update([sample('new', 'new', 99), ...TEN]);
    desk.model.syncWithSource();
    expect([desk.model.focusedId, desk.model.index]).toEqual(['r2', 8]);
  });

  it('moves to the nearest row when its row is removed', () => {
    const desk = new Desk(TEN);
    desk.press('ArrowDown ArrowDown ArrowDown');
    desk.source.remove(['r3']);
    expect(desk.model.syncWithSource()).toBe(true);
    expect(desk.model.focusedId).toBe('r4');
    desk.press('Ctrl+End');
    desk.source.remove(['r9', 'r8']);
    desk.model.syncWithSource();
    expect(desk.model.focusedId).toBe('r7');
    desk.source.update([]);
    desk.model.syncWithSource();
    expect([desk.model.focused, desk.model.index]).toEqual([null, -1]);
  });

  it('remains in its column when columns are hidden or moved', () => {
    const desk = new Desk(TEN);
    desk.press('ArrowRight');
    desk.model.setColumns(COLUMNS.slice(1));
    expect(desk.model.stop).toEqual({ column: 0, action: -1 });
  });

  it('moves on a press for a removed row, and the press acts on nothing', () => {
    const desk = new Desk(TEN);
    desk.press('ArrowDown ArrowDown');
    desk.source.remove(['r2']);
    expect(desk.press('Enter')).toEqual([true]);
    expect([desk.log, desk.model.focusedId]).toEqual([[], 'r3']);
    desk.press('Enter');
    desk.source.remove(['r3']);
    desk.press('Delete Shift+F10');
    expect(desk.log).toEqual(['open r3', 'menu r4']);
  });

  it('makes Delete act on no other row when the selected rows are removed', () => {
    const desk = new Desk(TEN);
    desk.press('Ctrl+Space ArrowDown');
    desk.source.remove(['r0']);
    desk.press('Delete');
    expect(desk.log).toEqual([]);
    desk.press('Ctrl+Space Delete');
    expect(desk.log).toEqual(['remove r1']);
  });

  it('makes a press act on its row when that row has moved', () => {
    const desk = new Desk(TEN);
    desk.source.update([sample('new', 'new', 99), ...TEN]);
    desk.press('Enter');
    expect(desk.log).toEqual(['open r0']);
  });
});

describe('moving by keys', () => {
  it('moves by row, page and edge, and to the header', () => {
    const desk = new Desk(TEN);
    desk.press('PageDown ArrowDown');
    expect(desk.model.focusedId).toBe('r4');
    desk.press('Ctrl+End');
    expect([desk.model.focusedId, desk.model.stop]).toEqual(['r9', { column: 2, action: 1 }]);
    desk.press('Home');
    expect(desk.model.stop).toEqual({ column: 0, action: -1 });
    desk.press('Ctrl+Home ArrowUp');
    expect([desk.model.inHead, desk.model.headColumn]).toEqual([true, 0]);
    desk.press('ArrowRight Enter Shift+ArrowRight Alt+ArrowLeft ContextMenu');
    expect(desk.log).toEqual(['sort pl', 'resize pl 10', 'move pl -1', 'columns']);
    desk.press('ArrowDown');
    expect([desk.model.inHead, desk.model.focusedId, desk.model.stop?.column]).toEqual([false, 'r0', 1]);
  });

  it('moves through the row actions and presses only enabled ones', () => {
    const desk = new Desk([sample('a', 'a', 1), sample('b', 'b', null)]);
    desk.press('End ArrowLeft Enter ArrowDown Enter Space ArrowRight Space');
    expect(desk.log).toEqual(['amend a', 'cancel b']);
    expect(desk.selected()).toEqual([]);
  });

  it('does not handle other keys and chords', () => {
    const desk = new Desk(TEN);
    expect(desk.press('t Ctrl+k Alt+ArrowDown F10 Shift+Delete Escape Tab')).toEqual(Array(7).fill(false));
  });
});

describe('selecting', () => {
  it('selects by Space, Shift and Ctrl+A, clears by Escape, and removes by Delete', () => {
    const desk = new Desk(TEN);
    desk.press('Space ArrowDown Shift+ArrowDown Shift+ArrowDown');
    expect(desk.selected()).toEqual(['r1', 'r2', 'r3']);
    desk.press('Shift+ArrowUp');
    expect(desk.selected()).toEqual(['r1', 'r2']);
    desk.press('ArrowDown ArrowDown Shift+Space Delete');
    expect(desk.log).toEqual(['remove r4']);
    desk.press('Ctrl+a');
    expect(desk.selected().length).toBe(10);
    expect(desk.press('Escape')).toEqual([true]);
    expect(desk.selected()).toEqual([]);
  });

  it('extends from the focused row, also when the row that had the focus before is gone', () => {
    const desk = new Desk(TEN);
    desk.press('Shift+ArrowDown Shift+ArrowDown');
    expect(desk.selected()).toEqual(['r0', 'r1', 'r2']);
    desk.press('ArrowDown ArrowDown Space ArrowDown');
    desk.source.update(TEN.filter(({ id }) => id !== 'r5'));
    desk.model.syncWithSource();
    desk.press('Shift+ArrowDown Shift+ArrowDown');
    expect(desk.selected()).toEqual(['r6', 'r7', 'r8']);
  });

  it('deselects rows that the trader does not see', () => {
    const desk = new Desk([sample('p', 'AAPL'), sample('c', 'AAPL stop', 1, 'p'), sample('q', 'MSFT')], true);
    desk.press('Ctrl+a');
    desk.source.setText('msft');
    desk.model.syncWithSource();
    expect(desk.selected()).toEqual(['q']);
    desk.source.setText('');
    desk.press('Ctrl+a');
    desk.source.fold('p', false);
    desk.model.syncWithSource();
    expect(desk.selected()).toEqual(['p', 'q']);
  });

  it('returns the current row objects', () => {
    const desk = new Desk(TEN);
    desk.press('Space');
    desk.source.patch([sample('r0', 'changed', 0)]);
    expect(desk.model.selection.rows(desk.source)[0]?.name).toBe('changed');
  });
});

describe('a tree by keys', () => {
  const rows = [sample('p', 'p'), sample('c', 'c', 1, 'p'), sample('d', 'd', 2, 'c'), sample('q', 'q')];

  it('folds, opens, goes to the parent and into the cells', () => {
    const desk = new Desk(rows, true);
    expect(desk.model.stop).toBeNull();
    desk.press('ArrowLeft');
    expect(desk.source.count).toBe(2);
    desk.press('ArrowRight');
    expect(desk.source.count).toBe(4);
    desk.press('ArrowDown ArrowDown ArrowLeft');
    expect(desk.model.focusedId).toBe('c');
    desk.press('ArrowRight ArrowRight');
    expect(desk.model.stop).toEqual({ column: 1, action: -1 });
    desk.press('ArrowLeft ArrowLeft End');
    expect([desk.model.stop, desk.model.focusedId]).toEqual([null, 'q']);
  });
});
