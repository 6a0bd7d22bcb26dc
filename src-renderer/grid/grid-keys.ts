import type { GridModel } from './grid-model.ts';
import type { GridAction, GridRow } from './grid-types.ts';

/** What keys do, besides moving the focus and selecting. */
export interface GridCommands<T extends GridRow> {
  open(row: T): void;
  remove(): void;
  menu(row: T): void;
  action(row: T, action: string): void;
  /** Expands or collapses the children of a row. */
  setOpen(row: T, open: boolean): void;
  sort(column: string): void;
  resize(column: string, widthChange: number): void;
  reorder(column: string, step: -1 | 1): void;
  chooseColumns(): void;
  /** Rows by which Page Up and Page Down move the focus. */
  readonly page: number;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Px by which Shift+arrow resizes a column. */
const RESIZE_STEP = 10;

/**
 * Handles a key press by the grid and treegrid patterns of the ARIA practices. False if the grid
 * does not use the key.
 */
export function handleGridKey<T extends GridRow>(
  model: GridModel<T>,
  press: KeyPress,
  commands: GridCommands<T>,
): boolean {
  const { focusedId } = model;
  const { version } = model.selection;
  const moved = model.syncWithSource() && focusedId !== null;
  // The focused or selected row was removed. Show its successor and do not act on it: the trader
  // has not seen it.
  if (moved || model.selection.version !== version) return true;
  return model.inHead ? handleHeadKey(model, press, commands) : handleBodyKey(model, press, commands);
}

function handleHeadKey<T extends GridRow>(model: GridModel<T>, press: KeyPress, commands: GridCommands<T>): boolean {
  const column = model.columns[model.headColumn];
  if (column === undefined || press.ctrlKey || press.metaKey) return false;
  const side = press.key === 'ArrowRight' ? 1 : press.key === 'ArrowLeft' ? -1 : null;
  if (side !== null) {
    if (press.altKey) commands.reorder(column.id, side);
    else if (press.shiftKey) commands.resize(column.id, side * RESIZE_STEP);
    else model.toHead(model.headColumn + side);
    return true;
  }
  if (press.altKey) return false;
  if (isMenuKey(press)) {
    commands.chooseColumns();
    return true;
  }
  switch (press.key) {
    case 'ArrowUp':
      return true;
    case 'ArrowDown':
      model.toBody();
      return true;
    case 'Home':
      model.toHead(0);
      return true;
    case 'End':
      model.toHead(model.columns.length - 1);
      return true;
    case 'Enter':
    case ' ':
      commands.sort(column.id);
      return true;
    default:
      return false;
  }
}

function handleBodyKey<T extends GridRow>(model: GridModel<T>, press: KeyPress, commands: GridCommands<T>): boolean {
  if (press.altKey) return false;
  if (isMenuKey(press)) return onRow(model, (row) => commands.menu(row));
  if (press.ctrlKey || press.metaKey) return handleChordKey(model, press);
  return (
    handleMoveKey(model, press, commands.page) ||
    handleSideKey(model, press, commands) ||
    handleCommandKey(model, press, commands)
  );
}

function handleChordKey<T extends GridRow>(model: GridModel<T>, press: KeyPress): boolean {
  switch (press.key) {
    case 'Home':
      model.moveTo(0, press.shiftKey);
      if (model.rowPart !== null) model.toEdgePart('first');
      return true;
    case 'End':
      model.moveTo(model.source.count - 1, press.shiftKey);
      if (model.rowPart !== null) model.toEdgePart('last');
      return true;
    case 'a':
    case 'A':
      if (press.shiftKey) return false;
      model.selection.selectAll(model.source);
      return true;
    case ' ':
      model.select('toggle');
      return true;
    default:
      return false;
  }
}

function handleMoveKey<T extends GridRow>(model: GridModel<T>, press: KeyPress, page: number): boolean {
  switch (press.key) {
    case 'ArrowDown':
      if (model.index < 0) model.enter();
      else model.moveBy(1, press.shiftKey);
      return true;
    case 'ArrowUp':
      if (model.index <= 0 && !press.shiftKey) model.toHead();
      else model.moveBy(-1, press.shiftKey);
      return true;
    case 'PageDown':
      model.moveBy(page, press.shiftKey);
      return true;
    case 'PageUp':
      model.moveBy(-page, press.shiftKey);
      return true;
    case 'Home':
    case 'End':
      return handleEdgeKey(model, press.key, press.shiftKey);
    default:
      return false;
  }
}

/**
 * Home and End move to the first and last row if a whole row is focused. Otherwise they move to the
 * first and last part of the row.
 */
function handleEdgeKey<T extends GridRow>(model: GridModel<T>, key: 'Home' | 'End', extend: boolean): boolean {
  if (model.rowPart === null) model.moveTo(key === 'Home' ? 0 : model.source.count - 1, extend);
  else model.toEdgePart(key === 'Home' ? 'first' : 'last');
  return true;
}

function handleSideKey<T extends GridRow>(model: GridModel<T>, press: KeyPress, commands: GridCommands<T>): boolean {
  if (press.shiftKey || (press.key !== 'ArrowRight' && press.key !== 'ArrowLeft')) return false;
  const row = model.focused;
  if (model.rowPart !== null || row === null) {
    model.moveRowPart(press.key === 'ArrowRight' ? 1 : -1);
    return true;
  }
  const open = model.source.expanded(model.index);
  if (press.key === 'ArrowRight') {
    if (open === false) commands.setOpen(row, true);
    else model.moveRowPart(1);
    return true;
  }
  const parent = model.source.parent(model.index);
  if (open === true) commands.setOpen(row, false);
  else if (parent >= 0) model.moveTo(parent);
  return true;
}

function handleCommandKey<T extends GridRow>(model: GridModel<T>, press: KeyPress, commands: GridCommands<T>): boolean {
  switch (press.key) {
    case ' ':
      if (actionAt(model) !== undefined) return onRow(model, (row) => activateRow(model, row, commands));
      model.select(press.shiftKey ? 'range' : 'toggle');
      return true;
    case 'Enter':
      return press.shiftKey ? false : onRow(model, (row) => activateRow(model, row, commands));
    case 'Delete':
      if (press.shiftKey) return false;
      commands.remove();
      return true;
    case 'Escape':
      if (model.selection.size === 0) return false;
      model.selection.clear();
      return true;
    default:
      return false;
  }
}

function activateRow<T extends GridRow>(model: GridModel<T>, row: T, commands: GridCommands<T>): void {
  const action = actionAt(model);
  if (action === undefined) return commands.open(row);
  if (action.enabled?.(row) !== false) commands.action(row, action.id);
}

function actionAt<T extends GridRow>(model: GridModel<T>): GridAction<T> | undefined {
  const part = model.rowPart;
  return part === null ? undefined : model.columns[part.column]?.actions?.[part.action];
}

function onRow<T extends GridRow>(model: GridModel<T>, run: (row: T) => void): boolean {
  if (model.focused !== null) run(model.focused);
  return true;
}

function isMenuKey(press: KeyPress): boolean {
  return press.key === 'ContextMenu' || (press.key === 'F10' && press.shiftKey);
}
