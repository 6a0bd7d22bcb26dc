import type { Message, Text } from '#contract/message.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { Dataset } from '#contract/model/status.ts';
import type { StoredState } from './cache-reader.ts';
import { flag, number, numberOrNull, text, textOrNull } from '#core/sqlite/row.ts';

/** Each constant names two lists of the platform that are stored in the same rows. */
export const signalLists = ['signalsWorking', 'signalsAll'] as const;
export const tradeLists = ['trades', 'tradesOpen'] as const;

/**
 * Stores whether a full sync is in progress: `failure` contains its start in unix seconds, and is
 * empty when it has ended (`since` is null).
 */
export const storeFullSync = (db: DatabaseSync, systemId: string, since: number | null): void => {
  storeText(db, { systemId, dataset: 'whole' }, since === null ? '' : String(since));
};

/** Strategies with a full sync in progress, and its start in unix seconds. */
export const readFullSyncs = (db: DatabaseSync): { readonly systemId: string; readonly since: number }[] =>
  db
    .prepare("SELECT system_id, failure FROM readings WHERE dataset = 'whole' AND failure > ''")
    .all()
    .map((row) => ({ systemId: text(row, 'system_id'), since: Number(text(row, 'failure')) }));

type ReadDataset = Dataset | 'strategies' | 'roster' | 'people';

/** Lists without a strategy (`strategies`, `roster`, `people`) have an empty `systemId`. */
export type ReadingKey = {
  readonly systemId: string;
  readonly dataset: ReadDataset | 'whole' | 'signalsRemoved' | `${ReadDataset}/${string}`;
};

/** Each curve of a commission plan, and each broker list of a person, has its own age. */
export const variantReading = (systemId: string, dataset: ReadDataset, variant: string): ReadingKey => ({
  systemId,
  dataset: variant === '' ? dataset : `${dataset}/${variant}`,
});

/** The service's public list of strategies. */
export const rosterReading: ReadingKey = { systemId: '', dataset: 'roster' };

/** The people of the private platform. */
export const peopleReading: ReadingKey = { systemId: '', dataset: 'people' };

export const strategiesReading: ReadingKey = { systemId: '', dataset: 'strategies' };

/**
 * Stores the time of a successful reading. `isPartlyRead`: some records of the answer were not
 * stored, because they cannot be read.
 */
export const storeReadTime = (
  db: DatabaseSync,
  { systemId, dataset }: ReadingKey,
  readAt: number,
  isPartlyRead = false,
): void => {
  db.prepare(
    `INSERT INTO readings (system_id, dataset, read_at, failure, partly_read) VALUES (?, ?, ?, NULL, ?)
     ON CONFLICT DO UPDATE SET read_at = excluded.read_at, failure = NULL, partly_read = excluded.partly_read`,
  ).run(systemId, dataset, readAt, Number(isPartlyRead));
};

/** The last answer had records, and none of them can be read. The age is unchanged. */
export const markPartlyRead = (db: DatabaseSync, { systemId, dataset }: ReadingKey): void => {
  db.prepare('UPDATE readings SET partly_read = 1 WHERE system_id = ? AND dataset = ?').run(systemId, dataset);
};

/** Increments the revision of a dataset, so that every view of it fetches again. */
export const bumpRevision = (db: DatabaseSync, { systemId, dataset }: ReadingKey): void => {
  db.prepare(
    `INSERT INTO readings (system_id, dataset, revision) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET revision = revision + 1`,
  ).run(systemId, dataset);
};

/** Stores the reason of a failure. The data and its age are unchanged. */
export const storeFailure = (db: DatabaseSync, reading: ReadingKey, failure: Text): void =>
  storeText(db, reading, JSON.stringify(failure));

const storeText = (db: DatabaseSync, { systemId, dataset }: ReadingKey, value: string): void => {
  db.prepare(
    `INSERT INTO readings (system_id, dataset, failure) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET failure = excluded.failure`,
  ).run(systemId, dataset, value);
};

/** A text that changes with every reading of a strategy. */
export const readingsStamp = (db: DatabaseSync, systemId: string): string => {
  const row = db
    .prepare(
      `SELECT json_group_array(json_array(dataset, revision, read_at, failure)) AS stamp
       FROM readings WHERE system_id = ?`,
    )
    .get(systemId);
  return row === undefined ? '' : text(row, 'stamp');
};

export const storedState = (db: DatabaseSync, { systemId, dataset }: ReadingKey): StoredState => {
  const row = db
    .prepare('SELECT revision, read_at, failure FROM readings WHERE system_id = ? AND dataset = ?')
    .get(systemId, dataset);
  if (row === undefined) return { revision: 0, readAt: null, failure: null };
  return {
    revision: number(row, 'revision'),
    readAt: numberOrNull(row, 'read_at'),
    failure: failureOf(textOrNull(row, 'failure')),
  };
};

/**
 * Whether some records of the last successful reading were not stored, because they cannot be read.
 * A later failure replaces the reason that is shown, but not this flag. False for a cleared list.
 * Clearing leaves the flag set, because a file of an earlier version may lack the column.
 */
export const isPartlyRead = (db: DatabaseSync, { systemId, dataset }: ReadingKey): boolean => {
  const row = db
    .prepare('SELECT partly_read FROM readings WHERE system_id = ? AND dataset = ? AND read_at IS NOT NULL')
    .get(systemId, dataset);
  return row !== undefined && flag(row, 'partly_read');
};

/** Rows of earlier versions contain a text that is not JSON. */
const failureOf = (stored: string | null): Text | null => {
  if (stored === null) return null;
  const value = jsonOf(stored);
  return typeof value === 'string' || isMessage(value) ? value : stored;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
