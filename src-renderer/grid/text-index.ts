/**
 * The distinct values of one column, and the value of each row, so that a filter searches each
 * distinct value once instead of every row. Made on the first filter and updated by row. Unused
 * values remain, which costs little.
 */
export class TextIndex<T> {
  readonly codes: Uint32Array;
  readonly #codeOf = new Map<string, number>();
  readonly #values: string[] = [];

  constructor(rows: readonly T[], read: (row: T) => string) {
    this.codes = new Uint32Array(rows.length);
    const codeOf = this.#codeOf;
    for (let i = 0; i < rows.length; i++) {
      const text = read(rows[i]!);
      const code = codeOf.get(text);
      if (code === undefined) this.set(i, text);
      else this.codes[i] = code;
    }
  }

  set(index: number, text: string): void {
    let code = this.#codeOf.get(text);
    if (code === undefined) {
      code = this.#values.length;
      this.#codeOf.set(text, code);
      this.#values.push(text.toLowerCase());
    }
    this.codes[index] = code;
  }

  /** One flag for each value: 1 if it contains the term, which is in lower case. */
  hits(term: string): Uint8Array {
    const out = new Uint8Array(this.#values.length);
    for (let i = 0; i < out.length; i++) if (this.#values[i]!.includes(term)) out[i] = 1;
    return out;
  }
}
