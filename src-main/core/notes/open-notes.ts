import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Message, Text } from '#contract/message.ts';
import { Note } from '#contract/model/note.ts';
import { failed } from '#contract/outcome.ts';
import {
  connectDurable,
  eachSealedRow,
  faultOf,
  inspectFile,
  type FileFault,
  rollBackCreation,
} from '#core/files/durable-database.ts';
import { prepareTables } from '#core/files/durable-tables.ts';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from '#core/files/replace-file.ts';
import { unsealer } from '#core/files/sealed.ts';
import type { NoticeText } from '#core/events/notices.ts';
import type { Clock } from '#core/ports.ts';
import { FileNotes } from './file-notes.ts';
import { subjectKey, type Notes } from './notes.ts';
import { notesFile } from './notes-schema.ts';

export type OpenedNotes = {
  readonly notes: Notes;
  readonly notices: readonly NoticeText[];
  /**
   * Why the file cannot be used. Nothing can be saved until the trader has chosen a replacement.
   */
  readonly fault: Text | null;
};

/**
 * Opens a file of notes. If it is damaged, every readable note and picture is copied into a new
 * file and the damaged file is saved under another name. A file that is missing although copies
 * exist, that belongs to another program, or that is of a later version is not changed, and nothing
 * can be saved.
 */
export function openNotes(path: string, clock: Pick<Clock, 'now'>, hasCopies = false): OpenedNotes {
  undoReplacing(path);
  rollBackCreation(path);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 && hasCopies) return refused(path, { code: 'fault.emptied' });
  const attempt = tryOpen(path, clock);
  if ('notes' in attempt) return { notes: attempt.notes, notices: [], fault: null };
  const fault = attempt;
  if (fault.kind === 'refused') return refused(path, fault.text);
  const salvagedPath = salvagePath(path, clock.now());
  let counts;
  let damagedPath;
  try {
    counts = copyReadable(path, salvagedPath);
    damagedPath = replaceFile(path, salvagedPath, 'damaged');
  } catch (error) {
    removeDatabase(salvagedPath);
    return refused(path, { code: 'fault.not-copied', fault: fault.text, reason: faultOf(error).text });
  }
  const opened = tryOpen(path, clock);
  if (!('notes' in opened)) return refused(path, opened.text);
  const title = { code: 'notes.repaired-title' } as const;
  const text = { code: 'notes.repaired', fault: fault.text, ...counts, aside: damagedPath } as const;
  return { notes: opened.notes, notices: [{ level: 'danger', title, text }], fault: null };
}

function tryOpen(path: string, clock: Pick<Clock, 'now'>): { readonly notes: Notes } | FileFault {
  let database: DatabaseSync | null = null;
  try {
    const inspectionFault = inspectFile(path, notesFile);
    if (inspectionFault !== null) return inspectionFault;
    database = connectDurable(path);
    const fault = prepareTables(database, notesFile);
    if (fault === null) return { notes: new FileNotes(database, clock) };
    database.close();
    return fault;
  } catch (error) {
    if (database?.isOpen) database.close();
    return faultOf(error);
  }
}

function refused(path: string, reason: Text): OpenedNotes {
  const problem: Message = { code: 'notes.unusable', path, reason };
  const notSaved = () => failed('not-stored', problem);
  const notes: Notes = {
    problem: () => problem,
    all: () => [],
    get: () => null,
    save: notSaved,
    attach: notSaved,
    image: () => 'unknown-image',
    size: () => 0,
    revision: () => 0,
    backUp: () => Promise.resolve(),
    close: () => undefined,
  };
  const title = { code: 'notes.unusable-title' } as const;
  return { notes, notices: [{ level: 'danger', title, text: problem }], fault: reason };
}

const readNote = unsealer(Note);

type Copied = {
  notes: number;
  /** The number of notes with a wrong digest or invalid content. */
  unread: number;
  /** Tables with an unreadable page. How many notes or pictures are lost by it is not known. */
  gaps: number;
};

/**
 * Copies row by row from both ends of a table, so that one unreadable page loses as few rows as
 * possible.
 */
function copyReadable(from: string, to: string): Copied {
  const source = new DatabaseSync(from, { readOnly: true });
  const target = connectDurable(to);
  const count: Copied = { notes: 0, unread: 0, gaps: 0 };
  try {
    prepareTables(target, notesFile);
    target.exec('BEGIN IMMEDIATE');
    const insertNote = target.prepare('INSERT OR IGNORE INTO notes VALUES (?, ?, ?, ?)');
    const stoppedDirections = eachSealedRow(source, 'SELECT body, digest FROM notes ORDER BY system_id', (row) => {
      const note = readNote(row);
      if (note === null) count.unread += 1;
      else {
        const { body, digest } = row;
        const added = insertNote.run(note.systemId, subjectKey(note.subject), String(body), String(digest)).changes;
        count.notes += Number(added);
      }
    });
    if (stoppedDirections > 0) count.gaps += 1;
    copyTable(source, target, 'images', 'image_id, type, digest, made_at', count);
    copyTable(source, target, 'image_parts', 'image_id, part, bytes', count);
    target.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    source.close();
    target.close();
  }
  return count;
}

/** A picture with a missing part fails its digest when it is read. */
function copyTable(source: DatabaseSync, target: DatabaseSync, table: string, columns: string, count: Copied): void {
  const placeholders = columns.replaceAll(/[a-z_]+/g, '?');
  const add = target.prepare(`INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${placeholders})`);
  const stoppedDirections = eachSealedRow(source, `SELECT ${columns} FROM ${table} ORDER BY image_id`, (row) => {
    add.run(...Object.values(row));
  });
  if (stoppedDirections > 0) count.gaps += 1;
}
