import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { NoticeText } from '#core/events/notices.ts';
import { Ballast } from './ballast.ts';
import type { FailPoint } from './fail-points.ts';
import { DamagedRow, FileJournal } from './file-journal.ts';
import { checkJournal, connectJournal, inspectJournal, type JournalFault } from './journal-database.ts';
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

function tryOpen(path: string, { dataDir, failPoint }: Options): { readonly journal: Journal } | JournalFault {
  let database;
  try {
    const foreign = inspectJournal(path);
    if (foreign !== null) return foreign;
    database = connectJournal(path);
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
    return error instanceof DamagedRow ? { kind: 'damaged', text: error.message } : faultOf(error);
  }
}

/** SQLITE_CORRUPT (11) may be salvaged; a file that is no database (26), locked or read-only is refused. */
function faultOf(error: unknown): JournalFault {
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  const text = error instanceof Error ? error.message : 'unknown error';
  // A table or column that is missing means a damaged schema page, as does an SQL logic error (1) on our own statements.
  return { kind: code === 11 || code === 1 ? 'damaged' : 'refused', text };
}

function refused(path: string, text: string): OpenedJournal {
  const reason = `The order journal ${path} can not be used: ${text}. Nothing in it was changed; new orders are locked.`;
  return {
    journal: lockedJournal(reason),
    notices: [{ level: 'danger', title: 'Order entry is locked', text: reason }],
  };
}

function salvage(path: string, fault: string, options: Options): OpenedJournal {
  const fresh = `${path}.salvage`;
  removeDatabase(fresh);
  const salvaged = trySalvage(path, fresh);
  if ('failure' in salvaged || salvaged.rows === 0) {
    removeDatabase(fresh);
    return refused(path, `${fault}; ${'failure' in salvaged ? salvaged.failure : 'no order could be read'}`);
  }
  const aside = `${path.slice(0, -3)}.damaged-${options.now}.db`;
  for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, aside + end);
  renameSync(fresh, path);
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

function removeDatabase(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}
