import type { DatabaseSync } from 'node:sqlite';
import { DamagedRow } from '#core/files/durable-database.ts';
import { seal, unsealer } from '#core/files/sealed.ts';
import { ConnectionRow } from './connection-row.ts';
import { JournalError } from '#core/sending/journal-error.ts';

const readConnection = unsealer(ConnectionRow);
const restoredName = 'restored-at';
const checkedName = (systemId: string): string => `checked ${systemId}`;

type Write = (sql: string, ...values: (string | number)[]) => void;

/**
 * What a journal contains besides its rows: the places of its connections, when it was restored
 * from a copy, and which strategies were checked since.
 */
export class JournalMarks {
  readonly #write: Write;
  readonly #places = new Map<string, string>();
  readonly #meta = new Map<string, number>();

  /** When `write` returns, the change is durable. Otherwise `write` throws JournalError. */
  constructor(database: DatabaseSync, write: Write) {
    this.#write = write;
    for (const sealed of database.prepare('SELECT profile_id, body, digest FROM connections').iterate()) {
      const connection = readConnection(sealed);
      if (connection === null) throw new DamagedRow({ code: 'fault.altered-row', of: 'connection', part: 'row' });
      this.#places.set(connection.profileId, connection.place);
    }
    for (const { name, value } of database.prepare('SELECT name, value FROM meta').iterate()) {
      this.#meta.set(String(name), Number(value));
    }
  }

  recordPlace(place: string, profileId: string): ReadonlySet<string> {
    if (this.#places.get(profileId) !== place) {
      const { body, digest } = seal({ profileId, place });
      this.#tryWrite(saveConnectionSql, profileId, body, digest);
      this.#places.set(profileId, place);
    }
    const samePlaceIds = [...this.#places].filter(([, known]) => known === place).map(([id]) => id);
    return new Set([...samePlaceIds, profileId]);
  }

  restoredAt(systemId: string): number | null {
    const at = this.#meta.get(restoredName);
    return at === undefined || this.#meta.get(checkedName(systemId)) === at ? null : at;
  }

  markChecked(systemId: string): void {
    const at = this.#meta.get(restoredName);
    if (at === undefined) return;
    this.#meta.set(checkedName(systemId), at);
    this.#tryWrite(saveMetaSql, checkedName(systemId), at);
  }

  /** A mark that cannot be written is valid for this run only. */
  #tryWrite(sql: string, ...values: (string | number)[]): void {
    try {
      this.#write(sql, ...values);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
    }
  }
}

const saveConnectionSql =
  'INSERT INTO connections VALUES (?, ?, ?) ON CONFLICT (profile_id) DO UPDATE SET body = excluded.body, digest = excluded.digest';
const saveMetaSql = 'INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

/** Marks a new journal file as restored from a copy. */
export const markRestored = (database: DatabaseSync, at: number): void =>
  void database.prepare(saveMetaSql).run(restoredName, at);

/** When a journal file was restored from a copy, null for never. */
export function restoredMark(database: DatabaseSync): number | null {
  try {
    const value = database.prepare('SELECT value FROM meta WHERE name = ?').get(restoredName)?.['value'];
    return typeof value === 'number' ? value : null;
  } catch {
    // The mark is on a damaged page of the file.
    return null;
  }
}
