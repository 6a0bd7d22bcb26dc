import { timeText } from '#renderer/format/time-text.ts';
import type { FileMessages } from '#contract/messages/files.ts';
import type { WordsOf } from '../catalog.ts';
import { endOf } from './formats.ts';

export const files: WordsOf<FileMessages> = {
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
  'recovery.failed': ({ reason }) => `This failed: ${endOf(reason)} The file is unchanged.`,
  'recovery.damaged-too': () => 'This copy cannot be used either. Choose another one.',
  'recovery.busy': () => 'Done. Choose the connection again in Settings, so that it works on the file.',
};
