import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { copiesOf, isKnown, markKnown, nextCopy, deleteOldCopies } from './copies.ts';
import type { LostFile } from '#core/ports.ts';

const maxCopies = 10;

export type Loaded<Value> = {
  /**
   * The value of the file or, if that was lost, of its newest readable copy. Null if there is
   * neither.
   */
  readonly value: Value | null;
  readonly lost: LostFile | null;
};

/** A small file with copies. A file that cannot be read is moved away, never overwritten. */
export class JsonFile<Value> {
  readonly #dataDir: string;
  readonly #name: string;
  readonly #decode: (value: unknown) => Value | null;
  readonly #now: () => number;

  /** `decode` returns null for content of another program or of a later version. */
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

  /** The value of the file; null if it cannot be read. Changes nothing. */
  peek(): Value | null {
    return this.#read(this.#path());
  }

  load(): Loaded<Value> {
    const value = this.peek();
    if (value !== null) return { value, lost: null };
    const exists = existsSync(this.#path());
    if (!exists && !isKnown(this.#dataDir, this.#name)) return { value: null, lost: null };
    const quarantinedPath = exists ? this.#moveAside() : null;
    for (const { path, at } of copiesOf(this.#dataDir, this.#name)) {
      const copy = this.#read(path);
      if (copy === null) continue;
      this.#restore(copy);
      return { value: copy, lost: { name: this.#name, quarantinedPath, copyAt: Math.floor(at / 1000) } };
    }
    return { value: null, lost: { name: this.#name, quarantinedPath, copyAt: null } };
  }

  /** Copies a file that other code writes, unless its newest copy is equal. */
  copyNow(): void {
    const value = this.peek();
    const [newest] = copiesOf(this.#dataDir, this.#name);
    if (value === null || (newest && isDeepStrictEqual(this.#read(newest.path), value))) return;
    this.#copy(JSON.stringify(value, null, 2));
  }

  /** Throws if the file cannot be written. A failed copy is ignored. */
  save(value: Value): void {
    const text = JSON.stringify(value, null, 2);
    writeFileDurably(this.#path(), text);
    this.#copy(text);
  }

  #copy(text: string): void {
    try {
      markKnown(this.#dataDir, this.#name);
      writeFileDurably(nextCopy(this.#dataDir, this.#name, this.#now()), text);
      deleteOldCopies(this.#dataDir, this.#name, maxCopies);
    } catch {
      // The file itself is written. The next save tries the copy again.
    }
  }

  #restore(value: Value): void {
    try {
      this.save(value);
    } catch {
      // The copy is used for this run and found again at the next start.
    }
  }

  #path(): string {
    return join(this.#dataDir, this.#name);
  }

  #moveAside(): string {
    const aside = `${this.#path()}.damaged-${this.#now()}`;
    renameSync(this.#path(), aside);
    return aside;
  }

  #read(path: string): Value | null {
    try {
      const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
      return this.#decode(value);
    } catch {
      // The file is missing, is a folder, cannot be read or is not JSON.
      return null;
    }
  }
}

/** Writes a new file, syncs it and renames it over the old one. A crash leaves one of the two. */
function writeFileDurably(path: string, text: string): void {
  const next = `${path}.next`;
  const file = openSync(next, 'w', 0o600);
  try {
    // On a nearly full disk one write may store only a part. This call writes the rest, or throws.
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}
