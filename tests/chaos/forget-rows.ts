import { DatabaseSync } from 'node:sqlite';
import { hasUniqueKey } from './checker/check-acts.ts';
import type { Evidence } from './checker/evidence.ts';

/**
 * A deliberate fault that the checker must detect: deletes from a journal one accepted order and,
 * for each command, one act that the service received. Returns the keys of the deleted acts.
 */
export function forgetRows(journal: string, evidence: Evidence): readonly string[] {
  const acts = actsToForget(evidence);
  const database = new DatabaseSync(journal);
  try {
    forgetOrder(database);
    database.exec('DROP TRIGGER acts_stay');
    const forgetAct = database.prepare('DELETE FROM acts WHERE intent_id = ?');
    for (const { intentId } of acts) forgetAct.run(intentId);
  } finally {
    database.close();
  }
  return acts.map(({ key }) => key);
}

/** Acts whose key no other row has: once they are deleted, no row explains their requests. */
function actsToForget({ acts, requests }: Evidence): Evidence['acts'] {
  const received = new Set(requests.map(({ actKey }) => actKey));
  const unique = acts.filter((act) => received.has(act.key) && hasUniqueKey(act, { acts }));
  return [...new Map(unique.map((act) => [act.command, act])).values()];
}

function forgetOrder(database: DatabaseSync): void {
  const row = database.prepare("SELECT row_id AS id FROM orders WHERE state = 'ACKED' LIMIT 1").get();
  if (!row) return;
  database.exec('DROP TRIGGER orders_stay; DROP TRIGGER ids_stay');
  database.prepare('DELETE FROM orders WHERE row_id = ?').run(String(row['id']));
  database.prepare('DELETE FROM ids WHERE row_id = ?').run(String(row['id']));
}
