import { describe, expect, it } from 'vitest';
import { Book } from '#rules/book.ts';
import { cancelSignal } from '#rules/cancel.ts';
import { placeSignal, type PlaceResult } from '#rules/place.ts';
import { Desk, order, type Order } from './desk.ts';

/** A book that nobody keeps ended signals for. */
class Forgetful {
  readonly book = new Book(null);
  readonly #context = new Desk().context();

  submit(input: Order): PlaceResult {
    const result = placeSignal(this.book, order(input), this.#context);
    if ('signal' in result) this.book.apply(result.change);
    return result;
  }

  cancel(reference: string): string {
    const result = cancelSignal(this.book, reference, this.#context);
    if (result.ok) this.book.apply(result.change);
    return result.ok ? 'done' : result.reason;
  }
}

describe('a book without an archive', () => {
  it('forgets a signal that ended but not its own id, and no one has that again', () => {
    const desk = new Forgetful();
    desk.submit({ limit: '10', ownId: 'a' });
    expect(desk.cancel('a')).toBe('done');
    expect(desk.cancel('a')).toBe('unknown');
    expect(desk.submit({ limit: '10', ownId: 'a' })).toMatchObject({ refusal: { code: 'ownIdUsed', id: 'a' } });
    expect(desk.submit({ limit: '10', ocaId: 'a' })).toMatchObject({ refusal: { code: 'ocaIdUsed', id: 'a' } });
  });

  it('remembers a group whose last member has left', () => {
    const desk = new Forgetful();
    desk.submit({ limit: '10', ownId: 'a', ocaId: 'g' });
    desk.submit({ limit: '11', ownId: 'b', ocaId: 'g' });
    expect(desk.book.liveMembers('g')).toHaveLength(2);
    expect(desk.cancel('a')).toBe('done');
    expect(desk.book.liveMembers('g')).toHaveLength(0);
    expect(desk.submit({ limit: '10', ocaId: 'g' })).toMatchObject({ refusal: { code: 'ocaIdUsed', id: 'g' } });
    expect(desk.submit({ limit: '10', ownId: 'g' })).toMatchObject({ refusal: { code: 'ownIdUsed', id: 'g' } });
  });

  it('finds live signals by the ids of a counter and by others, in whatever order they came and however many left', () => {
    const desk = new Desk();
    const ids = Array.from({ length: 400 }, () => desk.place({ limit: '10' }).id);
    const left = ids.filter((_, at) => at % 3 !== 0);
    for (const id of left) desk.cancel(id);
    const kept = ids.filter((_, at) => at % 3 === 0);
    expect(desk.book.liveSignals().map(({ id }) => id)).toEqual(kept);
    for (const id of kept) expect(desk.book.signal(id)?.id).toBe(id);
    const shuffled = new Book(null);
    shuffled.open(
      [...desk.book.liveSignals()].sort((a, b) => (a.id.at(-1) ?? '').localeCompare(b.id.at(-1) ?? '')),
      [],
    );
    expect(shuffled.liveSignals().map(({ id }) => id)).toEqual(kept);
    for (const id of kept) expect(shuffled.find(id)?.id).toBe(id);
    for (const id of left) expect(shuffled.find(id)).toBeUndefined();
    expect(shuffled.usedAs(kept[1] ?? '')).toBe('signal');
  });
});
