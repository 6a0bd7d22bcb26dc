// Steps that change the signals of a cache: a working list, a list of all signals, a list of
// another strategy, pruning, and clearing.
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { clearCache } from '#core/cache/retention/clear-cache.ts';
import { pruneSignals } from '#core/cache/retention/prune-signals.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { list, signal } from '#tests/fixtures/platform/answers.ts';

const endedAt = 1_772_470_000;

export const canceledSignal = (id: number): object =>
  signal(String(id), { status: 'canceled', canceled_time_unix: String(endedAt + id) });

let readAt = 100;
export function ingest(
  db: DatabaseSync,
  dataset: 'signalsWorking' | 'signalsAll',
  signals: readonly object[],
  systemId = '7',
): void {
  readAt += 1;
  const slice = dataset === 'signalsAll' ? { from: 1_772_000_000, to: 1_772_500_000 } : null;
  const job = { dataset, systemId, readAt, slice, wantRecords: false, renewsAge: true };
  ingestAnswer(db, job, list(...signals));
}

export type SignalStep =
  | { readonly kind: 'working'; readonly ids: readonly number[]; readonly quantity: number }
  | { readonly kind: 'all'; readonly ids: readonly number[]; readonly canceled: readonly number[] }
  | { readonly kind: 'otherStrategy'; readonly ids: readonly number[] }
  | { readonly kind: 'prune'; readonly before: number }
  | { readonly kind: 'clear'; readonly keptSignalIds: readonly number[] };

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 9 });
const kind = <Kind extends string>(name: Kind): fc.Arbitrary<Kind> => fc.constant(name);

export const signalStep: fc.Arbitrary<SignalStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('working'), ids, quantity: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('all'), ids, canceled: ids }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('otherStrategy'), ids }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('prune'), before: fc.integer({ min: endedAt, max: endedAt + 10 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('clear'), keptSignalIds: ids }) },
);

export function runStep(db: DatabaseSync, next: SignalStep): void {
  switch (next.kind) {
    case 'working':
      return ingest(
        db,
        'signalsWorking',
        next.ids.map((id) => signal(String(id), { quant: String(next.quantity) })),
      );
    case 'all':
      return ingest(
        db,
        'signalsAll',
        next.ids.map((id) => (next.canceled.includes(id) ? canceledSignal(id) : signal(String(id), { quant: '1' }))),
      );
    case 'otherStrategy':
      return ingest(db, 'signalsAll', next.ids.map(canceledSignal), '8');
    case 'prune':
      pruneSignals(db, next.before, []);
      return undefined;
    case 'clear':
      return clearCache(db, next.keptSignalIds.map(String));
  }
}
