import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs';

const bytes = 512 * 1024;

/**
 * A file beside the journal that reserves disk space. It is deleted when the disk is full, so that
 * the outcome of orders already sent can still be written (order-safety P10). Order entry is locked
 * until the space is reserved again.
 */
export class ReservedSpace {
  readonly #path: string;
  readonly #write: (file: number, content: Uint8Array) => number;

  constructor(path: string, write: (file: number, content: Uint8Array) => number = writeSync) {
    this.#path = path;
    this.#write = write;
  }

  /** Reserves the space; true when it is reserved now or was before. */
  reserve(): boolean {
    if (this.#isReserved()) return true;
    if (statSync(this.#path, { throwIfNoEntry: false })?.isDirectory() === true) this.release();
    try {
      const file = openSync(this.#path, 'w', 0o600);
      try {
        // Random bytes take up their full size even on a file system that compresses.
        this.#write(file, randomBytes(bytes));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    } catch {
      // A failure to reserve space is a regular result, not an error.
    }
    if (this.#isReserved()) return true;
    // A write on a nearly full disk may store only a part, which would take the last free space.
    this.release();
    return false;
  }

  /**
   * Deletes the file, or an empty folder of that name. A folder with content is left alone, and no
   * space can be reserved then.
   */
  release(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      removeEmptyFolder(this.#path);
    }
  }

  #isReserved(): boolean {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size === bytes;
  }
}

function removeEmptyFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // A folder with content, which may belong to another program.
  }
}
