import type { DatabaseSync } from 'node:sqlite';
import { hashOf, markOf } from '#rules/names.ts';

const BITS_IN_WORD = 32;
/** For each id that is known at the opening: then one of three hundred that nobody chose is taken for one that somebody did. */
const BITS_FOR_ID = 32;
const FEWEST_WORDS = 1 << 16;

/**
 * The own ids and groups of all signals ever, as a filter in memory: it knows of nearly every new id that nobody has chosen it before,
 * which the table would take several times as long to say and every order asks. It holds no ids, so what it may know is for the table to say.
 */
export class ChosenIds {
  readonly #words: Int32Array;
  readonly #mask: number;

  constructor(db: DatabaseSync) {
    const known = COLUMNS.flatMap((column) => chosen(db, column));
    const words = Math.max(FEWEST_WORDS, 2 ** Math.ceil(Math.log2((known.length * BITS_FOR_ID) / BITS_IN_WORD)));
    this.#words = new Int32Array(words);
    this.#mask = words * BITS_IN_WORD - 1;
    for (const id of known) this.add(id);
  }

  add(id: string): void {
    const hash = hashOf(id);
    this.#set(hash & this.#mask);
    this.#set(markOf(hash) & this.#mask);
  }

  /** False when nobody has ever chosen it. */
  mayHold(id: string): boolean {
    const hash = hashOf(id);
    return this.#isSet(hash & this.#mask) && this.#isSet(markOf(hash) & this.#mask);
  }

  #set(bit: number): void {
    const word = bit >>> 5;
    this.#words[word] = (this.#words[word] ?? 0) | (1 << bit);
  }

  #isSet(bit: number): boolean {
    return ((this.#words[bit >>> 5] ?? 0) & (1 << bit)) !== 0;
  }
}

const COLUMNS = ['own', 'oca'] as const;

/** As one text for each strategy: a million rows of their own take four times as long. No id has a line end. */
function chosen(db: DatabaseSync, column: (typeof COLUMNS)[number]): string[] {
  return db
    .prepare(
      `SELECT group_concat(${column}, char(10)) AS ids FROM signals WHERE ${column} IS NOT NULL GROUP BY strategy`,
    )
    .all()
    .flatMap(({ ids }) => String(ids).split('\n'));
}
