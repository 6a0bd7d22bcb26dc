import { DatabaseSync } from 'node:sqlite';
import { CREDIT_TABLES } from './credit-store.ts';
import { DESIRED_TABLES } from './desired-store.ts';
import { LICENSE_TABLES } from './license-store.ts';
import { LINK_TABLES } from './link-store.ts';
import { PEOPLE_TABLES } from './people-store.ts';
import { SUBSCRIPTION_TABLES } from './subscription-store.ts';
import { TRADE_INDEXES } from './trade-store.ts';

const SCHEMA_VERSION = 2;

/**
 * Opens the service's own database. Every mutation is committed with an fsync (FULL) before it is
 * answered, so that killing the process never loses a mutation that was answered.
 */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000');
  const row = db.prepare('PRAGMA user_version').get();
  const version = Number(row?.['user_version'] ?? 0);
  if (version > SCHEMA_VERSION) throw new Error(`the practice data was written by a newer version (${version})`);
  if (version === 0) db.exec(`BEGIN; ${TABLES}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  if (version === 1) renameLicenses(db);
  db.exec(LATER_TABLES.join(';'));
  return db;
}

/**
 * Version 1 spelled the table `licences`. The table is missing in a data folder of a release that
 * had no licenses.
 */
function renameLicenses(db: DatabaseSync): void {
  const exists = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'licences'").get();
  const rename = 'DROP INDEX licences_person; DROP INDEX licences_due; ALTER TABLE licences RENAME TO licenses;';
  db.exec(`BEGIN; ${exists ? rename : ''} PRAGMA user_version = 2; COMMIT`);
}

/**
 * Tables and indexes of later releases. They are created at every opening if they do not exist, so
 * that older data folders get them.
 */
const LATER_TABLES: readonly string[] = [
  PEOPLE_TABLES,
  SUBSCRIPTION_TABLES,
  LICENSE_TABLES,
  CREDIT_TABLES,
  DESIRED_TABLES,
  LINK_TABLES,
  TRADE_INDEXES,
];

const TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE strategies (id INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE signals (
  id INTEGER PRIMARY KEY,
  strategy INTEGER NOT NULL REFERENCES strategies (id),
  own TEXT,
  oca TEXT,
  state TEXT NOT NULL,
  posted INTEGER NOT NULL,
  ended INTEGER,
  record TEXT NOT NULL
);
CREATE INDEX signals_own ON signals (strategy, own) WHERE own IS NOT NULL;
CREATE INDEX signals_oca ON signals (strategy, oca) WHERE oca IS NOT NULL;
CREATE INDEX signals_posted ON signals (strategy, posted);
CREATE INDEX signals_ended ON signals (strategy, state, ended);
CREATE TABLE trades (
  id INTEGER PRIMARY KEY,
  strategy INTEGER NOT NULL REFERENCES strategies (id),
  symbol TEXT NOT NULL,
  opened INTEGER NOT NULL,
  closed INTEGER,
  profit INTEGER,
  record TEXT NOT NULL
);
CREATE INDEX trades_opened ON trades (strategy, opened);
CREATE INDEX trades_closed ON trades (strategy, closed);
CREATE TABLE legs (trade INTEGER NOT NULL, signal INTEGER NOT NULL, part TEXT NOT NULL, record TEXT NOT NULL);
CREATE INDEX legs_trade ON legs (trade);
CREATE TABLE equity (strategy INTEGER NOT NULL, at INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (strategy, at)) WITHOUT ROWID;
CREATE TABLE paths (key TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE switches (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
`;
