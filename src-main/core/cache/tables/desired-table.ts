import type { DatabaseSync } from 'node:sqlite';
import { DesiredTarget } from '#contract/model/desired.ts';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { text } from '#core/sqlite/row.ts';
import { upsert } from './upsert.ts';

/** The target list as the platform reports it; `empty` when the answer has no element. */
const StoredDesired = Type.Union([DesiredTarget, Type.Literal('empty')]);
export type StoredDesired = Static<typeof StoredDesired>;

const isDesired = Compile(StoredDesired);

/** True when it differs from the stored one. */
export const writeDesired = (db: DatabaseSync, systemId: string, list: StoredDesired): boolean =>
  upsert(db, { table: 'desired', keys: ['system_id'], columns: ['record'] })([systemId, JSON.stringify(list)]);

/** Null when it was never read. */
export const readDesired = (db: DatabaseSync, systemId: string): StoredDesired | null => {
  const row = db.prepare('SELECT record FROM desired WHERE system_id = ?').get(systemId);
  const record: unknown = row === undefined ? null : JSON.parse(text(row, 'record'));
  return isDesired.Check(record) ? record : null;
};
