import { DatabaseSync } from 'node:sqlite';

/**
 * Deletes one accepted order, and one confirmed act of each command, from a journal. A deliberate
 * fault that the checker must detect.
 */
export function forgetRows(journal: string): void {
  const database = new DatabaseSync(journal);
  try {
    forgetOrder(database);
    database.exec('DROP TRIGGER acts_stay');
    database.exec(
      "DELETE FROM acts WHERE intent_id IN (SELECT min(intent_id) FROM acts WHERE state = 'DONE' GROUP BY command)",
    );
  } finally {
    database.close();
  }
}

function forgetOrder(database: DatabaseSync): void {
  const row = database.prepare("SELECT row_id AS id FROM orders WHERE state = 'ACKED' LIMIT 1").get();
  if (!row) return;
  database.exec('DROP TRIGGER orders_stay; DROP TRIGGER ids_stay');
  database.prepare('DELETE FROM orders WHERE row_id = ?').run(String(row['id']));
  database.prepare('DELETE FROM ids WHERE row_id = ?').run(String(row['id']));
}
