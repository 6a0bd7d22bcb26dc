import type { DatabaseSync } from 'node:sqlite';
import type { Dataset } from '#contract/model/status.ts';
import type { StoredState } from './cache-reader.ts';
import { number, numberOrNull, text, textOrNull } from './row.ts';

/** What is stored of one list shows in the other. */
export const signalLists = ['signalsWorking', 'signalsAll'] as const;
export const tradeLists = ['trades', 'tradesOpen'] as const;

/** That a strategy is being read whole: `failure` holds the second at which that began, and nothing when it is over. */
export const wholeReading = (systemId: string): Reading => ({ systemId, dataset: 'whole' });

/** Strategies that are being read whole, and since when. */
export const readWholeReadings = (db: DatabaseSync): { readonly systemId: string; readonly since: number }[] =>
  db
    .prepare("SELECT system_id, failure FROM readings WHERE dataset = 'whole' AND failure > ''")
    .all()
    .map((row) => ({ systemId: text(row, 'system_id'), since: Number(text(row, 'failure')) }));

/** The list of strategies stands beside the datasets of each strategy, under no strategy's id. */
export type Reading = {
  readonly systemId: string;
  readonly dataset: Dataset | 'strategies' | 'roster' | 'whole' | 'signalsRemoved' | `equity/${string}`;
};

/** The curve of each commission plan has an age of its own. */
export const equityReading = (systemId: string, plan: string): Reading => ({
  systemId,
  dataset: plan === '' ? 'equity' : `equity/${plan}`,
});

/** The service's public list of strategies. */
export const rosterReading: Reading = { systemId: '', dataset: 'roster' };

export const strategiesReading: Reading = { systemId: '', dataset: 'strategies' };

/** The answer was stored: its rows are this old now. */
export const noteRead = (db: DatabaseSync, { systemId, dataset }: Reading, readAt: number): void => {
  db.prepare(
    `INSERT INTO readings (system_id, dataset, read_at, failure) VALUES (?, ?, ?, NULL)
     ON CONFLICT DO UPDATE SET read_at = excluded.read_at, failure = NULL`,
  ).run(systemId, dataset, readAt);
};

/** What is stored of this dataset changed, whichever answer it was: what shows it fetches again. */
export const noteTouched = (db: DatabaseSync, { systemId, dataset }: Reading): void => {
  db.prepare(
    `INSERT INTO readings (system_id, dataset, revision) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET revision = revision + 1`,
  ).run(systemId, dataset);
};

/** The data and its age stay; only the reason is new. */
export const noteFailure = (db: DatabaseSync, { systemId, dataset }: Reading, failure: string): void => {
  db.prepare(
    `INSERT INTO readings (system_id, dataset, failure) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET failure = excluded.failure`,
  ).run(systemId, dataset, failure);
};

/** Differs when anything that is told of the readings of a strategy does. */
export const readingsStamp = (db: DatabaseSync, systemId: string): string => {
  const row = db
    .prepare(
      `SELECT json_group_array(json_array(dataset, revision, read_at, failure)) AS stamp
       FROM readings WHERE system_id = ?`,
    )
    .get(systemId);
  return row === undefined ? '' : text(row, 'stamp');
};

export const storedState = (db: DatabaseSync, { systemId, dataset }: Reading): StoredState => {
  const row = db
    .prepare('SELECT revision, read_at, failure FROM readings WHERE system_id = ? AND dataset = ?')
    .get(systemId, dataset);
  if (row === undefined) return { revision: 0, readAt: null, failure: null };
  return {
    revision: number(row, 'revision'),
    readAt: numberOrNull(row, 'read_at'),
    failure: textOrNull(row, 'failure'),
  };
};
