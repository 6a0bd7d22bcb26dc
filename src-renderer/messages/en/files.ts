import { timeText } from '#renderer/format/time-text.ts';
import type { FileMessages } from '#contract/messages/files.ts';
import type { WordsOf } from '../catalog.ts';
import { withPeriod } from './formats.ts';

export const files: WordsOf<FileMessages> = {
  'fault.no-database': () => 'it is not a database',
  'fault.foreign': () => 'it was not made by this program',
  'fault.newer': ({ version }) => `it is of a later version (${version})`,
  'fault.no-table': ({ table }) => `its table ${table} is missing`,
  'fault.emptied': () => 'it was empty when the program started',
  'fault.altered-row': ({ of, part }) =>
    part === 'key' ? `the key of ${rowNames[of]} was altered` : `${rowNames[of]} was altered`,
  'fault.not-copied': ({ fault, reason }, words) => `${words(fault)}; it could not be copied (${words(reason)})`,
  'journal.missing-title': () => 'The order journal is missing',
  'journal.missing': ({ path }) =>
    `${path} was empty when the program started, and orders were stored in it before. A new journal was created; check the working orders.`,
  'journal.unusable-title': () => 'Order entry is locked',
  'journal.unusable': ({ path, reason }, words) =>
    `The order journal ${path} cannot be used: ${words(reason)}. The file was not changed; new orders are locked.`,
  'journal.nothing-read': ({ fault }, words) => `${words(fault)}; no order could be read`,
  'journal.repaired-title': () => 'The order journal was repaired',
  'journal.repaired': ({ fault, rows, unread, aside }, words) =>
    `It was damaged (${words(fault)}). ${rows} orders and cancels were copied to a new file, ${unread} could not be read. The damaged file was saved as ${aside}. Check the working orders.`,
  'journal.no-room': () => 'The disk of the data folder is full: the order journal cannot be written.',
  'journal.not-written': ({ reason }) => `The order journal cannot be written${reason === '' ? '' : ` (${reason})`}.`,
  'preferences.this-run-only': () => 'The settings file cannot be written. The change lasts until the program ends.',
  'preferences.retention-not-saved': () => 'The settings file cannot be written. The retention was not changed.',
  'preferences.too-large': ({ limit }) =>
    `Layouts and drafts may take ${limit} MB together. Delete some first. Nothing was saved.`,
  'file.lost': ({ name }) => `${name} was lost`,
  'file.lost-copy': ({ aside, copyAt }) => {
    const what = aside === null ? 'The file was missing.' : `It could not be read. It was moved to ${aside}.`;
    return copyAt === null
      ? `${what} There is no copy of it: everything in it has to be entered again.`
      : `${what} The copy of ${timeText(copyAt, 'ET')} ET is used.`;
  },
  'file.not-a-folder': ({ name }) => `${name} is not a folder`,
  'file.moved': ({ aside }) => `A file was in its place. It was moved to ${aside}, and a new folder was made.`,
  'recovery.not-typed': () => 'Type the words to confirm. Nothing was changed.',
  'recovery.unknown': () => 'This file no longer needs a choice. Nothing was changed.',
  'recovery.failed': ({ reason }) => `This failed: ${withPeriod(reason)} The file is unchanged.`,
  'recovery.damaged-too': () => 'This copy cannot be used either. Choose another one.',
  // The file was replaced, but the connection could not be opened again now.
  'recovery.busy': () => 'Done. Choose the connection again in Settings, so that it uses this file.',
};

const rowNames = {
  order: 'an order row',
  event: 'an event row',
  cancel: 'a cancel row',
  act: 'an act row',
  connection: 'a connection row',
} as const;
