import type { DurableFile } from '#core/files/durable-tables.ts';

/** The table that version 2 added; a file of version 1 gets it when it is opened. */
const actsSchema = `
  CREATE TABLE acts (
    intent_id TEXT PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL,
    state TEXT GENERATED ALWAYS AS (json_extract(body, '$.state')) VIRTUAL,
    kind TEXT GENERATED ALWAYS AS (json_extract(body, '$.act.kind')) VIRTUAL,
    system_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.systemId')) VIRTUAL
  ) STRICT;
  CREATE TRIGGER acts_stay BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'acts are never deleted'); END;
`;

/**
 * The table that version 3 added: the address and platform of each connection. They identify the
 * rows of a connection that was made again under another connection id.
 */
const connectionsSchema = `
  CREATE TABLE connections (profile_id TEXT PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
`;

/**
 * The columns that version 4 added: an act names its command and its target. Rows of earlier
 * versions are read as they are and written in the new form with their next step.
 */
const actColumns = `
  ALTER TABLE acts ADD COLUMN command TEXT GENERATED ALWAYS AS (json_extract(body, '$.command')) VIRTUAL;
  ALTER TABLE acts ADD COLUMN target_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.target.id')) VIRTUAL;
`;

/**
 * Rows are JSON with a digest, because SQLite does not notice a flipped bit in a text. The
 * generated columns are for readers other than this program. The triggers enforce that no row,
 * event or id is deleted and that no event is changed.
 */
const journalSchema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE intents (intent_id TEXT PRIMARY KEY, kind TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE ids (
    system_id TEXT NOT NULL, id TEXT NOT NULL, purpose TEXT NOT NULL CHECK (purpose IN ('signal', 'oca')),
    row_id TEXT NOT NULL, PRIMARY KEY (system_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE orders (
    row_id TEXT PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL,
    state TEXT GENERATED ALWAYS AS (json_extract(body, '$.state')) VIRTUAL,
    mode TEXT GENERATED ALWAYS AS (json_extract(body, '$.mode')) VIRTUAL,
    profile_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.profileId')) VIRTUAL,
    system_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.ticket.systemId')) VIRTUAL,
    own_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.ownId')) VIRTUAL,
    service_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.serviceIds.signal')) VIRTUAL,
    attempts INTEGER GENERATED ALWAYS AS (json_extract(body, '$.attempts')) VIRTUAL,
    sent_at INTEGER GENERATED ALWAYS AS (json_extract(body, '$.sentAt')) VIRTUAL
  ) STRICT;
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, row_id TEXT NOT NULL, from_state TEXT NOT NULL, to_state TEXT NOT NULL,
    body TEXT NOT NULL, digest TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_of_row ON events (row_id, seq);
  CREATE TABLE cancels (
    cancel_id TEXT PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL,
    state TEXT GENERATED ALWAYS AS (json_extract(body, '$.state')) VIRTUAL,
    system_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.systemId')) VIRTUAL,
    signal_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.signalId')) VIRTUAL,
    attempts INTEGER GENERATED ALWAYS AS (json_extract(body, '$.attempts')) VIRTUAL
  ) STRICT;
  CREATE TRIGGER orders_stay BEFORE DELETE ON orders BEGIN SELECT RAISE(ABORT, 'orders are never deleted'); END;
  CREATE TRIGGER cancels_stay BEFORE DELETE ON cancels BEGIN SELECT RAISE(ABORT, 'cancels are never deleted'); END;
  CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
  CREATE TRIGGER events_keep BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
  CREATE TRIGGER ids_stay BEFORE DELETE ON ids BEGIN SELECT RAISE(ABORT, 'ids are never given back'); END;
  ${actsSchema}
  ${connectionsSchema}
  ${actColumns}
`;

export const journalFile: DurableFile = {
  /** "Strd", so that another program's database is recognized and left alone. */
  applicationId: 0x53747264,
  /**
   * Version 4 stores codes instead of sentences, and acts of every command. Earlier versions of the
   * program can read neither.
   */
  version: 4,
  schema: journalSchema,
  additions: [actsSchema, connectionsSchema, actColumns],
  tables: ['meta', 'intents', 'ids', 'orders', 'events', 'cancels', 'acts', 'connections'],
};
