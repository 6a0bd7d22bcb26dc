// After past readings were lost. A value holds until the next row of its key: where that row may be lost, the value would seem to
// hold on, and the past would show what was no longer so. It ends instead at the first moment after it, and is missing from there on.
import type { DatabaseSync } from 'node:sqlite';
import type { Gap } from '#core/salvage/kept-rows.ts';
import type { TableLoss } from '#core/salvage/salvage-file.ts';
import { number, text, type Row } from '#core/cache/row.ts';

export const settleHistory = (db: DatabaseSync, losses: ReadonlyMap<string, TableLoss>): void => {
  const values = losses.get('readings_of');
  // Only where every change is known, each moment can be told from the values that changed in it.
  if (values === undefined) restoreMoments(db);
  for (const gap of values?.gaps ?? []) endUncertain(db, gap);
};

const earlier = `SELECT 1 FROM readings_of AS other WHERE other.system_id = value.system_id
  AND other.facet = value.facet AND other.name = value.name AND other.read_at < value.read_at`;

/**
 * From the first moment on of which all is known. What was given up on purpose (`pruneReadings`) leaves one value of each key from
 * before that moment: a second one is from after it, as is every moment that is listed.
 */
const restoreMoments = (db: DatabaseSync): void => {
  db.exec(
    `INSERT OR IGNORE INTO moments SELECT value.system_id, value.read_at, count(*) FROM readings_of AS value JOIN (
       SELECT system_id, min(read_at) AS at FROM (
         SELECT system_id, read_at FROM moments UNION ALL
         SELECT system_id, read_at FROM readings_of AS value WHERE EXISTS (${earlier}))
       GROUP BY system_id) AS first ON first.system_id = value.system_id AND value.read_at >= first.at
     GROUP BY value.system_id, value.read_at`,
  );
};

const endUncertain = (db: DatabaseSync, { before, after }: Gap): void => {
  if (before === null || before['value'] === null) return;
  const [systemId, facet, name] = keyOf(before);
  const next = db
    .prepare('SELECT min(read_at) AS at FROM moments WHERE system_id = ? AND read_at > ?')
    .get(systemId, number(before, 'read_at'))?.['at'];
  if (typeof next !== 'number') return;
  const isFollowed = after !== null && keyOf(after).join('\n') === keyOf(before).join('\n');
  if (isFollowed && number(after, 'read_at') <= next) return;
  db.prepare('INSERT INTO readings_of VALUES (?, ?, ?, ?, NULL)').run(systemId, facet, name, next);
};

const keyOf = (row: Row): [string, string, string] => [text(row, 'system_id'), text(row, 'facet'), text(row, 'name')];
