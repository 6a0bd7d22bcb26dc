import type { DatabaseSync } from 'node:sqlite';
import { Margin, StrategyDetails, type Statistic, type Strategy } from '#contract/model/strategy.ts';
import { Compile } from 'typebox/compile';
import { flag, numberOrNull, text, textOrNull, type Row } from '#core/sqlite/row.ts';
import { upsert } from './upsert.ts';

const isDetails = Compile(StrategyDetails);
const isMargin = Compile(Margin);

const table = {
  table: 'strategies',
  keys: ['system_id'],
  columns: [
    'place',
    'listed',
    'name',
    'short_description',
    'long_description',
    'creator',
    'created_at',
    'created_text',
    'monthly_fee',
    'free_trial_days',
    'alive',
  ],
} as const;

/**
 * Returns true when something changed. Strategies that are no longer listed stay, after the others.
 * Without `isWhole` none is marked as unlisted: an unreadable record may be the strategy that seems
 * missing.
 */
export const writeStrategies = (db: DatabaseSync, strategies: readonly Strategy[], isWhole = true): boolean => {
  const write = upsert(db, table);
  let changed = false;
  for (const [place, one] of strategies.entries()) {
    const isChanged = write([
      one.systemId,
      place,
      1,
      one.name,
      one.shortDescription,
      one.longDescription,
      one.creator,
      one.createdAt,
      one.createdText,
      one.monthlyFee,
      one.freeTrialDays,
      one.alive === null ? null : Number(one.alive),
    ]);
    changed = isChanged || changed;
  }
  if (!isWhole) return changed;
  const unlisted = db
    .prepare('UPDATE strategies SET listed = 0 WHERE listed = 1 AND system_id NOT IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(strategies.map(({ systemId }) => systemId)));
  return changed || unlisted.changes !== 0;
};

export const readStrategies = (db: DatabaseSync): Strategy[] =>
  db.prepare('SELECT * FROM strategies ORDER BY listed DESC, place, system_id').all().map(strategyOf);

export const strategyOf = (row: Row): Strategy => ({
  systemId: text(row, 'system_id'),
  name: text(row, 'name'),
  shortDescription: text(row, 'short_description'),
  longDescription: text(row, 'long_description'),
  creator: text(row, 'creator'),
  createdAt: numberOrNull(row, 'created_at'),
  createdText: text(row, 'created_text'),
  monthlyFee: textOrNull(row, 'monthly_fee'),
  freeTrialDays: textOrNull(row, 'free_trial_days'),
  alive: row['alive'] === null ? null : flag(row, 'alive'),
  ...(flag(row, 'listed') ? {} : { listed: false }),
});

/** Returns true when the details differ from the stored ones. `readAt`: unix seconds. */
export const writeDetails = (db: DatabaseSync, details: StrategyDetails, readAt: number): boolean =>
  writeRecord(db, 'details', details.systemId, {
    ...details,
    statistics: [...details.statistics, ...missingStatistics(details, readDetails(db, details.systemId), readAt)],
  });

/**
 * Earlier statistics that are missing now are retained, with the time of the first reading without
 * them.
 */
const missingStatistics = (details: StrategyDetails, before: StrategyDetails | null, readAt: number): Statistic[] => {
  const listed = new Set(details.statistics.map(({ name }) => name));
  const missing = before?.statistics.filter(({ name }) => !listed.has(name)) ?? [];
  return missing.map((statistic) => ({ ...statistic, unlistedAt: statistic.unlistedAt ?? readAt }));
};

export const writeMargin = (db: DatabaseSync, systemId: string, margin: Margin): boolean =>
  writeRecord(db, 'margin', systemId, margin);

export const readDetails = (db: DatabaseSync, systemId: string): StrategyDetails | null => {
  const record = readRecord(db, 'details', systemId);
  return isDetails.Check(record) ? record : null;
};

export const readMargin = (db: DatabaseSync, systemId: string): Margin | null => {
  const record = readRecord(db, 'margin', systemId);
  return isMargin.Check(record) ? record : null;
};

const writeRecord = (db: DatabaseSync, name: 'details' | 'margin', systemId: string, record: object): boolean =>
  upsert(db, { table: name, keys: ['system_id'], columns: ['record'] })([systemId, JSON.stringify(record)]);

const readRecord = (db: DatabaseSync, name: 'details' | 'margin', systemId: string): unknown => {
  const row = db.prepare(`SELECT record FROM ${name} WHERE system_id = ?`).get(systemId);
  return row === undefined ? null : JSON.parse(text(row, 'record'));
};
