// Marks salvaged past readings as incomplete. A value is valid until the next row of its key. When
// that row may be lost, the value would seem to continue and the past would be wrong. So the value
// is ended at the first moment after its own row.
import type { DatabaseSync } from 'node:sqlite';
import type { Gap } from '#core/salvage/salvaged-rows.ts';
import type { TableLoss } from '#core/salvage/salvage-file.ts';
import { number, text, type Row } from '#core/sqlite/row.ts';
import { clearSubscribers } from './subscriber-readings.ts';

export const markHistoryIncomplete = (db: DatabaseSync, losses: ReadonlyMap<string, TableLoss>): void => {
  const valueLoss = losses.get('readings_of');
  // Moments can be derived from the values only when every change is known.
  if (valueLoss === undefined && losses.has('moments')) restoreMoments(db);
  for (const gap of valueLoss?.gaps ?? []) endValueBefore(db, gap);
  // After a loss it is not known between which readings a subscription changed.
  if (losses.has('subscriber_records') || losses.has('subscriber_readings')) clearSubscribers(db);
};

const earlierValue = `SELECT 1 FROM readings_of AS other WHERE other.system_id = value.system_id
  AND other.facet = value.facet AND other.name = value.name AND other.read_at < value.read_at`;

/**
 * Restores the moments, beginning with the first one of which everything is known. Pruning
 * (`pruneReadings`) may leave one value of each key from before that moment. All other values of
 * the key, and all salvaged moments, are at or after that moment.
 */
const restoreMoments = (db: DatabaseSync): void => {
  db.exec(
    `INSERT OR IGNORE INTO moments SELECT value.system_id, value.read_at, sum(value.facet <> 'read') FROM readings_of AS value JOIN (
       SELECT system_id, min(read_at) AS at FROM (
         SELECT system_id, read_at FROM moments UNION ALL
         SELECT system_id, read_at FROM readings_of AS value WHERE EXISTS (${earlierValue}))
       GROUP BY system_id) AS first ON first.system_id = value.system_id AND value.read_at >= first.at
     GROUP BY value.system_id, value.read_at`,
  );
};

/** Ends the value before the gap if the next row of its key may be lost. */
const endValueBefore = (db: DatabaseSync, { before, after }: Gap): void => {
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
