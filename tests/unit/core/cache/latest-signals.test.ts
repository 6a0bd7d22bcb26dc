// Only the changed records are applied to the list that orders are checked against. It must equal a
// list that is read as a whole.
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearCache } from '#core/cache/retention/clear-cache.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { readSignals } from '#core/cache/tables/signals-table.ts';
import { signal } from '#tests/fixtures/platform/answers.ts';
import { canceledSignal, runStep, signalStep, ingest } from './signal-steps.ts';
import { openedCache } from './temporary-cache.ts';

const limit = 10;

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

const sortedById = <Record extends { readonly serviceId: string }>(records: readonly Record[]): Record[] =>
  records.toSorted((a, b) => Number(a.serviceId) - Number(b.serviceId));
const ingestCanceled = (count: number): void =>
  ingest(
    db,
    'signalsAll',
    Array.from({ length: count }, (_, at) => canceledSignal(at + 1)),
  );

const readStep = { kind: 'read' } as const;
const steps = fc.array(
  fc.oneof({ weight: 5, arbitrary: signalStep }, { weight: 2, arbitrary: fc.constant(readStep) }),
  {
    maxLength: 30,
  },
);

test('an updated list equals a full read after any sequence of steps', () => {
  fc.assert(
    fc.property(steps, (drawnSteps) => {
      clearCache(db, []);
      for (const next of [...drawnSteps, readStep]) {
        if (next.kind !== 'read') runStep(db, next);
        else
          expect(sortedById(cache.reader.signals('7', limit))).toEqual(
            sortedById(readSignals(db, '7', { scope: 'all', limit })),
          );
      }
    }),
    { numRuns: 300 },
  );
});

test('the list keeps the same object for an unchanged record', () => {
  ingest(db, 'signalsWorking', [signal('1'), signal('2')]);
  const before = sortedById(cache.reader.signals('7', limit));
  ingest(db, 'signalsWorking', [signal('1', { quant: '50' }), signal('2')]);
  const after = sortedById(cache.reader.signals('7', limit));
  expect(after[0]).toMatchObject({ quantity: '50' });
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
});

test('the oldest ended signals are dropped when the list exceeds its limit by over a tenth', () => {
  ingestCanceled(limit);
  expect(cache.reader.signals('7', limit)).toHaveLength(limit);
  ingestCanceled(limit + 1);
  expect(cache.reader.signals('7', limit)).toHaveLength(limit + 1);
  ingestCanceled(limit + 2);
  expect(sortedById(cache.reader.signals('7', limit)).map(({ serviceId }) => serviceId)).toEqual(
    Array.from({ length: limit }, (_, at) => String(at + 3)),
  );
});
