import type { PlacedColumn } from './column-layout.ts';

/**
 * Left edges and widths of the columns of one grid, as rules of a constructed style sheet. A resize
 * changes one rule instead of a thousand inline styles, and the content security policy allows such
 * a sheet.
 */
export class ColumnSheet {
  readonly #prefix: string;
  readonly #sheet = new CSSStyleSheet();

  constructor(prefix: string) {
    this.#prefix = prefix;
    document.adoptedStyleSheets.push(this.#sheet);
  }

  /** `total`: the width of a row. `extraStyle`: further declarations of a column. */
  place(columns: readonly PlacedColumn[], total: number, extraStyle: (column: number) => string): void {
    const rules = columns.map(
      ({ left, width }, at) => `.${this.#prefix}c${at}{left:${left}px;width:${width}px${extraStyle(at)}}`,
    );
    this.#sheet.replaceSync(`.${this.#prefix}w{width:${total}px}${rules.join('')}`);
  }

  dispose(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}
