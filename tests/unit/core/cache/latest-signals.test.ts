// The list that orders are checked against is brought up to date and not read anew: it must be what reading it anew gives.
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearCache } from '#core/cache/clear-cache.ts';
import type { Cache } from '#core/cache/open-cache.ts';
import { pruneSignals } from '#core/cache/prune-signals.ts';
import { readSignals } from '#core/cache/signals-table.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { list, signal } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from './temporary-cache.ts';

const limit = 10;
const endedAt = 1_772_470_000;

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

let readAt = 100;
function take(dataset: 'signalsWorking' | 'signalsAll', signals: readonly object[], systemId = '7'): void {
  readAt += 1;
  const slice = dataset === 'signalsAll' ? { from: 1_772_000_000, to: 1_772_500_000 } : null;
  const job = { dataset, systemId, readAt, slice, wantRecords: false, renewsAge: true };
  ingestAnswer(db, job, list(...signals));
}

const canceled = (id: number): object =>
  signal(String(id), { status: 'canceled', canceled_time_unix: String(endedAt + id) });
const byId = <Record extends { readonly serviceId: string }>(records: readonly Record[]): Record[] =>
  records.toSorted((a, b) => Number(a.serviceId) - Number(b.serviceId));

type Step =
  | { readonly kind: 'working'; readonly ids: readonly number[]; readonly quantity: number }
  | { readonly kind: 'canceled'; readonly ids: readonly number[] }
  | { readonly kind: 'other'; readonly ids: readonly number[] }
  | { readonly kind: 'prune'; readonly before: number }
  | { readonly kind: 'clear'; readonly kept: readonly number[] }
  | { readonly kind: 'look' };

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('working' as const), ids, quantity: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('canceled' as const), ids }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('other' as const), ids }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('prune' as const),
      before: fc.integer({ min: endedAt, max: endedAt + 10 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), kept: ids }) },
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'look' }) },
);

function run(next: Step): void {
  switch (next.kind) {
    case 'working':
      return take(
        'signalsWorking',
        next.ids.map((id) => signal(String(id), { quant: String(next.quantity) })),
      );
    case 'canceled':
      return take('signalsAll', next.ids.map(canceled));
    case 'other':
      return take('signalsAll', next.ids.map(canceled), '8');
    case 'prune':
      pruneSignals(db, next.before, []);
      return undefined;
    case 'clear':
      return clearCache(db, next.kept.map(String));
    case 'look':
      expect(byId(cache.reader.signals('7', limit))).toEqual(byId(readSignals(db, '7', { scope: 'all', limit })));
      return undefined;
  }
}

test('whatever is read, given up and looked at in between, the list is the one that reading it anew gives', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      clearCache(db, []);
      for (const next of [...steps, { kind: 'look' } as const]) run(next);
    }),
    { numRuns: 300 },
  );
});

test('what did not change stays the very same record', () => {
  take('signalsWorking', [signal('1'), signal('2')]);
  const before = byId(cache.reader.signals('7', limit));
  take('signalsWorking', [signal('1', { quant: '50' }), signal('2')]);
  const after = byId(cache.reader.signals('7', limit));
  expect(after[0]).toMatchObject({ quantity: '50' });
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
});

test('a list that grew past its limit leaves the oldest of the dead out again', () => {
  take(
    'signalsAll',
    Array.from({ length: limit }, (_, at) => canceled(at + 1)),
  );
  expect(cache.reader.signals('7', limit)).toHaveLength(limit);
  take(
    'signalsAll',
    Array.from({ length: limit + 1 }, (_, at) => canceled(at + 1)),
  );
  expect(cache.reader.signals('7', limit)).toHaveLength(limit + 1);
  take(
    'signalsAll',
    Array.from({ length: limit + 2 }, (_, at) => canceled(at + 1)),
  );
  expect(byId(cache.reader.signals('7', limit)).map(({ serviceId }) => serviceId)).toEqual(
    Array.from({ length: limit }, (_, at) => String(at + 3)),
  );
});
