import { expect, it } from 'vitest';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { SignalIndex } from '#core/orders/blotter/signal-index.ts';
import { listChanges } from '#core/orders/blotter/list-changes.ts';
import { isLiveState, stateOfRecord } from '#core/orders/signal-state.ts';
import { record, seededRandom } from './order-fixtures.ts';

const statuses = ['working', 'waiting', 'traded', 'canceled', 'expired'] as const;
const symbols = ['AAPL', 'MSFT', 'KO'];
const ownIds = ['71', '72', '73', '74'];

/**
 * A list that mostly changes like a real one: new signals at its beginning, changed ones in place.
 * Sometimes signals are removed, or the list is reversed.
 */
class ChangingList {
  readonly #random: ReturnType<typeof seededRandom>;
  #lastId = 500;
  records: readonly CachedSignal[] = [];

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  change(): void {
    const kind = this.#below(12);
    if (kind === 0) this.records = this.records.filter(() => this.#below(4) > 0);
    else if (kind === 1) this.records = [...this.records].reverse();
    else {
      const known = this.records.map((one) => (this.#below(5) === 0 ? this.#randomRecord(one.serviceId) : one));
      const added = Array.from({ length: this.#below(3) }, () => this.#randomRecord(String((this.#lastId += 1))));
      this.records = [...added, ...known];
    }
  }

  #randomRecord(serviceId: string): CachedSignal {
    return record(serviceId, {
      ownId: this.#pick([null, ...ownIds]),
      ocaId: this.#pick([null, '81', '82']),
      parentId: this.#pick([null, '91', '92']),
      symbol: this.#pick(symbols),
      status: this.#pick(statuses),
    });
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#below(values.length)]!;
  }

  #below(limit: number): number {
    return Math.floor(this.#random.fraction() * limit);
  }
}

it('after each reading, the index gives the same signals as a search of the list', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const list = new ChangingList(seed);
    const index = new SignalIndex();
    const answered = new Set<string>();
    for (let reading = 0; reading < 25; reading += 1) {
      list.change();
      expectEqual(index.follow(list.records), list.records);
      const next = list.records[reading % list.records.length];
      if (next !== undefined) answered.add(next.serviceId);
      const notInAnswers = list.records.filter(({ serviceId }) => !answered.has(serviceId));
      for (const one of symbols) {
        const found = index.notInAnswers(one, (id) => answered.has(id));
        expect(found).toEqual(notInAnswers.filter(({ symbol }) => symbol === one));
      }
    }
  }
});

/** Compares the index with searches of the list, which use no index. */
function expectEqual(index: SignalIndex, records: readonly CachedSignal[]): void {
  expect(index.records).toBe(records);
  for (const id of [...ownIds, ...records.map(({ serviceId }) => serviceId)]) {
    const own = records.filter(({ ownId }) => ownId === id);
    expect(index.byId(id)).toBe(records.find(({ serviceId }) => serviceId === id) ?? own.at(-1));
    expect(index.byOwn.get(id) ?? []).toEqual(own);
  }
  for (const id of ['81', '82', '91', '92'])
    expect(index.recordsNaming(id)).toEqual(records.filter(({ ocaId, parentId }) => ocaId === id || parentId === id));
  for (const one of symbols) expect(index.ofSymbol(one)).toEqual(records.filter(({ symbol }) => symbol === one));
  const live = records.filter((one) => isLiveState(stateOfRecord(one)));
  expect(index.inOrder(index.live())).toEqual(live);
  expect([...index.byService.keys()].sort()).toEqual(records.map(({ serviceId }) => serviceId).sort());
}

it('the changes between two lists are the added and the changed records, and no others', () => {
  const [first, second] = [record('1'), record('2')];
  const changed = record('2', { status: 'traded' });
  const added = record('3');
  expect(listChanges([first, second], [added, first, changed])).toEqual([
    { place: 0, before: second, now: changed },
    { place: 2, before: null, now: added },
  ]);
  expect(listChanges([first, second], [first, second])).toEqual([]);
});

it('the changes between two lists are null if a record was removed or moved', () => {
  const [first, second] = [record('1'), record('2')];
  expect(listChanges([first, second], [first])).toBeNull();
  expect(listChanges([first, second], [second, first])).toBeNull();
});
