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

  /** `total`: the width of a row; `cut`: whether a column has texts that it must cut off. */
  place(columns: readonly PlacedColumn[], total: number, cut: (column: number) => boolean): void {
    const rules = columns.map(
      ({ left, width }, at) =>
        `.${this.#prefix}c${at}{left:${left}px;width:${width}px${cut(at) ? ';overflow:clip' : ''}}`,
    );
    this.#sheet.replaceSync(`.${this.#prefix}w{width:${total}px}${rules.join('')}`);
  }

  dispose(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}
