import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { isLiveState, stateOfRecord } from '#core/orders/signal-state.ts';
import { listChanges } from './list-changes.ts';
import type { RecordsById } from './records-by-id.ts';
import { contractKey } from '#rules/option-symbol.ts';

/**
 * The signals of a strategy's list, indexed by every key that an order or a reading looks up. A
 * reading changes a few of thousands of signals, so the index is updated from one list to the next.
 */
export class SignalIndex implements RecordsById<CachedSignal> {
  readonly #byService = new Map<string, CachedSignal>();
  readonly #byOwn = new Groups();
  readonly #byOca = new Groups();
  readonly #byParent = new Groups();
  /** By `contractKey`. */
  readonly #bySymbol = new Groups();
  /** By `contractKey`: the records not yet found in an answer to an own order. */
  readonly #notInAnswers = new Groups();
  readonly #live = new Set<CachedSignal>();
  /**
   * Counted from the end of the list, so that new records at its beginning change no other place.
   */
  readonly #places = new Map<CachedSignal, number>();
  #records: readonly CachedSignal[] = [];

  /** The list that was indexed last. */
  get records(): readonly CachedSignal[] {
    return this.#records;
  }

  get byService(): ReadonlyMap<string, CachedSignal> {
    return this.#byService;
  }

  get byOwn(): ReadonlyMap<string, readonly CachedSignal[]> {
    return this.#byOwn.all;
  }

  /** Updates the index to this list. Results for the previous list must not be used any longer. */
  follow(records: readonly CachedSignal[]): this {
    if (records === this.#records) return this;
    const changes = listChanges(this.#records, records);
    if (changes === null) this.#clear();
    this.#records = records;
    for (const { place, before, now } of changes ?? listChanges([], records) ?? []) {
      if (before !== null) this.#remove(before);
      this.#add(now, place);
    }
    return this;
  }

  /** The record with this service id, else the last one with this own id. */
  byId(id: string): CachedSignal | undefined {
    return this.#byService.get(id) ?? this.#byOwn.of(id).at(-1);
  }

  /** The records that name this id, in any member that `linksOfRecord` reads. */
  recordsNaming(id: string): readonly CachedSignal[] {
    const record = this.#byService.get(id);
    const others = [this.#byOwn, this.#byOca, this.#byParent].flatMap((groups) => groups.of(id));
    return record === undefined ? others : [record, ...others];
  }

  ofSymbol(symbol: string): readonly CachedSignal[] {
    return this.#bySymbol.of(contractKey(symbol));
  }

  /**
   * The records of this symbol that no answer to an own order has named. A record that was found in
   * an answer is not checked again until it changes.
   */
  notInAnswers(symbol: string, isInAnswer: (serviceId: string) => boolean): readonly CachedSignal[] {
    const key = contractKey(symbol);
    this.#notInAnswers.drop(key, ({ serviceId }) => isInAnswer(serviceId));
    return this.#notInAnswers.of(key);
  }

  /** The records whose state may still change. */
  live(): Iterable<CachedSignal> {
    return this.#live;
  }

  /** Returns these records in the order of the list. */
  inOrder(records: Iterable<CachedSignal>): CachedSignal[] {
    const placeOf = (record: CachedSignal): number => this.#places.get(record) ?? -1;
    return [...records].sort((a, b) => placeOf(b) - placeOf(a));
  }

  #add(record: CachedSignal, place: number): void {
    const isBefore = (other: CachedSignal): boolean => (this.#places.get(other) ?? -1) > place;
    this.#places.set(record, place);
    this.#byService.set(record.serviceId, record);
    this.#byOwn.add(record.ownId, record, isBefore);
    this.#byOca.add(record.ocaId, record, isBefore);
    this.#byParent.add(record.parentId, record, isBefore);
    const contract = contractKey(record.symbol);
    this.#bySymbol.add(contract, record, isBefore);
    this.#notInAnswers.add(contract, record, isBefore);
    if (isLiveState(stateOfRecord(record))) this.#live.add(record);
  }

  #remove(record: CachedSignal): void {
    this.#places.delete(record);
    this.#byOwn.remove(record.ownId, record);
    this.#byOca.remove(record.ocaId, record);
    this.#byParent.remove(record.parentId, record);
    const contract = contractKey(record.symbol);
    this.#bySymbol.remove(contract, record);
    this.#notInAnswers.remove(contract, record);
    this.#live.delete(record);
  }

  #clear(): void {
    const groups = [this.#byOwn, this.#byOca, this.#byParent, this.#bySymbol, this.#notInAnswers];
    for (const each of [this.#byService, ...groups.map(({ all }) => all)]) each.clear();
    this.#live.clear();
    this.#places.clear();
  }
}

/** Every id that a record names: its own two, its parent and its OCA group. */
export const linksOfRecord = ({ serviceId, ownId, parentId, ocaId }: CachedSignal): string[] =>
  [serviceId, ownId, parentId, ocaId].filter((id) => id !== null);

/** Records by one of their members, each group in the order of the list. */
class Groups {
  readonly all = new Map<string, CachedSignal[]>();

  of(key: string): readonly CachedSignal[] {
    return this.all.get(key) ?? [];
  }

  /** `isBefore` says whether another record of the group is before this one in the list. */
  add(key: string | null, record: CachedSignal, isBefore: (other: CachedSignal) => boolean): void {
    if (key === null) return;
    const group = this.all.get(key);
    if (group === undefined) this.all.set(key, [record]);
    else {
      const at = group.findIndex((other) => !isBefore(other));
      group.splice(at < 0 ? group.length : at, 0, record);
    }
  }

  remove(key: string | null, record: CachedSignal): void {
    const group = key === null ? undefined : this.all.get(key);
    const at = group?.indexOf(record) ?? -1;
    if (key === null || group === undefined || at < 0) return;
    group.splice(at, 1);
    if (group.length === 0) this.all.delete(key);
  }

  /** Removes the records of a group for which `isDropped` is true. */
  drop(key: string, isDropped: (record: CachedSignal) => boolean): void {
    const rest = this.of(key).filter((record) => !isDropped(record));
    this.all.set(key, rest);
  }
}
