import type { DatabaseSync } from 'node:sqlite';
import { BrokerList } from '#contract/model/broker.ts';
import { Compile } from 'typebox/compile';
import { text } from '#core/sqlite/row.ts';
import { upsert } from './upsert.ts';

const isBrokerList = Compile(BrokerList);

/** True when it differs from the stored one. */
export const writeBrokers = (db: DatabaseSync, systemId: string, list: BrokerList): boolean =>
  upsert(db, { table: 'brokers', keys: ['system_id'], columns: ['record'] })([systemId, JSON.stringify(list)]);

/** Null when it was never read. */
export const readBrokers = (db: DatabaseSync, systemId: string): BrokerList | null => {
  const row = db.prepare('SELECT record FROM brokers WHERE system_id = ?').get(systemId);
  const record: unknown = row === undefined ? null : JSON.parse(text(row, 'record'));
  return isBrokerList.Check(record) ? record : null;
};
