import { describe, expect, it } from 'vitest';
import { openDatabase } from '#practice/store/schema.ts';
import { SignalCounts } from '#practice/store/signal-counts.ts';

const STATES = ['working', 'waiting', 'traded', 'canceled', 'expired'];

function rig() {
  const db = openDatabase(':memory:');
  db.exec("INSERT INTO strategies (id, record) VALUES (1, '{}'), (2, '{}')");
  const put = db.prepare(
    `INSERT INTO signals (id, strategy, state, posted, record) VALUES (?, ?, ?, 0, '')
     ON CONFLICT (id) DO UPDATE SET state = excluded.state`,
  );
  const grouped = db.prepare('SELECT state, count(*) AS count FROM signals WHERE strategy = ? GROUP BY state');
  const counted = (strategy: number): unknown =>
    Object.fromEntries(grouped.all(strategy).map((row) => [row['state'], row['count']]));
  return { db, put, counted, counts: new SignalCounts(db) };
}

describe('counts of signals by state', () => {
  it('are those of the table after whatever was written, changed or undone', () => {
    const { db, put, counted, counts } = rig();
    const agree = (): void => {
      for (const strategy of [1, 2]) expect(counts.of(String(strategy))).toEqual(counted(strategy));
    };
    put.run(1, 1, 'working');
    agree();
    for (let turn = 0; turn < 300; turn += 1) {
      const undone = turn % 7 === 0;
      db.exec('BEGIN');
      const id = 1 + ((turn * 37) % 90);
      put.run(id, 1 + (id % 2), STATES[(turn * 13) % STATES.length] ?? '');
      db.exec(undone ? 'ROLLBACK' : 'COMMIT');
      agree();
    }
    expect(Object.keys(counts.of('1')).length).toBeGreaterThan(2);
  });

  it('leave nothing in the file', () => {
    const { db, counts } = rig();
    counts.of('1');
    const rows = db.prepare("SELECT name FROM main.sqlite_master WHERE name LIKE 'signal\\_%' ESCAPE '\\'").all();
    expect(rows).toEqual([]);
  });
});
