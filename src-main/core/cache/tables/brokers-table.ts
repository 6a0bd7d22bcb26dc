import type { DatabaseSync } from 'node:sqlite';
import { BrokerList } from '#contract/model/broker.ts';
import { Compile } from 'typebox/compile';
import { text } from '#core/sqlite/row.ts';
import { upsert } from './upsert.ts';

const isBrokerList = Compile(BrokerList);

/**
 * `personId` is empty for the usual person: the owner of the API key or, on a private platform, the
 * owner of the strategy.
 */
export type BrokersKey = { readonly systemId: string; readonly personId: string };

/** Returns true when the list differs from the stored one. */
export const writeBrokers = (db: DatabaseSync, { systemId, personId }: BrokersKey, list: BrokerList): boolean =>
  upsert(db, { table: 'brokers', keys: ['system_id', 'person_id'], columns: ['record'] })([
    systemId,
    personId,
    JSON.stringify(list),
  ]);

/** Null when it was never read. */
export const readBrokers = (db: DatabaseSync, { systemId, personId }: BrokersKey): BrokerList | null => {
  const row = db.prepare('SELECT record FROM brokers WHERE system_id = ? AND person_id = ?').get(systemId, personId);
  const record: unknown = row === undefined ? null : JSON.parse(text(row, 'record'));
  return isBrokerList.Check(record) ? record : null;
};

/** The persons of the stored lists, without the usual one. */
export const readBrokerPersons = (db: DatabaseSync, systemId: string): string[] =>
  db
    .prepare("SELECT person_id FROM brokers WHERE system_id = ? AND person_id <> '' ORDER BY person_id")
    .all(systemId)
    .map((row) => text(row, 'person_id'));
