import type { DataMessages, TableTally } from '#contract/messages/data.ts';
import type { WordsOf } from '../catalog.ts';
import { withPeriod } from './formats.ts';

export const data: WordsOf<DataMessages> = {
  'read.bad-answer': () => 'The answer is not in the form that the platform uses. The stored data is unchanged.',
  'read.none-readable': ({ bad, problems }) => `None of the ${bad} records could be read (${problems.join('; ')}).`,
  'read.some-unreadable': ({ bad, total, problems }) =>
    `${bad} of ${total} records could not be read (${problems.join('; ')}).`,
  'read.not-stored': ({ reason }) => `The answer could not be stored: ${withPeriod(reason)}`,
  'read.disk-full': () => 'The disk is full: what is read cannot be stored. Reading continues when there is room.',
  'read.crashed': () =>
    'The thread that reads answers stopped while it read this answer. The stored data is unchanged.',
  'read.closed': () => 'The connection is closed.',
  'store.closed': () => 'The stored data is closed.',
  'store.not-open': () => 'The file of stored data is not open.',
  'store.damaged': () =>
    'The stored data is damaged. The file is set aside, and the data is read from the platform again.',
  'store.not-written': ({ reason }) => `The stored data could not be written: ${withPeriod(reason)}`,
  'trade-check.not-read': ({ reason }, words) => `The trades were not compared. ${withPeriod(words(reason))}`,
  'trade-check.none-stored': () => 'No trades of this strategy are stored yet.',
  'full-sync.window-hidden': () => 'Reading continues when the window is visible.',
  'dataset.lost': ({ why }) =>
    `The file of stored data ${causes[why]} What it contained is not known until it is read again.`,
  'cache.this-run-only': () => 'Data is stored for this run only',
  'cache.unusable': ({ file, reason }) =>
    `The file ${file} in the data folder cannot be opened or written (${reason ?? 'unknown reason'}). Nothing was changed.`,
  'cache.read-again': () => 'Stored data is being read again',
  'cache.replaced': ({ why, aside }) =>
    `The file of stored trades and orders ${causes[why]} Until they are read again, they are not known and not shown. The original file was saved as ${aside}. Your own order journal is not in it.`,
  'history.not-stored': () => 'Past readings are not stored',
  'history.unusable': ({ file, reason }) =>
    `The file ${file} in the data folder cannot be opened or written (${reason}). Nothing was changed.`,
  'history.repaired': () => 'Past readings were repaired',
  'history.reset': () => 'Past readings start over',
  'history.replaced': ({ why, file, aside, tables }) => {
    const isPartial = tables.some(({ salvaged }) => salvaged > 0);
    const summary = why === 'newer' ? '' : ` ${salvageSummary(tables)}`;
    const effect =
      why !== 'newer' && isPartial ? ' What was lost is missing from the past readings and cannot be read again.' : '';
    return `The file ${file} ${causes[why]}${summary}${effect} The original file was saved as ${aside}.`;
  },
  'history.not-written-title': () => 'Readings are not stored',
  'history.not-written': ({ file, reason }, words) =>
    `The file ${file} in the data folder cannot be written (${words(reason)}). Earlier readings are unchanged. What is read now will be missing from the past readings.`,
  'history.unreadable': () => 'Past readings cannot be read',
  'history.damaged': ({ file }) =>
    `The file ${file} in the data folder is damaged. Nothing was changed. At the next start its readable rows are copied into a new file.`,
  'storage.unknown-connection': () => 'Nothing is stored of this connection. Nothing was cleared.',
  'storage.unknown-order': () =>
    'The outcome of an order is unknown, and the stored data helps to find it. Resolve the order first. Nothing was cleared.',
};

const causes = { newer: 'was written by a newer version of this program.', damaged: 'was damaged.' } as const;

/** The names of one row and of many rows, by table. A table without names is not mentioned. */
type RowNames = Readonly<Record<string, readonly [string, string]>>;

const historyRowNames: RowNames = { readings_of: ['value', 'values'], moments: ['moment', 'moments'] };

/** "Recovered: 1,200 values and 3 moments. Lost: 5 values and some of the moments." */
function salvageSummary(tables: readonly TableTally[]): string {
  const namedTables = tables.flatMap((tally) => {
    const names = historyRowNames[tally.table];
    return names === undefined ? [] : [{ ...tally, names }];
  });
  const recovered = namedTables
    .filter(({ salvaged }) => salvaged > 0)
    .map(({ salvaged, names }) => countText(salvaged, names));
  if (recovered.length === 0) return 'Nothing in it could be read.';
  const lost = namedTables.filter((table) => table.lost !== 0).map(lostText);
  return `Recovered: ${listText(recovered)}.${lost.length === 0 ? '' : ` Lost: ${listText(lost)}.`}`;
}

const countText = (count: number, [one, many]: readonly [string, string]): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

function lostText({ salvaged, lost, names }: TableTally & { readonly names: readonly [string, string] }): string {
  if (lost !== null) return countText(lost, names);
  return salvaged === 0 ? `all ${names[1]}` : `some of the ${names[1]}`;
}

const listText = (parts: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(parts);
