// Reads what is still good of a damaged database. SQLite ends at the first broken page of a scan and takes whatever stands on a
// page that merely looks like one; here every page must hold together to the byte, a bad one costs only itself (and what is
// reached through it alone), and nothing of the file is changed.
import { PageFile } from './page-file.ts';
import type { StoredValue } from './record.ts';
import { walkTree, type TreeVisitor } from './walk-tree.ts';

type Entry = { readonly type: string; readonly name: string; readonly table: string; readonly root: number };

export class DamagedDatabase {
  readonly #file: PageFile;
  readonly #entries: readonly Entry[];

  private constructor(file: PageFile) {
    this.#file = file;
    this.#entries = entriesOf(file);
  }

  /** Null where nothing can be read of it. */
  static open(path: string): DamagedDatabase | null {
    const file = PageFile.open(path);
    return file === null ? null : new DamagedDatabase(file);
  }

  /** The `user_version` it says. */
  get version(): number {
    return this.#file.version;
  }

  /** All rows of a table that can be read. */
  walk<Row>(table: string, visitor: TreeVisitor<Row>): void {
    const entry = this.#entries.find(({ type, name }) => type === 'table' && name === table);
    if (entry === undefined) visitor.gap();
    else walkTree(this.#file, entry.root, visitor);
  }

  /** How many rows a table had, where the index that SQLite makes of its key is whole; null where that can not be told. */
  count(table: string): number | null {
    const entry = this.#entries.find(({ name, table: of }) => of === table && name.startsWith('sqlite_autoindex_'));
    if (entry === undefined) return null;
    const found = { rows: 0, gaps: 0 };
    walkTree(this.#file, entry.root, {
      read: () => true,
      row: () => (found.rows += 1),
      gap: () => (found.gaps += 1),
    });
    return found.gaps === 0 ? found.rows : null;
  }

  close(): void {
    this.#file.close();
  }
}

/** The schema is itself a table, and begins on the first page. */
function entriesOf(file: PageFile): Entry[] {
  const entries: Entry[] = [];
  walkTree(file, 1, { read: entryOf, row: (entry) => entries.push(entry), gap: () => undefined });
  return entries;
}

function entryOf([type, name, table, root]: readonly StoredValue[]): Entry | null {
  if (typeof type !== 'string' || typeof name !== 'string' || typeof table !== 'string') return null;
  return typeof root === 'number' ? { type, name, table, root } : null;
}
