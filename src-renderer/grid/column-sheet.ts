import type { PlacedColumn } from './column-layout.ts';

/**
 * Left edges and widths of one grid's columns as rules of a constructed style sheet: a resize changes one rule instead of a
 * thousand inline styles, and a page whose policy forbids inline styles allows it.
 */
export class ColumnSheet {
  readonly #prefix: string;
  readonly #sheet = new CSSStyleSheet();

  constructor(prefix: string) {
    this.#prefix = prefix;
    document.adoptedStyleSheets.push(this.#sheet);
  }

  /** `total`: the width of a row; `look`: what else a column is told. */
  place(columns: readonly PlacedColumn[], total: number, look: (column: number) => string): void {
    const rules = columns.map(
      ({ left, width }, at) => `.${this.#prefix}c${at}{left:${left}px;width:${width}px${look(at)}}`,
    );
    this.#sheet.replaceSync(`.${this.#prefix}w{width:${total}px}${rules.join('')}`);
  }

  dispose(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}
