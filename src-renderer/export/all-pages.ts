/** A page, and the revision of what it was read from. */
export type RevisedPage<Row> = { readonly rows: readonly Row[]; readonly total: number; readonly revision: number };

/**
 * Every page of a table that is sorted and filtered in the program, one after the other. When the table changes meanwhile
 * its rows have moved between pages, and some would be written twice or not at all: it ends with words for the user.
 */
export async function* allPages<Row>(
  read: (offset: number) => Promise<RevisedPage<Row>>,
): AsyncGenerator<readonly Row[]> {
  const first = await read(0);
  let offset = first.rows.length;
  yield first.rows;
  while (offset < first.total) {
    const page = await read(offset);
    if (page.revision !== first.revision || page.total !== first.total || page.rows.length === 0) {
      throw new Error('The table changed while it was being read. Export it again.');
    }
    offset += page.rows.length;
    yield page.rows;
  }
}
