import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  connectDurable,
  faultOf,
  inspectFile,
  isBusy,
  undoHalfMade,
  type FileFault,
} from '#core/durable/durable-database.ts';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from '#core/durable/replace-file.ts';
import type { NoticeText } from '#core/events/notices.ts';
import { Ballast } from './ballast.ts';
import type { FailPoint } from './fail-points.ts';
import { FileJournal } from './file-journal.ts';
import { checkJournal } from './journal-database.ts';
import { journalApplicationId, journalVersion } from './journal-schema.ts';
import { JournalInUse } from './journal-in-use.ts';
import { markRestored } from './journal-marks.ts';
import { salvageJournal } from './journal-salvage.ts';
import type { Journal } from './journal.ts';
import { lockedJournal } from './locked-journal.ts';

export type OpenedJournal = {
  readonly journal: Journal;
  readonly notices: readonly NoticeText[];
  /** Why the file cannot be used; new orders are then locked until the user chose what takes its place. */
  readonly fault: string | null;
};

export type JournalOptions = {
  readonly dataDir: string;
  readonly now: number;
  /** Keeps every other program out of the file. */
  readonly exclusive?: boolean;
  /** There are copies of it: a file that is missing is then not begun again without a word. */
  readonly hasCopies?: boolean;
  /** The user chose to begin again without what was in it. */
  readonly isLost?: boolean;
  readonly failPoint?: FailPoint;
};

/**
 * Opens `journal.db`. A damaged file is read as far as it can be read into a new one and kept beside it; a foreign, later or
 * unreadable one is left as it is and order entry is locked. It is never emptied, and never silently replaced.
 */
export function openJournal(options: JournalOptions): OpenedJournal {
  const path = join(options.dataDir, 'journal.db');
  undoReplacing(path);
  undoHalfMade(path);
  const isEmpty = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  // Copies show that there was one, even where its whole folder is gone.
  if (isEmpty && options.hasCopies === true) return refused(path, 'it held nothing when the program started');
  const lost = isEmpty ? lostBefore(options.dataDir, path) : [];
  const fault = tryOpen(path, options, lost.length > 0 || options.isLost === true);
  if ('journal' in fault) return { journal: fault.journal, notices: lost, fault: null };
  if (fault.kind === 'refused') return refused(path, fault.text);
  return salvage(path, fault.text, options);
}

/** The room set aside beside a journal shows that there was one. */
function lostBefore(dataDir: string, path: string): readonly NoticeText[] {
  if (!existsSync(ballastPath(dataDir))) return [];
  const text = `${path} held nothing when the program started, although orders were kept there before. A new journal was begun; check the working orders.`;
  return [{ level: 'danger', title: 'The order journal is missing', text }];
}

const ballastPath = (dataDir: string): string => join(dataDir, 'journal.ballast');

function tryOpen(
  path: string,
  { dataDir, now, exclusive = false, failPoint }: JournalOptions,
  isLost: boolean,
): { readonly journal: Journal } | FileFault {
  let database;
  try {
    const foreign = inspectFile(path, { applicationId: journalApplicationId, version: journalVersion });
    if (foreign !== null) return foreign;
    database = connectDurable(path, { exclusive });
  } catch (error) {
    return faultOf(inUse(error, path));
  }
  try {
    const fault = checkJournal(database);
    // What was in the lost one may have been sent: new orders wait for the lists, as after a copy.
    if (fault === null && isLost) markRestored(database, now);
    if (fault === null) {
      return { journal: new FileJournal(database, new Ballast(ballastPath(dataDir)), failPoint ?? (() => undefined)) };
    }
    database.close();
    return fault;
  } catch (error) {
    database.close();
    return faultOf(inUse(error, path));
  }
}

/** The lock is on the journal itself: removing the lock file of the data folder lets no second program in. */
function inUse(error: unknown, path: string): unknown {
  if (isBusy(error)) throw new JournalInUse(path, { cause: error });
  return error;
}

function refused(path: string, text: string): OpenedJournal {
  const reason = `The order journal ${path} can not be used: ${text}. Nothing in it was changed; new orders are locked.`;
  return {
    journal: lockedJournal(reason),
    notices: [{ level: 'danger', title: 'Order entry is locked', text: reason }],
    fault: text,
  };
}

function salvage(path: string, fault: string, options: JournalOptions): OpenedJournal {
  const fresh = salvagePath(path, options.now);
  const salvaged = trySalvage(path, fresh);
  if ('failure' in salvaged || salvaged.rows === 0) {
    removeDatabase(fresh);
    return refused(path, `${fault}; ${'failure' in salvaged ? salvaged.failure : 'no order could be read'}`);
  }
  const aside = replaceFile(path, fresh, 'damaged');
  const opened = tryOpen(path, options, false);
  if (!('journal' in opened)) return refused(path, opened.text);
  const text = `It was damaged (${fault}). ${salvaged.rows} orders and cancels were read into a new file, ${salvaged.unread} could not be read. The damaged file is kept as ${aside}. Check the working orders.`;
  return {
    journal: opened.journal,
    notices: [{ level: 'danger', title: 'The order journal was repaired', text }],
    fault: null,
  };
}

/** Whatever stops the copy, the damaged file stays as it is and the program starts, with order entry locked. */
function trySalvage(from: string, to: string): ReturnType<typeof salvageJournal> | { readonly failure: string } {
  try {
    return salvageJournal(from, to);
  } catch (error) {
    return { failure: `it could not be copied (${error instanceof Error ? error.message : 'unknown error'})` };
  }
}
