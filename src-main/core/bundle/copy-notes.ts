import { DatabaseSync } from 'node:sqlite';
import type { Text } from '#contract/message.ts';
import { Note } from '#contract/model/note.ts';
import { transaction } from '#core/sqlite/database.ts';
import { inspectFile } from '#core/files/durable-database.ts';
import { seal, unsealer } from '#core/files/sealed.ts';
import { subjectKey } from '#core/notes/notes.ts';
import { notesFile } from '#core/notes/notes-schema.ts';
import { BundleProblem } from './bundle-problem.ts';
import { openBundleDatabase } from './copy-cache.ts';

const readNote = unsealer(Note);
const notesSql = [notesFile.schema, `PRAGMA application_id = ${notesFile.applicationId}`];

/**
 * Adds the notes of one strategy, with or without their pictures. The trader's file is only read.
 */
export function copyNotes(source: string, target: string, systemId: string, pictures: boolean): void {
  const fault = inspectFile(source, notesFile);
  if (fault !== null) throw unreadable(fault.text);
  const sourceDb = new DatabaseSync(source, { readOnly: true });
  const targetDb = openBundleDatabase(target, notesSql, notesFile.version);
  try {
    transaction(targetDb, () => {
      for (const note of notesOf(sourceDb, systemId)) {
        const content = { ...note.content, images: pictures ? note.content.images : [] };
        const { body, digest } = seal({ ...note, content });
        targetDb.prepare('INSERT INTO notes VALUES (?, ?, ?, ?)').run(systemId, subjectKey(note.subject), body, digest);
        for (const { imageId } of content.images) copyPicture(sourceDb, targetDb, imageId);
      }
    });
  } finally {
    sourceDb.close();
    targetDb.close();
  }
}

function notesOf(sourceDb: DatabaseSync, systemId: string): Note[] {
  return sourceDb
    .prepare('SELECT body, digest FROM notes WHERE system_id = ?')
    .all(systemId)
    .map((row) => {
      const note = readNote(row);
      if (note === null) throw unreadable({ code: 'notes.altered' });
      return note;
    });
}

/** Copies a picture without a check. Its digest is checked when the picture is shown. */
function copyPicture(sourceDb: DatabaseSync, targetDb: DatabaseSync, imageId: string): void {
  const image = sourceDb.prepare('SELECT type, digest, made_at FROM images WHERE image_id = ?').get(imageId);
  if (image === undefined) return;
  const added = targetDb
    .prepare('INSERT OR IGNORE INTO images VALUES (?, ?, ?, ?)')
    .run(imageId, image['type'] ?? null, image['digest'] ?? null, image['made_at'] ?? null);
  if (added.changes === 0) return;
  const add = targetDb.prepare('INSERT INTO image_parts VALUES (?, ?, ?)');
  for (const row of sourceDb.prepare('SELECT part, bytes FROM image_parts WHERE image_id = ?').iterate(imageId)) {
    add.run(imageId, row['part'] ?? null, row['bytes'] ?? null);
  }
}

const unreadable = (reason: Text): BundleProblem =>
  new BundleProblem('damaged', { code: 'bundle.notes-unreadable', reason });
