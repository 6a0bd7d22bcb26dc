import { DatabaseSync } from 'node:sqlite';

/** Defines the table `n` of the numbers `i` from 1 to the first parameter. */
const WITH_ROW_NUMBERS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)';
const FIRST_SIGNAL = 500_000_000;
const FIRST_TRADE = 900_000_000;
const SIGNALS_PER_TRADE = 4;
const ENDED_STATES = ['traded', 'canceled', 'expired'];

/**
 * Adds ended signals of the first strategy to the database of a data folder that no service has
 * open. They are copies of one signal with other ids, times and states. Every fourth signal has a
 * group id of its own. For every four signals a closed trade is added, a copy of one trade without
 * its fills.
 */
export function fillWorld(file: string, signalCount: number): void {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA synchronous = OFF; BEGIN');
    const strategy = db.prepare('SELECT min(id) AS id FROM strategies').get()?.['id'];
    const recordOf = (table: string, where: string): string =>
      String(db.prepare(`SELECT record FROM ${table} WHERE ${where} LIMIT 1`).get()?.['record']);
    const signal = recordOf('signals', "state = 'traded'");
    const trade = recordOf('trades', 'closed IS NOT NULL');
    addSignals(db, Number(strategy), signal, signalCount);
    addTrades(db, Number(strategy), trade, Math.floor(signalCount / SIGNALS_PER_TRADE));
    db.prepare("UPDATE meta SET value = ? WHERE key = 'counter'").run(String(FIRST_TRADE * 2));
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

function addSignals(db: DatabaseSync, strategy: number, record: string, count: number): void {
  const states = ENDED_STATES.map((state, at) => `WHEN ${String(at)} THEN '${state}'`).join(' ');
  db.prepare(
    `${WITH_ROW_NUMBERS} INSERT INTO signals (id, strategy, own, oca, state, posted, ended, record)
     SELECT ${String(FIRST_SIGNAL)} + i, ?, 'own' || i, CASE i % 4 WHEN 0 THEN 'group' || i END,
       CASE i % 3 ${states} END, 1500000000000 + i * 1000, 1500000001000 + i * 1000,
       json_set(?, '$.id', CAST(${String(FIRST_SIGNAL)} + i AS TEXT), '$.ownId', 'own' || i, '$.state', CASE i % 3 ${states} END,
         '$.postedAt', 1500000000000 + i * 1000, '$.endedAt', 1500000001000 + i * 1000) FROM n`,
  ).run(count, strategy, record);
}

function addTrades(db: DatabaseSync, strategy: number, record: string, count: number): void {
  db.prepare(
    `${WITH_ROW_NUMBERS} INSERT INTO trades (id, strategy, symbol, opened, closed, profit, record)
     SELECT ${String(FIRST_TRADE)} + i, ?, 'AAPL', 1500000000000 + i, 1500000001000 + i, (i % 200 - 99) * 1000000000,
       json_set(?, '$.id', CAST(${String(FIRST_TRADE)} + i AS TEXT)) FROM n`,
  ).run(count, strategy, record);
}
