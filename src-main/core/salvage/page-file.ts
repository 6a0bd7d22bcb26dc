import { closeSync, openSync, readSync } from 'node:fs';
import { walPages, type WalPages } from './wal-pages.ts';

const magic = Buffer.from('SQLite format 3\0', 'latin1');
const headerBytes = 100;

/**
 * A database file as numbered pages, each in its latest state from the write-ahead log. Read-only,
 * without SQLite.
 */
export class PageFile {
  readonly #file: number;
  readonly #wal: WalPages | null;
  readonly #pageSize: number;
  /** Usable bytes of a page. */
  readonly usableBytes: number;
  /** The `user_version` of the file. */
  readonly version: number;

  private constructor(file: number, wal: WalPages | null, header: Buffer) {
    this.#file = file;
    this.#wal = wal;
    this.#pageSize = pageSizeOf(header);
    this.usableBytes = this.#pageSize - (header[20] ?? 0);
    this.version = header.readUInt32BE(60);
  }

  /** Null when the header is not that of a UTF-8 database or does not fit the write-ahead log. */
  static open(path: string): PageFile | null {
    const file = openSync(path, 'r');
    let opened: PageFile | null = null;
    try {
      const wal = walPages(`${path}-wal`);
      const header = wal?.pages.get(1) ?? Buffer.alloc(headerBytes);
      if (wal?.pages.has(1) !== true) readSync(file, header, 0, headerBytes, 0);
      if (isHeader(header) && (wal === null || wal.pageSize === pageSizeOf(header)))
        opened = new PageFile(file, wal, header);
      return opened;
    } finally {
      // A file that remains open cannot be moved aside on Windows.
      if (opened === null) closeSync(file);
    }
  }

  /** Null for a page that the file does not have. */
  page(number: number): Buffer | null {
    const logged = this.#wal?.pages.get(number);
    if (logged !== undefined) return logged;
    if (number < 1) return null;
    const bytes = Buffer.allocUnsafe(this.#pageSize);
    const read = readSync(this.#file, bytes, 0, this.#pageSize, (number - 1) * this.#pageSize);
    return read === this.#pageSize ? bytes : null;
  }

  close(): void {
    closeSync(this.#file);
  }
}

const pageSizeOf = (header: Buffer): number => {
  const size = header.readUInt16BE(16);
  return size === 1 ? 65_536 : size;
};

const isHeader = (header: Buffer): boolean => {
  const size = pageSizeOf(header);
  const isValidSize = size >= 512 && (size & (size - 1)) === 0;
  // 56: the text encoding, 1 for UTF-8.
  return header.subarray(0, 16).equals(magic) && isValidSize && header.readUInt32BE(56) === 1;
};
