import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectDurable, faultOf, inspectFile, type FileFault } from '#core/durable/durable-database.ts';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from '#core/durable/replace-file.ts';
import type { NoticeText } from '#core/events/notices.ts';
import { Ballast } from './ballast.ts';
import type { FailPoint } from './fail-points.ts';
import { FileJournal } from './file-journal.ts';
import { checkJournal } from './journal-database.ts';
import { journalApplicationId, journalVersion } from './journal-schema.ts';
import { salvageJournal } from './journal-salvage.ts';
import type { Journal } from './journal.ts';
import { lockedJournal } from './locked-journal.ts';

export type OpenedJournal = { readonly journal: Journal; readonly notices: readonly NoticeText[] };

type Options = { readonly dataDir: string; readonly now: number; readonly failPoint?: FailPoint };

/**
 * Opens `journal.db`. A damaged file is read as far as it can be read into a new one and kept beside it; a foreign, later or
 * unreadable one is left as it is and order entry is locked. It is never emptied, and never silently replaced.
 */
export function openJournal(options: Options): OpenedJournal {
  const path = join(options.dataDir, 'journal.db');
  undoReplacing(path);
  const lost = lostBefore(options.dataDir, path);
  const fault = tryOpen(path, options);
  if ('journal' in fault) return { journal: fault.journal, notices: lost };
  if (fault.kind === 'refused') return refused(path, fault.text);
  return salvage(path, fault.text, options);
}

/** The room set aside beside a journal shows that there was one. */
function lostBefore(dataDir: string, path: string): readonly NoticeText[] {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 || !existsSync(ballastPath(dataDir))) return [];
  const text = `${path} held nothing when the program started, although orders were kept there before. A new journal was begun; check the working orders.`;
  return [{ level: 'danger', title: 'The order journal is missing', text }];
}

const ballastPath = (dataDir: string): string => join(dataDir, 'journal.ballast');

function tryOpen(path: string, { dataDir, failPoint }: Options): { readonly journal: Journal } | FileFault {
  let database;
  try {
    const foreign = inspectFile(path, { applicationId: journalApplicationId, version: journalVersion });
    if (foreign !== null) return foreign;
    database = connectDurable(path);
  } catch (error) {
    return faultOf(error);
  }
  try {
    const fault = checkJournal(database);
    if (fault === null) {
      return { journal: new FileJournal(database, new Ballast(ballastPath(dataDir)), failPoint ?? (() => undefined)) };
    }
    database.close();
    return fault;
  } catch (error) {
    database.close();
    return faultOf(error);
  }
}

function refused(path: string, text: string): OpenedJournal {
  const reason = `The order journal ${path} can not be used: ${text}. Nothing in it was changed; new orders are locked.`;
  return {
    journal: lockedJournal(reason),
    notices: [{ level: 'danger', title: 'Order entry is locked', text: reason }],
  };
}

function salvage(path: string, fault: string, options: Options): OpenedJournal {
  const fresh = salvagePath(path, options.now);
  const salvaged = trySalvage(path, fresh);
  if ('failure' in salvaged || salvaged.rows === 0) {
    removeDatabase(fresh);
    return refused(path, `${fault}; ${'failure' in salvaged ? salvaged.failure : 'no order could be read'}`);
  }
  const aside = replaceFile(path, fresh, 'damaged');
  const opened = tryOpen(path, options);
  if (!('journal' in opened)) return refused(path, opened.text);
  const text = `It was damaged (${fault}). ${salvaged.rows} orders and cancels were read into a new file, ${salvaged.unread} could not be read. The damaged file is kept as ${aside}. Check the working orders.`;
  return { journal: opened.journal, notices: [{ level: 'danger', title: 'The order journal was repaired', text }] };
}

/** Whatever stops the copy, the damaged file stays as it is and the program starts, with order entry locked. */
function trySalvage(from: string, to: string): ReturnType<typeof salvageJournal> | { readonly failure: string } {
  try {
    return salvageJournal(from, to);
  } catch (error) {
    return { failure: `it could not be copied (${error instanceof Error ? error.message : 'unknown error'})` };
  }
}
