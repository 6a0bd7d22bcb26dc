import { closeSync, mkdirSync, openSync, renameSync, fstatSync, existsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const MEGABYTE = 1024 * 1024;

/**
 * Lines appended to a file that is put aside when it is full (`name.1` is the newest of those kept). Writing is
 * synchronous: a log line must be there after the crash it explains. A log that can not be written stops nothing, but is
 * told once on the terminal.
 */
export class RotatingFile {
  readonly #path: string;
  readonly #maximumBytes: number;
  readonly #kept: number;
  #descriptor: number | undefined;
  #bytes = 0;
  #complained = false;

  constructor(path: string, { maximumBytes = 4 * MEGABYTE, kept = 3 } = {}) {
    this.#path = path;
    this.#maximumBytes = maximumBytes;
    this.#kept = kept;
  }

  write(line: string): void {
    try {
      const descriptor = this.#open();
      this.#bytes += writeSync(descriptor, line);
      if (this.#bytes >= this.#maximumBytes) this.#rotate();
    } catch (error) {
      this.#complain(error);
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
    const aside = (age: number): string => `${this.#path}.${age}`;
    for (let age = this.#kept - 1; age >= 1; age -= 1) {
      if (existsSync(aside(age))) renameSync(aside(age), aside(age + 1));
    }
    renameSync(this.#path, aside(1));
  }

  #complain(error: unknown): void {
    if (this.#complained) return;
    this.#complained = true;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    process.stderr.write(`stratdesk: the log can not be written (${code}); going on without it.\n`);
  }
}
