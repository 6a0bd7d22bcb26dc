import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Child, type ReadyLine } from '../practice-child.ts';

const FIRST_SIGNAL = 500_000_000;
const FIRST_GROUP = 700_000_000;

/** The strategy of the signals, and one signal of each group: canceling it cancels the others. */
export type WorkingWorld = {
  readonly systemId: string;
  readonly apiKey: string;
  readonly signalIdPerGroup: readonly string[];
};

/**
 * Creates a practice world whose first strategy has `signalCount` more working signals, in OCA
 * groups. They are copies of one signal, with their own ids and groups. The clock does not move, so
 * that nothing ticks.
 */
export async function createWorkingWorld(
  folder: string,
  signalCount: number,
  groupSize: number,
): Promise<WorkingWorld> {
  const child = await Child.start(['src-main/practice.ts', '--json', '--clock=manual', `--data-dir=${folder}`]);
  const { world } = JSON.parse(child.line) as ReadyLine;
  await child.stop();
  const systemId = world.systemids[0] ?? '';
  const db = new DatabaseSync(join(folder, 'practice.db'));
  try {
    const found = db.prepare("SELECT record FROM signals WHERE strategy = ? AND state = 'working' LIMIT 1");
    const record = String(found.get(systemId)?.['record']);
    db.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
       INSERT INTO signals (id, strategy, own, oca, state, posted, ended, record)
       SELECT ${String(FIRST_SIGNAL)} + i, ?, NULL, CAST(${String(FIRST_GROUP)} + i / ? AS TEXT), 'working',
         posted_at + i * 1000, NULL,
         json_set(record, '$.id', CAST(${String(FIRST_SIGNAL)} + i AS TEXT), '$.ownId', NULL, '$.parentId', NULL,
           '$.ocaId', CAST(${String(FIRST_GROUP)} + i / ? AS TEXT), '$.postedAt', posted_at + i * 1000)
       FROM n, (SELECT ? AS record, json_extract(?, '$.postedAt') AS posted_at)`,
    ).run(signalCount, systemId, groupSize, groupSize, record, record);
    db.prepare("UPDATE meta SET value = ? WHERE key = 'counter'").run(String(FIRST_GROUP * 2));
  } finally {
    db.close();
  }
  const groups = Math.floor(signalCount / groupSize);
  const signalIdPerGroup = Array.from({ length: groups }, (_, group) => String(FIRST_SIGNAL + group * groupSize));
  return { systemId, apiKey: world.apikey, signalIdPerGroup };
}
