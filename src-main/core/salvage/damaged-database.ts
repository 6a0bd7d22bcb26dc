// Reads the good rows of a damaged database. SQLite ends a scan at the first broken page, and
// accepts everything on a page that merely looks like a valid one. Here every page must be
// consistent to the byte, a bad page loses only its own rows (and those reached through it alone),
// and the file is not changed.
import { PageFile } from './page-file.ts';
import type { StoredValue } from './record.ts';
import { walkTree, type TreeVisitor } from './walk-tree.ts';

type SchemaRow = { readonly type: string; readonly name: string; readonly table: string; readonly root: number };

export class DamagedDatabase {
  readonly #file: PageFile;
  readonly #schemaRows: readonly SchemaRow[];

  private constructor(file: PageFile) {
    this.#file = file;
    this.#schemaRows = schemaRowsOf(file);
  }

  /** Null when nothing can be read. */
  static open(path: string): DamagedDatabase | null {
    const file = PageFile.open(path);
    if (file === null) return null;
    try {
      return new DamagedDatabase(file);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** The `user_version` of the file. */
  get version(): number {
    return this.#file.version;
  }

  /** Visits all readable rows of a table. */
  walk<Row>(table: string, visitor: TreeVisitor<Row>): void {
    const schemaRow = this.#schemaRows.find(({ type, name }) => type === 'table' && name === table);
    if (schemaRow === undefined) visitor.gap();
    else walkTree(this.#file, schemaRow.root, visitor);
  }

  /**
   * The number of rows that a table had, from the automatic index of its key; null when that index
   * is damaged or absent.
   */
  count(table: string): number | null {
    const schemaRow = this.#schemaRows.find(
      ({ name, table: indexedTable }) => indexedTable === table && name.startsWith('sqlite_autoindex_'),
    );
    if (schemaRow === undefined) return null;
    const found = { rows: 0, gaps: 0 };
    walkTree(this.#file, schemaRow.root, {
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

/** The schema is a table too, and starts on the first page. */
function schemaRowsOf(file: PageFile): SchemaRow[] {
  const rows: SchemaRow[] = [];
  walkTree(file, 1, { read: schemaRowOf, row: (row) => rows.push(row), gap: () => undefined });
  return rows;
}

function schemaRowOf([type, name, table, root]: readonly StoredValue[]): SchemaRow | null {
  if (typeof type !== 'string' || typeof name !== 'string' || typeof table !== 'string') return null;
  return typeof root === 'number' ? { type, name, table, root } : null;
}
