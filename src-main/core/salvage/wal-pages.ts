import { readFileSync } from 'node:fs';

/** The newest committed content of each page in a write-ahead log. */
export type WalPages = { readonly pageSize: number; readonly pages: ReadonlyMap<number, Buffer> };

const headerBytes = 32;
const frameBytes = 24;

/**
 * Reads the frames of a log that SQLite would use: the committed frames before the first frame
 * whose checksum is invalid or whose salts differ from those of the log header. Null if there is no
 * valid log.
 * https://sqlite.org/fileformat2.html#walformat
 */
export function walPages(path: string): WalPages | null {
  const log = readIfThere(path);
  if (log === null || log.length < headerBytes) return null;
  const magic = log.readUInt32BE(0);
  if (magic >>> 1 !== 0x377f0682 >>> 1) return null;
  const sum = new RunningSum((magic & 1) === 1);
  sum.add(log, 0, 24);
  if (!sum.matches(log, 24)) return null;
  const pageSize = log.readUInt32BE(8);
  const pages = new Map<number, Buffer>();
  const uncommitted = new Map<number, Buffer>();
  for (let at = headerBytes; at + frameBytes + pageSize <= log.length; at += frameBytes + pageSize) {
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break;
    sum.add(log, at, 8);
    sum.add(log, at + frameBytes, pageSize);
    if (!sum.matches(log, at + 16)) break;
    uncommitted.set(log.readUInt32BE(at), log.subarray(at + frameBytes, at + frameBytes + pageSize));
    if (log.readUInt32BE(at + 4) === 0) continue;
    for (const [page, bytes] of uncommitted) pages.set(page, bytes);
    uncommitted.clear();
  }
  return { pageSize, pages };
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The checksum of the log: two 32-bit sums over all words so far, in the byte order given by the
 * first word of the log.
 */
class RunningSum {
  readonly #bigEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(bigEndian: boolean) {
    this.#bigEndian = bigEndian;
  }

  add(bytes: Buffer, start: number, length: number): void {
    for (let at = start; at < start + length; at += 8) {
      this.#first = (this.#first + this.#word(bytes, at) + this.#second) >>> 0;
      this.#second = (this.#second + this.#word(bytes, at + 4) + this.#first) >>> 0;
    }
  }

  matches(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second;
  }

  #word(bytes: Buffer, at: number): number {
    return this.#bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
  }
}
