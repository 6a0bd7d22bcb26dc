// A repeated row is skipped exactly when writing it would change nothing.
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearCache } from '#core/cache/retention/clear-cache.ts';
import { signalHashes } from '#core/cache/tables/row-hashes.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestOutcome } from '#core/ingest/ingest-job.ts';
import { list, signal } from '#tests/fixtures/platform/answers.ts';
import { canceledSignal, runStep, signalStep } from './signal-steps.ts';
import { openedCache } from './temporary-cache.ts';

const openedCaches: ReturnType<typeof openedCache>[] = [];
const openTestCache = (): DatabaseSync => {
  const one = openedCache();
  openedCaches.push(one);
  return one.db;
};
let db: DatabaseSync;
beforeEach(() => {
  db = openTestCache();
});
afterEach(() => {
  for (const one of openedCaches.splice(0)) one.close();
});

const window = { from: 1_772_000_000, to: 1_772_500_000 };
const ingest = (dataset: 'signalsWorking' | 'signalsAll', ...signals: readonly object[]): IngestOutcome => {
  const slice = dataset === 'signalsAll' ? window : null;
  return ingestAnswer(
    db,
    { systemId: '7', dataset, readAt: 100, slice, wantRecords: false, renewsAge: true },
    list(...signals),
  );
};
const rows = (database: DatabaseSync): unknown[] =>
  database.prepare('SELECT * FROM signals ORDER BY system_id, service_id').all();

test('a working signal that both lists repeat is not written', () => {
  const many = Array.from({ length: 50 }, (_, at) => signal(String(at + 1)));
  ingest('signalsWorking', ...many);
  ingest('signalsAll', ...many);
  db.exec(
    `CREATE TEMP TRIGGER refuse_write BEFORE INSERT ON signals BEGIN SELECT raise(ABORT, 'a row was written'); END`,
  );
  for (const dataset of ['signalsWorking', 'signalsAll', 'signalsWorking'] as const) {
    expect(ingest(dataset, ...many)).toMatchObject({ verdict: 'ok', records: 50, changed: 0 });
  }
  expect(ingest('signalsAll', canceledSignal(1), ...many.slice(1)).text).toEqual({
    code: 'read.not-stored',
    reason: 'a row was written',
  });
});

test('a signal is not live if it has ended when the working list first shows it', () => {
  ingest('signalsWorking', canceledSignal(1), signal('2'));
  expect(rows(db)).toMatchObject([
    { status: 'canceled', in_working: 0, live: 0 },
    { in_working: 1, live: 1 },
  ]);
});

test('a signal that returns to the working list works again', () => {
  ingest('signalsWorking', signal('1'), signal('2'));
  expect(ingest('signalsWorking', signal('2'))).toMatchObject({ unlisted: 1 });
  expect(rows(db)).toMatchObject([{ unlisted: 1, in_working: 0 }, { unlisted: 0 }]);
  expect(ingest('signalsWorking', signal('1'), signal('2'))).toMatchObject({ changed: 1 });
  expect(rows(db)).toMatchObject([{ unlisted: 0, in_working: 1 }, { unlisted: 0 }]);
});

test('the working list updates a signal that only the list of all signals contained', () => {
  ingest('signalsAll', signal('1'));
  expect(rows(db)).toMatchObject([{ in_working: 0 }]);
  expect(ingest('signalsWorking', signal('1'))).toMatchObject({ changed: 1 });
  expect(rows(db)).toMatchObject([{ in_working: 1 }]);
});

test('a repeated answer is stored after the first could not be stored', () => {
  db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON signals WHEN new.service_id = '2'
    BEGIN SELECT raise(ABORT, 'no room'); END`);
  expect(ingest('signalsWorking', signal('1'), signal('2'))).toMatchObject({ verdict: 'not-stored' });
  db.exec('DROP TRIGGER full');
  expect(ingest('signalsWorking', signal('1'), signal('2'))).toMatchObject({ changed: 2 });
});

test('skipping repeated rows gives the same table as writing every answer completely', () => {
  const other = openTestCache();
  fc.assert(
    fc.property(fc.array(signalStep, { maxLength: 30 }), (steps) => {
      for (const one of [db, other]) clearCache(one, []);
      for (const next of steps) {
        runStep(db, next);
        signalHashes.forgetAll(other);
        runStep(other, next);
        expect(rows(db)).toEqual(rows(other));
      }
    }),
    { numRuns: 150 },
  );
});
