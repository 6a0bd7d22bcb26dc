import type { TableTally } from './salvage-file.ts';

/** Singular and plural of a table's rows. A table without them is not mentioned. */
export type TableWords = Readonly<Record<string, readonly [string, string]>>;

/** "Kept: 3 strategies and 1,200 trades. Lost: 5 trades and some of the equity points." */
export function salvageSummary(tables: readonly TableTally[], words: TableWords): string {
  const named = tables.filter(({ table }) => table in words);
  const kept = named.filter((one) => one.salvaged > 0).map((one) => counted(one.salvaged, words[one.table]));
  if (kept.length === 0) return 'Nothing in it could be read.';
  const lost = named.filter((one) => one.lost !== 0).map((one) => lostText(one, words[one.table]));
  return `Kept: ${listed(kept)}.${lost.length === 0 ? '' : ` Lost: ${listed(lost)}.`}`;
}

const counted = (count: number, [one, many]: readonly [string, string] = ['row', 'rows']): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

function lostText({ salvaged, lost }: TableTally, words: readonly [string, string] = ['row', 'rows']): string {
  if (lost !== null) return counted(lost, words);
  return salvaged === 0 ? `all ${words[1]} there were` : `some of the ${words[1]}`;
}

const listed = (parts: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
