import { closeSync, fsyncSync, openSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs';

const bytes = 512 * 1024;

/**
 * Room set aside beside the journal. On a full disk it is given up, so that what became of the orders already sent can
 * still be written (order-safety P10); new orders wait until it is there again.
 */
export class Ballast {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** True when the room is held, by this call or before. */
  hold(): boolean {
    if (this.#held()) return true;
    if (statSync(this.#path, { throwIfNoEntry: false })?.isDirectory() === true) this.release();
    try {
      const file = openSync(this.#path, 'w', 0o600);
      try {
        // Random-looking content is not needed: no file system in use here stores zeros written by hand as holes.
        writeSync(file, Buffer.alloc(bytes, 1));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      return this.#held();
    } catch {
      // Not being able to set room aside is the answer, not an accident.
      this.release();
      return false;
    }
  }

  /** An empty folder in its place goes as well; one with something in it stays, and there is no room then. */
  release(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      removeEmptyFolder(this.#path);
    }
  }

  #held(): boolean {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size === bytes;
  }
}

function removeEmptyFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Whose it is nothing here can tell.
  }
}
