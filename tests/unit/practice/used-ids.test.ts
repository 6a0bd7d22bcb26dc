import { describe, expect, it } from 'vitest';
import { openDatabase } from '#practice/store/schema.ts';
import { SignalStore } from '#practice/store/signal-store.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { BookOwner } from '#tests/rules/desk.ts';

const MANY = 3000;

/** A signal as it is read from its table, to be copied. */
function storedSignal(store: SignalStore, strategy: string): Signal {
  const placed = new BookOwner().place({ limit: '90' });
  store.put(strategy, placed);
  const stored = store.archive(strategy).signal(placed.id);
  if (!stored) throw new Error('the signal is not in the table');
  return stored;
}

/** Copies of the signal. Each has an own id, and every third copy is in a group. */
const copiesOf = (signal: Signal, word: string, firstId: number): Signal[] =>
  Array.from({ length: MANY }, (_, index) => ({
    ...signal,
    id: String(firstId + index),
    ownId: `${word}-${String(index)}`,
    ocaId: index % 3 === 0 ? `${word}-group-${String(index)}` : null,
  }));

describe('[order-safety.md/I4] ids are never used again', () => {
  it('each own id and group is known only in its strategy, before and after reopening', () => {
    const db = openDatabase(':memory:');
    db.exec("INSERT INTO strategies (id, record) VALUES (1, '{}'), (2, '{}')");
    const earlierStore = new SignalStore(db);
    const signal = storedSignal(earlierStore, '1');
    const before = copiesOf(signal, 'before', 1_000_000);
    for (const one of before) earlierStore.put('1', one);
    const store = new SignalStore(db);
    const after = copiesOf(signal, 'after', 2_000_000);
    for (const one of after) store.put('2', one);
    const [first, second] = [store.archive('1'), store.archive('2')];
    const expectKnown = (archive: typeof first, otherArchive: typeof first, { ownId, ocaId }: Signal): void => {
      expect([ownId, archive.usedAs(ownId ?? ''), otherArchive.usedAs(ownId ?? '')]).toEqual([
        ownId,
        'ownId',
        undefined,
      ]);
      if (ocaId !== null)
        expect([ocaId, archive.usedAs(ocaId), otherArchive.usedAs(ocaId)]).toEqual([ocaId, 'group', undefined]);
    };
    for (const one of before) expectKnown(first, second, one);
    for (const one of after) expectKnown(second, first, one);
  });
});
