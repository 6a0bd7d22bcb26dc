import { describe, expect, it } from 'vitest';
import { fromNewYork } from '#rules/calendar/new-york.ts';
import { BookOwner } from './desk.ts';

const DAY_END = fromNewYork({ year: 2026, month: 3, day: 2, hour: 16, minute: 5, second: 0 }).earliest;
const BRACKET = { limit: '260', profitTarget: '270', stopLoss: '250' } as const;

function placeBracket(desk: BookOwner, extra: object = {}) {
  const entry = desk.place({ ...BRACKET, ...extra });
  return { entry, target: desk.get(entry.profitTargetId), stop: desk.get(entry.stopLossId) };
}

/** "Cancel wins" and "cancel loses" are the terms of the table in order-safety.md 6.1. */
describe('[States/Signal] signal: xreplace', () => {
  it('cancel wins: the old signal and its siblings are canceled, and the replacement works', () => {
    const desk = new BookOwner();
    const old = desk.place({ limit: '250', ocaId: 'g' });
    const sibling = desk.place({ limit: '240', ocaId: 'g' });
    const replacement = desk.place({ limit: '251', replaces: old.id });
    expect(desk.get(old.id)).toMatchObject({ state: 'canceled', cause: { kind: 'replaced', by: replacement.id } });
    expect(desk.get(sibling.id)).toMatchObject({ state: 'canceled', cause: { kind: 'siblingReplaced', by: old.id } });
    expect(replacement).toMatchObject({ state: 'working', replaces: old.id, ocaId: null });
  });

  it('leave_oca_intact: the siblings stay, and the replacement joins the group', () => {
    const desk = new BookOwner();
    const { target, stop } = placeBracket(desk);
    desk.tick('260');
    const moved = desk.place({ action: 'STC', stop: '255', replaces: stop.id, leaveOcaIntact: true });
    expect([desk.state(stop), desk.state(target), moved.ocaId]).toEqual(['canceled', 'working', target.ocaId]);
    desk.tick('271');
    expect(desk.get(moved.id)).toMatchObject({ state: 'canceled', cause: { kind: 'siblingFilled', by: target.id } });
  });

  it('leave_oca_intact spares siblings, but not one that waits for the replaced signal', () => {
    const desk = new BookOwner();
    const old = desk.place({ limit: '250', ocaId: 'g' });
    const sibling = desk.place({ limit: '240', ocaId: 'g' });
    const child = desk.place({ limit: '245', ocaId: 'g', conditionalUpon: old.id });
    desk.place({ limit: '251', replaces: old.id, leaveOcaIntact: true });
    expect(desk.state(sibling)).toBe('working');
    expect(desk.get(child.id)).toMatchObject({ state: 'canceled', cause: { kind: 'parentCanceled', by: old.id } });
  });

  it('leave_oca_intact outside a group is ignored', () => {
    const desk = new BookOwner();
    const old = desk.place({ limit: '250' });
    const replacement = desk.place({ limit: '251', replaces: old.id, leaveOcaIntact: true });
    expect([desk.state(old), replacement.ocaId]).toEqual(['canceled', null]);
  });

  it('the replacement of a waiting child still waits for the parent', () => {
    const desk = new BookOwner();
    const { entry, stop } = placeBracket(desk);
    const moved = desk.place({ action: 'STC', stop: '255', replaces: stop.id, leaveOcaIntact: true });
    expect(moved).toMatchObject({ state: 'waiting', parentId: entry.id });
    const otherDesk = new BookOwner({ replacementParent: 'none', replacementGroup: 'alone' });
    const child = placeBracket(otherDesk).stop;
    expect(otherDesk.place({ action: 'STC', stop: '255', replaces: child.id, leaveOcaIntact: true })).toMatchObject({
      state: 'working',
      ocaId: null,
    });
  });

  it.each(['traded', 'canceled', 'expired'] as const)('cancel loses against %s: no replacement is created', (state) => {
    const desk = new BookOwner();
    const old = desk.place({ limit: '250', duration: 'DAY' });
    if (state === 'traded') desk.tick('250');
    if (state === 'canceled') desk.cancel(old.id);
    if (state === 'expired') desk.advanceTo(DAY_END);
    const eventCount = desk.events.length;
    expect(desk.submit({ limit: '251', replaces: old.id })).toMatchObject({
      refusal: { code: 'notReplaceable', state },
    });
    expect(desk.state(old)).toBe(state);
    expect(desk.events).toHaveLength(eventCount);
  });

  it('a refused replacement leaves the old signal working', () => {
    const desk = new BookOwner();
    const old = desk.place({ limit: '250', ownId: '7' });
    expect(desk.submit({ limit: '251', replaces: '7', ownId: '7' })).toMatchObject({ ok: false });
    expect(desk.state(old)).toBe('working');
  });

  it('a replacement that would wait for the replaced signal is refused', () => {
    const desk = new BookOwner();
    const old = desk.place({ limit: '250' });
    const result = desk.submit({ limit: '251', replaces: old.id, conditionalUpon: old.id });
    expect(result).toMatchObject({ ok: false, refusal: { code: 'parentEnded' } });
    expect(desk.state(old)).toBe('working');
  });
});

describe('[States/Signal] signal: traded, canceled and expired signals do not change', () => {
  it.each(['traded', 'canceled', 'expired'] as const)('cancel of a %s signal fails and changes nothing', (state) => {
    const desk = new BookOwner();
    const signal = desk.place({ limit: '250', duration: 'DAY' });
    if (state === 'traded') desk.tick('250');
    if (state === 'canceled') desk.cancel(signal.id);
    if (state === 'expired') desk.advanceTo(DAY_END);
    const before = desk.get(signal.id);
    expect(desk.cancel(signal.id)).toMatchObject({ ok: false, reason: state });
    desk.tick('200');
    expect(desk.get(signal.id)).toEqual(before);
  });

  it('cancel of an unknown id fails', () => {
    expect(new BookOwner().cancel('1')).toEqual({ ok: false, reason: 'unknown' });
  });
});
