import type { Message, Text } from '#contract/message.ts';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  connectDurable,
  faultOf,
  inspectFile,
  isBusy,
  rollBackCreation,
  type FileFault,
} from '#core/files/durable-database.ts';
import { prepareTables } from '#core/files/durable-tables.ts';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from '#core/files/replace-file.ts';
import type { NoticeText } from '#core/events/notices.ts';
import { ReservedSpace } from './reserved-space.ts';
import type { FailPoint } from './fail-points.ts';
import { FileJournal } from './file-journal.ts';
import { journalFile } from './journal-schema.ts';
import { JournalInUse } from './journal-in-use.ts';
import { markRestored } from './journal-marks.ts';
import { salvageJournal } from './journal-salvage.ts';
import type { Journal } from './journal.ts';
import { lockedJournal } from './locked-journal.ts';

export type OpenedJournal = {
  readonly journal: Journal;
  readonly notices: readonly NoticeText[];
  /**
   * Why the file cannot be used. New orders are then locked until the user has chosen a replacement
   * for it.
   */
  readonly fault: Text | null;
};

export type JournalOptions = {
  readonly dataDir: string;
  readonly now: number;
  /** Locks the file against every other program. */
  readonly exclusive?: boolean;
  /** Copies of the journal exist. A missing or empty file is then refused, not created again. */
  readonly hasCopies?: boolean;
  /** The user chose to start a new journal without the old content. */
  readonly isOldContentLost?: boolean;
  readonly failPoint?: FailPoint;
};

/**
 * Opens `journal.db`. The readable part of a damaged file is copied into a new one, and the damaged
 * file is kept beside it. A file that cannot be read, that belongs to another program, or that is
 * of a later version is left as it is, and order entry is locked. A journal is never emptied, and
 * never silently replaced.
 */
export function openJournal(options: JournalOptions): OpenedJournal {
  const path = join(options.dataDir, 'journal.db');
  undoReplacing(path);
  rollBackCreation(path);
  const isEmpty = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  // Copies prove that there was a journal, even if its whole folder is gone.
  if (isEmpty && options.hasCopies === true) return refused(path, { code: 'fault.emptied' });
  const notices = isEmpty ? noticesOfMissingJournal(options.dataDir, path) : [];
  const opened = tryOpen(path, options, notices.length > 0 || options.isOldContentLost === true);
  if ('journal' in opened) return { journal: opened.journal, notices, fault: null };
  if (opened.kind === 'refused') return refused(path, opened.text);
  return salvage(path, opened.text, options);
}

/** The file with the reserved space proves that there was a journal in the same folder. */
function noticesOfMissingJournal(dataDir: string, path: string): readonly NoticeText[] {
  if (!existsSync(reservedSpacePath(dataDir))) return [];
  return [{ level: 'danger', title: { code: 'journal.missing-title' }, text: { code: 'journal.missing', path } }];
}

const reservedSpacePath = (dataDir: string): string => join(dataDir, 'journal.ballast');

function tryOpen(
  path: string,
  { dataDir, now, exclusive = false, failPoint }: JournalOptions,
  isOldContentLost: boolean,
): { readonly journal: Journal } | FileFault {
  let database;
  try {
    const inspectionFault = inspectFile(path, journalFile);
    if (inspectionFault !== null) return inspectionFault;
    database = connectDurable(path, { exclusive });
  } catch (error) {
    return faultOf(errorUnlessInUse(error, path));
  }
  try {
    const fault = prepareTables(database, journalFile);
    // Orders of the lost journal, or of its lost part, may have been sent. New orders wait until
    // the platform's lists were read, as after restoring a backup copy.
    if (fault === null && isOldContentLost) markRestored(database, now);
    if (fault === null) {
      return {
        journal: new FileJournal(
          database,
          new ReservedSpace(reservedSpacePath(dataDir)),
          failPoint ?? (() => undefined),
        ),
      };
    }
    database.close();
    return fault;
  } catch (error) {
    database.close();
    return faultOf(errorUnlessInUse(error, path));
  }
}

/**
 * Throws JournalInUse if another program has the journal open; otherwise returns the error. The
 * lock is on the journal itself: deleting the lock file of the data folder does not allow a second
 * program to open the journal.
 */
function errorUnlessInUse(error: unknown, path: string): unknown {
  if (isBusy(error)) throw new JournalInUse(path, { cause: error });
  return error;
}

function refused(path: string, fault: Text): OpenedJournal {
  const reason: Message = { code: 'journal.unusable', path, reason: fault };
  return {
    journal: lockedJournal(reason),
    notices: [{ level: 'danger', title: { code: 'journal.unusable-title' }, text: reason }],
    fault,
  };
}

function salvage(path: string, fault: Text, options: JournalOptions): OpenedJournal {
  const replacement = salvagePath(path, options.now);
  const salvaged = trySalvage(path, replacement);
  if ('failure' in salvaged || salvaged.rows === 0) {
    removeDatabase(replacement);
    return refused(
      path,
      'failure' in salvaged
        ? { code: 'fault.not-copied', fault, reason: salvaged.failure }
        : { code: 'journal.nothing-read', fault },
    );
  }
  let damagedPath: string;
  try {
    damagedPath = replaceFile(path, replacement, 'damaged');
  } catch (error) {
    return refused(path, { code: 'fault.not-copied', fault, reason: faultOf(error).text });
  }
  const { rows, unread } = salvaged;
  const opened = tryOpen(path, options, unread > 0);
  if (!('journal' in opened)) return refused(path, opened.text);
  const text: Message = { code: 'journal.repaired', fault, rows, unread, aside: damagedPath };
  return {
    journal: opened.journal,
    notices: [{ level: 'danger', title: { code: 'journal.repaired-title' }, text }],
    fault: null,
  };
}

/**
 * If copying fails, the damaged file stays as it is and the program starts with order entry
 * locked.
 */
function trySalvage(from: string, to: string): ReturnType<typeof salvageJournal> | { readonly failure: Text } {
  try {
    return salvageJournal(from, to);
  } catch (error) {
    return { failure: faultOf(error).text };
  }
}
