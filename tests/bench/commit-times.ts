import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';
import { WORKING_SIGNAL } from '#tests/fixtures/working-signal.ts';

const STRATEGY = '1000001';
const FIRST_ID = 2_000_000;

/** Microseconds of each transaction for an accepted signal, in a database of the service. */
export function commitTimes(file: string, count: number): number[] {
  const db = openDatabase(file);
  const store = new Store(db);
  try {
    db.prepare('INSERT INTO strategies (id, record) VALUES (?, ?)').run(BigInt(STRATEGY), '{}');
    return Array.from({ length: count }, (_, turn) => {
      const id = String(FIRST_ID + turn);
      const started = performance.now();
      store.transaction(() => {
        store.signals.put(STRATEGY, { ...WORKING_SIGNAL, id, ownId: `b${id}` });
        store.meta.set('counter', id);
      });
      return (performance.now() - started) * 1000;
    });
  } finally {
    store.close();
  }
}
