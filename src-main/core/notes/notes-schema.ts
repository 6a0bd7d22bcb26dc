import type { DurableFile } from '#core/files/durable-tables.ts';

/**
 * Notes are JSON with a digest, as in the order journal. The digest of a picture covers all its
 * parts. `made_at` of a picture is when it was added, or when a note last stopped naming it.
 */
const notesSchema = `
  CREATE TABLE notes (
    system_id TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, digest TEXT NOT NULL,
    PRIMARY KEY (system_id, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE images (
    image_id TEXT PRIMARY KEY, type TEXT NOT NULL, digest TEXT NOT NULL, made_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE image_parts (
    image_id TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (image_id, part)
  ) STRICT;
`;

export const notesFile: DurableFile = {
  /** "Strn". A database with another id belongs to another program and is not changed. */
  applicationId: 0x5374726e,
  version: 1,
  schema: notesSchema,
  additions: [],
  tables: ['notes', 'images', 'image_parts'],
};
