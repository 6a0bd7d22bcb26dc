/** SQL for "one of these columns holds this text", any ASCII case; empty when there is nothing to look for. */
export const containing = (
  columns: readonly string[],
  wanted: string,
): { readonly sql: string; readonly parameters: readonly string[] } => {
  const text = wanted.trim();
  if (text === '') return { sql: '', parameters: [] };
  const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const tests = columns.map((column) => `${column} LIKE ? ESCAPE '\\'`);
  return { sql: ` AND (${tests.join(' OR ')})`, parameters: columns.map(() => pattern) };
};
