import { closeSync, mkdirSync, openSync, renameSync, fstatSync, existsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const MEGABYTE = 1024 * 1024;

/**
 * Appends lines to a file that is renamed when it is full (`name.1` is the newest of the old
 * files). Writes are synchronous: a log line must exist after the crash it explains. If the log
 * cannot be written the program continues, with one message on the terminal.
 */
export class RotatingFile {
  readonly #path: string;
  readonly #maximumBytes: number;
  readonly #maxOldFiles: number;
  #descriptor: number | undefined;
  #bytes = 0;
  #isReported = false;

  constructor(path: string, { maximumBytes = 4 * MEGABYTE, maxOldFiles = 3 } = {}) {
    this.#path = path;
    this.#maximumBytes = maximumBytes;
    this.#maxOldFiles = maxOldFiles;
  }

  write(line: string): void {
    try {
      const descriptor = this.#open();
      this.#bytes += writeSync(descriptor, line);
      if (this.#bytes >= this.#maximumBytes) this.#rotate();
    } catch (error) {
      this.#report(error);
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const descriptor = openSync(this.#path, 'a', 0o600);
    this.#bytes = fstatSync(descriptor).size;
    this.#descriptor = descriptor;
    return descriptor;
  }

  #rotate(): void {
    this.close();
    const oldFile = (age: number): string => `${this.#path}.${age}`;
    for (let age = this.#maxOldFiles - 1; age >= 1; age -= 1) {
      if (existsSync(oldFile(age))) renameSync(oldFile(age), oldFile(age + 1));
    }
    renameSync(this.#path, oldFile(1));
  }

  #report(error: unknown): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    process.stderr.write(`stratdesk: the log cannot be written (${code}); going on without it.\n`);
  }
}
