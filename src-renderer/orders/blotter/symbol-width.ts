/**
 * In CSS px: the padding of a cell, and the width of the widest bold digit or capital in the
 * largest of the three densities.
 */
const cellPadding = 20;
const characterWidth = 8.6;
const maxCharacters = 13;

/**
 * Width of the symbol column. It fits the longest symbol listed, up to 13 characters, because a cut
 * symbol could be read as another one. Options need twice the width of stocks. Without options the
 * reason column gets the room.
 */
export function symbolWidth(rows: readonly { readonly symbol: string }[]): number {
  const characterCount = rows.reduce((longest, { symbol }) => Math.max(longest, symbol.length), 6);
  return cellPadding + Math.ceil(Math.min(characterCount, maxCharacters) * characterWidth);
}
