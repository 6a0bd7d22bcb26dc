import { DatabaseSync } from 'node:sqlite';

/** Deletes an accepted order from a journal. A deliberate fault that the checker must detect. */
export function forgetAnOrder(journal: string): void {
  const database = new DatabaseSync(journal);
  try {
    const row = database.prepare("SELECT row_id AS id FROM orders WHERE state = 'ACKED' LIMIT 1").get();
    if (!row) return;
    database.exec('DROP TRIGGER orders_stay; DROP TRIGGER ids_stay');
    database.prepare('DELETE FROM orders WHERE row_id = ?').run(String(row['id']));
    database.prepare('DELETE FROM ids WHERE row_id = ?').run(String(row['id']));
  } finally {
    database.close();
  }
}
