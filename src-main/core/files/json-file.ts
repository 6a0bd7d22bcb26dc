import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { copiesOf, isKnown, markKnown, nextCopy, retainCopies } from './copies.ts';
import type { LostFile } from '#core/ports.ts';
import { writeFileDurably } from './write-file.ts';

const retained = 10;

export type Loaded<Value> = {
  /** Of the file or, where that was lost, of its newest readable copy; null where there is neither. */
  readonly value: Value | null;
  readonly lost: LostFile | null;
};

/** A small file with copies of it. A file that cannot be read is put aside, never overwritten. */
export class JsonFile<Value> {
  readonly #dataDir: string;
  readonly #name: string;
  readonly #decode: (value: unknown) => Value | null;
  readonly #now: () => number;

  /** `decode` returns null for what is not of this program or of a later version. */
  constructor(
    dataDir: string,
    name: string,
    decode: (value: unknown) => Value | null,
    now: () => number = () => Date.now(),
  ) {
    this.#dataDir = dataDir;
    this.#name = name;
    this.#decode = decode;
    this.#now = now;
  }

  /** What can be read, changing nothing. */
  peek(): Value | null {
    return this.#read(this.#path());
  }

  load(): Loaded<Value> {
    const value = this.peek();
    if (value !== null) return { value, lost: null };
    const isThere = existsSync(this.#path());
    if (!isThere && !isKnown(this.#dataDir, this.#name)) return { value: null, lost: null };
    const aside = isThere ? this.#putAside() : null;
    for (const { path, at } of copiesOf(this.#dataDir, this.#name)) {
      const copied = this.#read(path);
      if (copied === null) continue;
      this.#putBack(copied);
      return { value: copied, lost: { name: this.#name, aside, copyAt: Math.floor(at / 1000) } };
    }
    return { value: null, lost: { name: this.#name, aside, copyAt: null } };
  }

  /** Copies the file as it is, unless its newest copy is the same: for a file that others write. */
  copyNow(): void {
    const value = this.peek();
    const [newest] = copiesOf(this.#dataDir, this.#name);
    if (value === null || (newest && isDeepStrictEqual(this.#read(newest.path), value))) return;
    this.#copy(JSON.stringify(value, null, 2));
  }

  /** Throws when the file cannot be written. A copy that cannot be written costs nothing but the copy. */
  save(value: Value): void {
    const text = JSON.stringify(value, null, 2);
    writeFileDurably(this.#path(), text);
    this.#copy(text);
  }

  #copy(text: string): void {
    try {
      markKnown(this.#dataDir, this.#name);
      writeFileDurably(nextCopy(this.#dataDir, this.#name, this.#now()), text);
      retainCopies(this.#dataDir, this.#name, retained);
    } catch {
      // The file itself is written; the next save tries the copy again.
    }
  }

  #putBack(value: Value): void {
    try {
      this.save(value);
    } catch {
      // The copy holds for this run, and is found again at the next start.
    }
  }

  #path(): string {
    return join(this.#dataDir, this.#name);
  }

  #putAside(): string {
    const aside = `${this.#path()}.damaged-${this.#now()}`;
    renameSync(this.#path(), aside);
    return aside;
  }

  #read(path: string): Value | null {
    try {
      const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
      return this.#decode(value);
    } catch {
      // Missing, a folder, unreadable or no JSON.
      return null;
    }
  }
}
