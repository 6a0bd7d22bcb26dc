import type { ShownRow } from './grid-body.ts';
import type { GridController } from './grid-controller.svelte.ts';
import type { GridPoint, GridRow } from './grid-types.ts';

export interface PointerCommands<T extends GridRow> {
  open(row: T): void;
  menuAt(row: T, point: GridPoint): void;
  action(row: T, action: string): void;
  setOpen(row: T, open: boolean): void;
  chooseColumns(): void;
}

/** Padding in px of a column that is fitted to its content. */
const FIT_PADDING = 22;

/**
 * Pointer behavior of the whole grid, by delegation: pooled rows have no listeners. Rows can move
 * between a paint and a press, and between a press and its release. The commands act on the row
 * that was shown under the pointer when it was pressed, never on the row that moved there.
 */
export class GridPointer<T extends GridRow> {
  readonly #scroller: HTMLElement;
  readonly #grid: GridController<T>;
  readonly #commands: PointerCommands<T>;
  /** Ids of the last two pressed rows. */
  #pressed: readonly [last: string | null, before: string | null] = [null, null];

  constructor(scroller: HTMLElement, grid: GridController<T>, commands: PointerCommands<T>) {
    this.#scroller = scroller;
    this.#grid = grid;
    this.#commands = commands;
  }

