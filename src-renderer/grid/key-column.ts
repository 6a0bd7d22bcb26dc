/** The sort key of a cell. */
export type SortKey = number | string | null;

/**
 * The sort keys of one column as doubles, made on the first sort and updated by row. The key of a
 * text is its rank among the distinct values of the column. A new text makes the ranks outdated
 * until the next full sort.
 *
 * Texts are ordered by their lower-case code units, not by a locale: symbols, names and ISO times
 * are ASCII, and a collator takes twenty times as long for 100,000 values.
 */
export class KeyColumn<T> {
  readonly keys: Float64Array;
  #rank: Map<string, number> | null = null;

  constructor(rows: readonly T[], read: (row: T) => SortKey) {
    this.keys = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const key = read(rows[i]!);
      if (typeof key === 'string') {
        this.#rankAll(rows, read);
        return;
      }
      this.keys[i] = key ?? NaN;
    }
  }

  /**
   * False if the key cannot be set: a text without a rank, or a number in a column of texts. The
   * whole key column then has to be made again.
   */
  set(index: number, key: SortKey): boolean {
    if (typeof key !== 'string') {
      this.keys[index] = key ?? NaN;
      return this.#rank === null || key === null;
    }
    const rank = this.#rank?.get(key);
    if (rank === undefined) return false;
    this.keys[index] = rank;
    return true;
  }

  #rankAll(rows: readonly T[], read: (row: T) => SortKey): void {
    const size = rows.length;
    const seen = new Map<string, number>();
    const codes = new Int32Array(size);
    for (let i = 0; i < size; i++) {
      const key = read(rows[i]!);
      if (key === null) {
        codes[i] = -1;
        continue;
      }
      const text = String(key);
      let code = seen.get(text);
      if (code === undefined) seen.set(text, (code = seen.size));
      codes[i] = code;
    }
    const rankOf = ranks([...seen.keys()]);
    for (let i = 0; i < size; i++) this.keys[i] = codes[i] === -1 ? NaN : rankOf[codes[i]!]!;
    let code = 0;
    for (const text of seen.keys()) seen.set(text, rankOf[code++]!);
    this.#rank = seen;
  }
}

/** The rank of each text. Texts that differ only in case have adjacent ranks. */
function ranks(texts: readonly string[]): Uint32Array {
  const lowerCase = texts.map((text) => text.toLowerCase());
  const order = new Uint32Array(texts.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  order.sort((a, b) => {
    const x = lowerCase[a]!;
    const y = lowerCase[b]!;
    if (x !== y) return x < y ? -1 : 1;
    return texts[a]! < texts[b]! ? -1 : 1;
  });
  const rank = new Uint32Array(texts.length);
  for (let i = 0; i < order.length; i++) rank[order[i]!] = i;
  return rank;
}
