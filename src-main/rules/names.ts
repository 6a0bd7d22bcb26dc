import { grownInts } from './columns.ts';
import type { Slots } from './slots.ts';

/** What a name stands for that nothing live goes by. Above 0 is the slot of a signal, or the head of a group. */
export const NOTHING = 0;
export const ENDED_OWN_ID = -1;
export const ENDED_GROUP = -2;

const FEW = 64;

/**
 * Own ids and groups, none of which ever shares an id with another. An order asks whether its own id is free, takes it, and leaves it
 * behind when it ends, which is most of what an engine does with memory that is far away: so a table of numbers leads to the entries, an
 * id that ends is not looked for, and to grow touches no id.
 */
export class Names {
  readonly #slots: Slots;
  /** Twice as many places as entries. In each the number of an entry, and above it as much of its hash as there is room; 0 is free. */
  #index = new Int32Array(2 * FEW);
  /** Of the part that is an entry, and of a place. */
  #mask = 2 * FEW - 1;
  #ids: string[] = [''];
  #hashes = new Int32Array(FEW);
  #uses = new Int32Array(FEW);
  /** Entries that stand for nothing. */
  #unused = 0;
  /** The id that was asked for last, and where it was or would be: what asks whether an id is free mostly takes it then. */
  #asked: string | null = null;
  #hash = 0;
  #at = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** What goes by this id. */
  find(id: string): number {
    this.#search(id);
    return this.#uses[this.#entry()] ?? NOTHING;
  }

  /** The slot or head that goes by this id, or nothing. What has ended is passed over without a look at its id, which is far away. */
  findLive(id: string): number {
    const hash = hashOf(id);
    const mark = markOf(hash);
    const index = this.#index;
    const mask = this.#mask;
    let at = hash & mask;
    for (let found = index[at] ?? 0; found !== 0; found = index[at] ?? 0) {
      if (((found ^ mark) & ~mask) === 0) {
        const use = this.#uses[found & mask] ?? NOTHING;
        if (use > 0 && this.#ids[found & mask] === id) return use;
      }
      at = (at + 1) & mask;
    }
    return NOTHING;
  }

  /** From now on the id stands for this slot or head, and no longer for another that had it. */
  put(id: string, slot: number): void {
    if (id !== this.#asked) this.#search(id);
    const known = this.#entry();
    const entry = known === 0 ? this.#add(id) : known;
    if (known !== 0) this.#takeOver(known);
    this.#uses[entry] = slot;
    this.#slots.name[slot] = entry;
  }

  /** What the slot's name, if it has one, stands for when it has left. */
  leave(slot: number, use: typeof NOTHING | typeof ENDED_OWN_ID | typeof ENDED_GROUP): void {
    const entry = this.#slots.name[slot] ?? 0;
    if (entry === 0) return;
    this.#uses[entry] = use;
    if (use === NOTHING) this.#unused += 1;
  }

  #takeOver(entry: number): void {
    const before = this.#uses[entry] ?? NOTHING;
    if (before > 0) this.#slots.name[before] = 0;
    else if (before === NOTHING) this.#unused -= 1;
  }

  /** Of the id that was asked for last; 0 when it has none, whose use is nothing. */
  #entry(): number {
    return (this.#index[this.#at] ?? 0) & this.#mask;
  }

  /** Finds the place of this id, or the free one that ends the search. */
  #search(id: string): void {
    this.#asked = id;
    this.#hash = hashOf(id);
    const mark = markOf(this.#hash);
    const index = this.#index;
    const mask = this.#mask;
    let at = this.#hash & mask;
    for (let found = index[at] ?? 0; found !== 0; found = index[at] ?? 0) {
      if (((found ^ mark) & ~mask) === 0 && this.#ids[found & mask] === id) break;
      at = (at + 1) & mask;
    }
    this.#at = at;
  }

  #add(id: string): number {
    if (this.#ids.length === this.#uses.length) {
      this.#rebuild();
      this.#search(id);
    }
    const entry = this.#ids.push(id) - 1;
    this.#hashes[entry] = this.#hash;
    this.#index[this.#at] = (markOf(this.#hash) & ~this.#mask) | entry;
    return entry;
  }

  /** Without the entries that stand for nothing, and twice as large unless they were half of all. */
  #rebuild(): void {
    const { length } = this.#uses;
    const room = this.#unused * 2 < length ? 2 * length : length;
    if (this.#unused > 0) this.#dropUnused();
    this.#hashes = grownInts(this.#hashes, room);
    this.#uses = grownInts(this.#uses, room);
    this.#mask = 2 * room - 1;
    this.#index = new Int32Array(2 * room);
    for (let entry = 1; entry < this.#ids.length; entry += 1) this.#insert(this.#hashes[entry] ?? 0, entry);
  }

  #dropUnused(): void {
    const ids = this.#ids;
    let kept = 1;
    for (let entry = 1; entry < ids.length; entry += 1) {
      const use = this.#uses[entry] ?? NOTHING;
      if (use === NOTHING) continue;
      ids[kept] = ids[entry] ?? '';
      this.#hashes[kept] = this.#hashes[entry] ?? 0;
      this.#uses[kept] = use;
      if (use > 0) this.#slots.name[use] = kept;
      kept += 1;
    }
    ids.length = kept;
    this.#unused = 0;
  }

  #insert(hash: number, entry: number): void {
    const index = this.#index;
    const mask = this.#mask;
    let at = hash & mask;
    while (index[at] !== 0) at = (at + 1) & mask;
    index[at] = (markOf(hash) & ~mask) | entry;
  }
}

const MULTIPLIER = 0x9e3779b1;

/**
 * Of all its characters; equal for equal ids. Ids that differ in their last character alone have neighbouring hashes: who counts his ids
 * then finds the place of the next one where he has just been.
 */
export function hashOf(id: string): number {
  const last = id.length - 1;
  let hash = id.length;
  for (let at = 0; at < last; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), MULTIPLIER);
  return ((hash ^ (hash >>> 15)) + (last < 0 ? 0 : id.charCodeAt(last))) | 0;
}

/** What is kept of a hash beside its entry. Neighbours differ in it. */
export function markOf(hash: number): number {
  return Math.imul(hash, MULTIPLIER);
}
