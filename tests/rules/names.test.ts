import { beforeAll, describe, expect, it } from 'vitest';
import { BookSignal } from '#rules/book-signal.ts';
import { ENDED_OWN_ID, hashOf, Names, NOTHING } from '#rules/names.ts';
import { Slots } from '#rules/slots.ts';

/** Two ids that no part of their hash tells apart. */
let alike: readonly [string, string] = ['', ''];
beforeAll(() => {
  const byHash = new Map<number, string>();
  for (let count = 0; alike[0] === ''; count += 1) {
    const id = `order-${count.toString(36)}`;
    const other = byHash.get(hashOf(id));
    if (other === undefined) byHash.set(hashOf(id), id);
    else alike = [other, id];
  }
});

function rig() {
  const slots = new Slots();
  const names = new Names(slots);
  const put = (id: string): number => {
    const slot = slots.add(BookSignal.kept);
    names.put(id, slot);
    return slot;
  };
  return { names, put };
}

describe('[order-safety.md/I4] ids whose hashes are equal', () => {
  it('are not taken for each other, live or ended', () => {
    const { names, put } = rig();
    const [one, other] = alike;
    const first = put(one);
    expect([names.find(one), names.findLive(one)]).toEqual([first, first]);
    expect([names.find(other), names.findLive(other)]).toEqual([NOTHING, NOTHING]);
    names.leave(first, ENDED_OWN_ID);
    expect([names.find(one), names.findLive(one)]).toEqual([ENDED_OWN_ID, NOTHING]);
    expect([names.find(other), names.findLive(other)]).toEqual([NOTHING, NOTHING]);
    const second = put(other);
    expect([names.find(other), names.findLive(other)]).toEqual([second, second]);
    expect([names.find(one), names.findLive(one)]).toEqual([ENDED_OWN_ID, NOTHING]);
  });
});
