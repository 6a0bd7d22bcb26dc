import type { DatabaseSync } from 'node:sqlite';
import { DesiredTarget, DesiredTerms } from '#contract/model/desired.ts';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { text } from '#core/sqlite/row.ts';
import { upsert } from './upsert.ts';

/** The target list as the platform reports it; `empty` when the answer has no element. */
const StoredDesired = Type.Union([DesiredTarget, Type.Literal('empty')]);
export type StoredDesired = Static<typeof StoredDesired>;

/** The record of a list with option contracts. A list without them is stored without `terms`. */
const WithTerms = Type.Object({ list: StoredDesired, terms: Type.Array(DesiredTerms) });

const isDesired = Compile(StoredDesired);
const isWithTerms = Compile(WithTerms);

/** Returns true when the list or its terms differ from the stored ones. */
export const writeDesired = (
  db: DatabaseSync,
  systemId: string,
  list: StoredDesired,
  terms: readonly DesiredTerms[] = [],
): boolean => {
  const record = terms.length === 0 ? list : { list, terms };
  return upsert(db, { table: 'desired', keys: ['system_id'], columns: ['record'] })([systemId, JSON.stringify(record)]);
};

/** Null when it was never read. */
export const readDesired = (db: DatabaseSync, systemId: string): StoredDesired | null => {
  const record = storedRecord(db, systemId);
  const list = isWithTerms.Check(record) ? record.list : record;
  return isDesired.Check(list) ? list : null;
};

export const readDesiredTerms = (db: DatabaseSync, systemId: string): DesiredTerms[] => {
  const record = storedRecord(db, systemId);
  return isWithTerms.Check(record) ? record.terms : [];
};

const storedRecord = (db: DatabaseSync, systemId: string): unknown => {
  const row = db.prepare('SELECT record FROM desired WHERE system_id = ?').get(systemId);
  return row === undefined ? null : JSON.parse(text(row, 'record'));
};
