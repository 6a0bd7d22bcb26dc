/** A page, and the revision of the data it was read from. */
export type RevisedPage<Row> = { readonly rows: readonly Row[]; readonly total: number; readonly revision: number };

/**
 * Reads all pages of a table that core sorts and filters. If the table changes between two reads,
 * rows may have moved to another page and would be written twice or not at all. The function then
 * throws an error with a text for the user.
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
