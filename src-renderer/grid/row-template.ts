import type { GridColumn, GridRow } from './grid-types.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The template of all pooled rows. */
export class RowTemplate<T extends GridRow> {
  readonly #row: HTMLElement;
  readonly #classes: readonly string[];
  readonly #classesByTone: readonly Map<string, string>[];

  /** `prefix`: prefix of the column classes of this grid. */
  constructor(columns: readonly GridColumn<T>[], prefix: string, tree: boolean) {
    this.#row = rowOf(columns, prefix, tree);
    this.#classes = Array.from(this.#row.children, (cell) => cell.className);
    this.#classesByTone = this.#classes.map(() => new Map<string, string>());
  }

  copy(): HTMLElement {
    return document.importNode(this.#row, true);
  }

  /**
   * The class names of a cell. Cached, because the browser handles a string faster if it is the
   * same object as before.
   */
  classes(column: number, tone: string | undefined): string {
    const plain = this.#classes[column]!;
    if (tone === undefined) return plain;
    const cachedByTone = this.#classesByTone[column]!;
    let toned = cachedByTone.get(tone);
    if (toned === undefined) {
      toned = `${plain} ${tone}`;
      cachedByTone.set(tone, toned);
    }
    return toned;
  }
}

function rowOf<T extends GridRow>(columns: readonly GridColumn<T>[], prefix: string, tree: boolean): HTMLElement {
  const row = element('div', 'grid-row', 'row');
  row.setAttribute('aria-selected', 'false');
  if (tree) row.setAttribute('aria-level', '1');
  columns.forEach((column, at) => {
    const cell = element('div', `grid-cell ${prefix}c${at} ${column.align ?? 'start'}`, 'gridcell');
    if (column.actions !== undefined) addActions(cell, column);
    else addText(cell, column.look === 'badge');
    if (tree && at === 0) {
      const twist = element('span', 'grid-twist');
      twist.setAttribute('aria-hidden', 'true');
      cell.classList.add('grid-tree');
      cell.prepend(twist);
    }
    row.append(cell);
  });
  return row;
}

/** Adds an empty text node, which every copy of the cell has. */
function addText(cell: HTMLElement, isBadge: boolean): void {
  const holder = isBadge ? element('span', 'grid-badge') : cell;
  holder.append('');
  if (isBadge) cell.append(holder);
}

function addActions<T extends GridRow>(cell: HTMLElement, column: GridColumn<T>): void {
  cell.classList.add('grid-actions');
  for (const action of column.actions ?? []) {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.className = `grid-action ${action.tone ?? ''}`;
    button.dataset['action'] = action.id;
    button.setAttribute('aria-label', action.label);
    button.title = action.label;
    if (action.sign !== undefined) button.classList.add('grid-sign');
    if (action.icon === undefined) button.textContent = action.sign ?? action.label;
    else button.append(icon(action.icon));
    cell.append(button);
  }
}

function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export function element(tag: 'div' | 'span', classes: string, role?: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = classes;
  if (role !== undefined) made.setAttribute('role', role);
  return made;
}