  /** Returns a function that removes the listeners. */
  listen(): () => void {
    const abort = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(kind: K, handle: (event: HTMLElementEventMap[K]) => void): void =>
      this.#scroller.addEventListener(kind, handle, { signal: abort.signal });
    on('mousedown', (event) => this.#mouseDown(event));
    on('click', (event) => this.#click(event));
    on('dblclick', (event) => this.#doubleClick(event));
    on('contextmenu', (event) => this.#menu(event));
    on('pointerdown', (event) => this.#startResize(event, abort.signal));
    on('pointerover', (event) => this.#setTooltip(event));
    return () => abort.abort();
  }

  #mouseDown(event: MouseEvent): void {
    const target = elementOf(event);
    if (target === null || event.button > 2) return;
    const place = this.#grid.body?.locate(target) ?? null;
    this.#pressed = [place?.row?.id ?? null, this.#pressed[0]];
    if (place === null) {
      if (target.closest('.grid-head') === null) return;
      event.preventDefault(); // The header must not take the focus from the grid.
      this.#scroller.focus({ preventScroll: true });
      return;
    }
    // A button in a row must not take the focus, and a drag must not select text.
    event.preventDefault();
    this.#focusAt(place, event);
    this.#scroller.focus({ preventScroll: true });
    this.#grid.showFocusAndSelection();
  }

  #focusAt(place: ShownRow<T>, event: MouseEvent): void {
    const { model } = this.#grid;
    const { row, rowPart } = place;
    const index = this.#currentIndex(place);
    if (index < 0) return; // The row was removed, which the next paint shows.
    model.moveTo(index, event.button === 0 && event.shiftKey);
    model.toRowPart(model.source.tree && (rowPart?.action ?? -1) < 0 ? null : rowPart);
    if (event.button !== 0) {
      if (row !== undefined && !model.selection.has(row.id)) model.select('only');
    } else if (event.ctrlKey || event.metaKey) model.select('toggle');
    else if (!event.shiftKey) model.select('only');
  }

  #click(event: MouseEvent): void {
    const target = elementOf(event);
    if (target === null) return;
    const head = target.closest<HTMLElement>('.grid-head-cell');
    if (head !== null && target.closest('.grid-handle') === null) {
      this.#grid.columns.toggleSort(head.dataset['column'] ?? '');
      return;
    }
    const row = this.#rowAt(target);
    // A click without a press (detail 0) is from a screen reader. It acts on the row that
    // the screen reader read aloud.
    if (row === null || (event.detail > 0 && row.id !== this.#pressed[0])) return;
    const button = target.closest<HTMLButtonElement>('.grid-action');
    if (button !== null) {
      // The second click of a double click must not repeat the action.
      if (!button.disabled && event.detail < 2) this.#commands.action(row, button.dataset['action'] ?? '');
    } else if (target.closest('.grid-twist') !== null) {
      const open = this.#grid.source.expanded(this.#grid.source.indexOf(row.id) ?? -1);
      if (open !== undefined) this.#commands.setOpen(row, !open);
    }
  }

  /**
   * A double click on a row opens the row. A double click on a handle fits the column to its
   * content. Both can be undone.
   */
  #doubleClick(event: MouseEvent): void {
    const target = elementOf(event);
    if (target?.closest('.grid-action, .grid-twist') !== null) return;
    const handle = target.closest('.grid-handle');
    if (handle !== null) return this.#fit(handle);
    const row = this.#rowAt(target);
    if (row !== null && this.#pressed.every((id) => id === row.id)) this.#commands.open(row);
  }

  #menu(event: MouseEvent): void {
    const target = elementOf(event);
    // The menu key was handled on keydown. Chromium sends this event after it.
    if (event.button !== 2 && !event.ctrlKey) return event.preventDefault();
    if (target === null) return;
    if (target.closest('.grid-head') !== null) {
      event.preventDefault();
      this.#commands.chooseColumns();
      return;
    }
    const row = this.#rowAt(target);
    if (row?.id !== this.#pressed[0]) return;
    event.preventDefault();
    this.#commands.menuAt(row, { x: event.clientX, y: event.clientY });
  }

  #startResize(event: PointerEvent, listenersRemoved: AbortSignal): void {
    const handle = elementOf(event)?.closest<HTMLElement>('.grid-handle') ?? null;
    const column = handle?.parentElement?.dataset['column'];
    if (handle === null || column === undefined || event.button !== 0) return;
    const cell = handle.parentElement;
    const from = event.clientX;
    const width = cell?.offsetWidth ?? this.#grid.columns.widthOf(column);
    const drag = new AbortController();
    const signal = AbortSignal.any([drag.signal, listenersRemoved]);
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent): void => this.#grid.columns.resize(column, width + clientX - from);
    const endDrag = (): void => {
      drag.abort();
      this.#grid.columns.saveLayout();
    };
    handle.addEventListener('pointermove', move, { signal });
    handle.addEventListener('pointerup', endDrag, { signal });
    handle.addEventListener('pointercancel', endDrag, { signal });
  }

  #fit(handle: Element): void {
    const cell = handle.parentElement;
    const column = cell?.dataset['column'];
    const at = this.#grid.columns.visible.findIndex((entry) => entry.column.id === column);
    if (column === undefined || at < 0) return;
    const title = cell?.querySelector('.grid-title')?.scrollWidth ?? 0;
    this.#grid.columns.resize(column, Math.max(title, this.#grid.body?.widest(at) ?? 0) + FIT_PADDING);
    this.#grid.columns.saveLayout();
  }

  /**
   * Sets the tooltip when the pointer enters a cell: the tooltip of the column, or the text of the
   * cell if it is cut. A column title gets a tooltip if it is cut.
   */
  #setTooltip(event: PointerEvent): void {
    const target = elementOf(event);
    const head = target?.closest<HTMLElement>('.grid-title') ?? null;
    if (head !== null) head.title = head.scrollWidth > head.clientWidth ? head.textContent : '';
    const cell = target?.closest<HTMLElement>('.grid-cell') ?? null;
    if (cell === null || target?.closest('.grid-action') !== null) return;
    const place = this.#grid.body?.locate(cell) ?? null;
    const row = place?.row;
    const column = this.#grid.model.columns[place?.rowPart?.column ?? -1];
    if (row === undefined || column === undefined) return;
    const words = column.tooltip?.(row) ?? (cell.scrollWidth > cell.clientWidth ? column.text(row) : '');
    if (cell.title !== words) cell.title = words;
  }

  /** The current index of a painted row, or −1 if it was removed or is not loaded. */
  #currentIndex({ row, index }: ShownRow<T>): number {
    const { source } = this.#grid;
    if (row === undefined || source.row(index)?.id === row.id) return index;
    return source.indexOf(row.id) ?? -1;
  }

  /** The current version of the row that is painted at an element. */
  #rowAt(target: Element): T | null {
    const place = this.#grid.body?.locate(target) ?? null;
    return place === null ? null : (this.#grid.source.row(this.#currentIndex(place)) ?? null);
  }
}

function elementOf(event: Event): Element | null {
  return event.target instanceof Element ? event.target : null;
}
