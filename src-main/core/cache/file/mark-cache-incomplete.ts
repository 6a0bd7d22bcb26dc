// Marks a salvaged cache as incomplete. A dataset that lost rows counts as never read: it is read
// next, and its failure text states the age of the remaining rows. Windows of signals count as not
// read. A trade that lost components counts as a trade without read components. The remaining rows
// are not changed.
import type { Message, MessageCode } from '#contract/message.ts';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Gap } from '#core/salvage/salvaged-rows.ts';
import type { TableLoss } from '#core/salvage/salvage-file.ts';
import { pointValuesOfTrades } from '#core/cache/tables/point-values.ts';
import { text } from '#core/sqlite/row.ts';

const allLost = JSON.stringify({ code: 'dataset.all-lost' } satisfies Message);
const ageLost = JSON.stringify({ code: 'dataset.age-lost' } satisfies Message);
const someLost: MessageCode = 'dataset.some-lost';

/** Tables with one row per strategy. */
const singleRowTables = ['details', 'margin', 'desired'] as const;

/** The datasets that a table stores. */
const datasets: Readonly<Record<string, readonly string[]>> = {
  strategies: ['strategies'],
  roster: ['roster'],
  subscribers: ['subscribers'],
  signals: ['signalsWorking', 'signalsAll'],
  unreadable_signals: ['signalsWorking', 'signalsAll'],
  trades: ['trades', 'tradesOpen'],
  components: ['trades'],
  equity: ['equity'],
  equity_scale: ['equity'],
};

export const markCacheIncomplete = (db: DatabaseSync, losses: ReadonlyMap<string, TableLoss>): void => {
  if (losses.has('signals') || losses.has('signal_slices')) db.exec('DELETE FROM signal_slices');
  for (const gap of losses.get('components')?.gaps ?? []) forgetComponents(db, gap);
  // A trade that is read again is new, and so are its components.
  db.exec('DELETE FROM components WHERE (system_id, trade_id) NOT IN (SELECT system_id, trade_id FROM trades)');
  db.exec(`DELETE FROM point_values; ${pointValuesOfTrades}`);
  const partial = [...losses.keys()].flatMap((table) => datasets[table] ?? []);
  forgetReadings(db, partial);
  for (const table of singleRowTables.filter((name) => losses.has(name))) forgetLost(db, table);
  if (losses.has('readings')) addUnknownAges(db);
  // Revisions restart. A reader that continues from one now reads another file.
  db.exec('UPDATE signals SET revision = 0');
  // Every window fetches again.
  db.exec("UPDATE readings SET revision = revision + 1 WHERE dataset <> 'whole'");
};

/** Includes the trades on both sides of the gap: each may have lost components. */
const forgetComponents = (db: DatabaseSync, { before, after }: Gap): void => {
  const bounds: string[] = [];
  const values: SQLInputValue[] = [];
  for (const [row, sign] of [
    [before, '>='],
    [after, '<='],
  ] as const) {
    if (row === null) continue;
    bounds.push(`(system_id, trade_id) ${sign} (?, ?)`);
    values.push(text(row, 'system_id'), text(row, 'trade_id'));
  }
  const where = bounds.length === 0 ? '' : ` WHERE ${bounds.join(' AND ')}`;
  db.prepare(`DELETE FROM components${where}`).run(...values);
  db.prepare(`UPDATE trades SET components_read = 0${where}`).run(...values);
};

/** The curve of each commission plan has its own dataset name. */
const forgetReadings = (db: DatabaseSync, names: readonly string[]): void => {
  db.prepare(
    `UPDATE readings SET read_at = NULL, failure = json_object('code', ?, 'readAt', read_at)
     WHERE read_at IS NOT NULL
     AND CASE WHEN dataset LIKE 'equity/%' THEN 'equity' ELSE dataset END IN (SELECT value FROM json_each(?))`,
  ).run(someLost, JSON.stringify(names));
};

const forgetLost = (db: DatabaseSync, table: (typeof singleRowTables)[number]): void => {
  db.prepare(
    `UPDATE readings SET read_at = NULL, failure = ? WHERE dataset = ? AND read_at IS NOT NULL
     AND system_id NOT IN (SELECT system_id FROM ${table})`,
  ).run(allLost, table);
};

const addUnknownAges = (db: DatabaseSync): void => {
  const add = (table: string, dataset: string, systemId = 'system_id'): void => {
    db.prepare(
      `INSERT OR IGNORE INTO readings (system_id, dataset, failure) SELECT DISTINCT ${systemId}, ${dataset}, ? FROM ${table}`,
    ).run(ageLost);
  };
  add('strategies', "'strategies'", "''");
  add('equity', "CASE plan WHEN '' THEN 'equity' ELSE 'equity/' || plan END");
  for (const table of singleRowTables) add(table, `'${table}'`);
  for (const table of ['roster', 'subscribers', 'signals', 'trades']) {
    for (const dataset of datasets[table] ?? []) add(table, `'${dataset}'`);
  }
};
