import { describe, expect, it } from 'vitest';
import { fixed } from '#rules/decimal.ts';
import { fromNewYork } from '#rules/calendar/new-york.ts';
import { BookOwner, order, START } from './desk.ts';

const DAY_END = fromNewYork({ year: 2026, month: 3, day: 2, hour: 16, minute: 5, second: 0 }).earliest;
const BRACKET = { limit: '260', profitTarget: '270', stopLoss: '250' } as const;

function placeBracket(desk: BookOwner, extra: object = {}) {
  const entry = desk.place({ ...BRACKET, ...extra });
  return { entry, target: desk.get(entry.profitTargetId), stop: desk.get(entry.stopLossId) };
}

// The titles of `describe` name transitions of order-safety.md 6.1 and of the specification's table
// of signal states.
describe('[States/Signal] signal: none -> working | waiting', () => {
  it('submit without a parent: the signal works and gets a new service id', () => {
    const desk = new BookOwner();
    const first = desk.place({ limit: '260' });
    const second = desk.place({ limit: '261' });
    expect(first.state).toBe('working');
    expect(second.id).not.toBe(first.id);
    expect(desk.events).toEqual([
      { kind: 'signal', id: first.id, from: 'none', to: 'working', cause: null },
      { kind: 'signal', id: second.id, from: 'none', to: 'working', cause: null },
    ]);
  });

  it('submit with a bracket: two more signals wait in one OCA group', () => {
    const { entry, target, stop } = placeBracket(new BookOwner());
    expect(entry.state).toBe('working');
    expect([target.state, stop.state]).toEqual(['waiting', 'waiting']);
    expect(target.limit).toBe(fixed('270'));
    expect(stop.stop).toBe(fixed('250'));
    expect([target.action, stop.action]).toEqual(['STC', 'STC']);
    expect(target.ocaId).toBe(entry.targetGroupId);
    expect(stop.ocaId).toBe(entry.targetGroupId);
    expect([target.parentId, stop.parentId]).toEqual([entry.id, entry.id]);
    expect(new Set([entry.id, target.id, stop.id, entry.targetGroupId]).size).toBe(4);
  });

  it('submit with a bracket and forcenooca: the children have no group, and both may trade', () => {
    const desk = new BookOwner();
    const { entry, target, stop } = placeBracket(desk, { forceNoOca: true });
    expect([entry.targetGroupId, target.ocaId, stop.ocaId]).toEqual([null, null, null]);
    desk.tick('260');
    desk.tick('270');
    expect([desk.state(target), desk.state(stop)]).toEqual(['traded', 'working']);
    desk.tick('250');
    expect(desk.state(stop)).toBe('traded');
  });

  it('submit with a target only: one child, no group', () => {
    const entry = new BookOwner().place({ limit: '260', profitTarget: '270' });
    expect(entry.profitTargetId).not.toBeNull();
    expect([entry.stopLossId, entry.targetGroupId]).toEqual([null, null]);
  });

  it('a short entry has buying children', () => {
    const desk = new BookOwner();
    const entry = desk.place({ action: 'SSHORT', limit: '270', profitTarget: '260', stopLoss: '280' });
    expect(desk.get(entry.profitTargetId).action).toBe('BTC');
  });

  it('submit with conditionalupon: the signal waits', () => {
    const desk = new BookOwner();
    const parent = desk.place({ limit: '260', ownId: '77' });
    expect(desk.place({ action: 'STC', limit: '270', conditionalUpon: parent.id }).state).toBe('waiting');
    expect(desk.place({ action: 'STC', limit: '280', conditionalUpon: '77' }).parentId).toBe(parent.id);
  });

  it('submit with a nested parent: the parent becomes a signal of its own and works', () => {
    const desk = new BookOwner();
    const result = desk.submit({ action: 'STC', limit: '270', parent: order({ limit: '260', ownId: '5' }) });
    if (!('signal' in result) || !result.parent) throw new Error('not placed with its parent');
    expect(desk.state(result.parent.signal)).toBe('working');
    expect(desk.state(result.signal)).toBe('waiting');
    expect(result.signal.parentId).toBe(result.parent.signal.id);
  });

  it('submit with a nested parent that replaces the same signal: refused, and nothing changes', () => {
    const desk = new BookOwner();
    const old = desk.place({ limit: '259' });
    const parent = order({ limit: '260', replaces: old.id });
    const refusal = { code: 'notReplaceable', id: old.id, state: 'canceled' };
    const result = desk.submit({ action: 'STC', limit: '270', replaces: old.id, parent });
    expect(result).toEqual({ ok: false, refusal });
    expect(desk.state(old)).toBe('working');
  });

  it('duplicateOwnId "replay": a nested parent whose own id was used is refused, not replayed', () => {
    const desk = new BookOwner({ duplicateOwnId: 'replay' });
    desk.place({ limit: '260', ownId: '5' });
    const before = desk.archive.signals();
    const result = desk.submit({ action: 'STC', limit: '270', parent: order({ limit: '260', ownId: '5' }) });
    expect(result).toEqual({ ok: false, refusal: { code: 'ownIdUsed', id: '5' } });
    expect(desk.archive.signals()).toEqual(before);
  });

  it('submit conditional on a traded parent: the signal works at once', () => {
    const desk = new BookOwner();
    const parent = desk.place({});
    desk.tick('260');
    expect(desk.place({ action: 'STC', limit: '270', conditionalUpon: parent.id }).state).toBe('working');
  });

  it('submit with parkUntilSecs: the signal waits until that time, then works', () => {
    const desk = new BookOwner();
    const parked = desk.place({ limit: '260', releaseAt: START + 60_000 });
    expect(parked.state).toBe('waiting');
    desk.tick('255');
    desk.advanceTo(START + 60_000);
    expect(desk.get(parked.id)).toMatchObject({ state: 'working', cause: { kind: 'released' } });
    desk.tick('255');
    expect(desk.state(parked)).toBe('traded');
  });

  it.each([
    ['an id used before', { ownId: '7' }, 'ownIdUsed'],
    ['an id that is a service id', { ownId: '1001' }, 'ownIdUsed'],
    ['an id that is an OCA id', { ownId: 'group' }, 'ownIdUsed'],
    ['an OCA id that is a signal id', { ocaId: '7' }, 'ocaIdUsed'],
    ['one id as its own id and as its group', { ownId: 'x', ocaId: 'x' }, 'ownIdUsed'],
    ['an unknown parent', { conditionalUpon: '999999' }, 'unknownParent'],
    ['an unknown xreplace', { replaces: '999999' }, 'unknownReplaced'],
    ['limit and stop together', { limit: '1', stop: '2' }, 'limitWithStop'],
    ['market with a price', { market: true, limit: '1' }, 'marketWithPrice'],
    ['a bracket on a closing order', { action: 'STC', profitTarget: '1' }, 'bracketOnExit'],
    ['a quantity of zero', { quantity: '0' }, 'quantityNotPositive'],
    ['a negative price', { limit: '-1' }, 'priceNotPositive'],
    ['two parents', { conditionalUpon: '7', parent: order({ limit: '1' }) }, 'twoParents'],
  ] as const)('submit with %s: refused, nothing changes', (_row, input, code) => {
    const desk = new BookOwner();
    desk.place({ limit: '200', ownId: '7', ocaId: 'group' });
    const before = desk.book.liveSignals();
    expect(desk.submit(input)).toMatchObject({ ok: false, refusal: { code } });
    expect(desk.book.liveSignals()).toEqual(before);
    expect(desk.events).toHaveLength(1);
  });

  it('an own id is not free again after its signal ended', () => {
    const desk = new BookOwner();
    desk.place({ limit: '200', ownId: '7' });
    desk.cancel('7');
    expect(desk.submit({ limit: '200', ownId: '7' })).toMatchObject({ ok: false, refusal: { code: 'ownIdUsed' } });
  });

  it('finishedOcaId: by default the id of an ended group is refused, with "join" it is accepted', () => {
    const desk = new BookOwner();
    desk.place({ limit: '200', ocaId: 'g', ownId: '7' });
    desk.cancel('7');
    expect(desk.submit({ limit: '200', ocaId: 'g' })).toMatchObject({ ok: false, refusal: { code: 'ocaIdUsed' } });
    const joiningDesk = new BookOwner({ finishedOcaId: 'join' });
    joiningDesk.place({ limit: '200', ocaId: 'g', ownId: '7' });
    joiningDesk.cancel('7');
    expect(joiningDesk.place({ limit: '200', ocaId: 'g' }).state).toBe('working');
  });

  it('an own id used twice still names the later signal after the first one ends', () => {
    const desk = new BookOwner({ duplicateOwnId: 'accept' });
    const [first, second] = [desk.place({ limit: '200', ownId: '7' }), desk.place({ limit: '200', ownId: '7' })];
    desk.cancel(first.id);
    desk.cancel('7');
    expect([desk.state(first), desk.state(second)]).toEqual(['canceled', 'canceled']);
    expect(desk.book.liveSignals()).toEqual([]);
  });

  it('duplicateOwnId: "accept" makes a second signal, "replay" answers with the first one', () => {
    const acceptingDesk = new BookOwner({ duplicateOwnId: 'accept' });
    const first = acceptingDesk.place({ limit: '200', ownId: '7' });
    expect(acceptingDesk.place({ limit: '200', ownId: '7' }).id).not.toBe(first.id);
    const replayingDesk = new BookOwner({ duplicateOwnId: 'replay' });
    const original = replayingDesk.place({ limit: '200', ownId: '7' });
    expect(replayingDesk.submit({ limit: '200', ownId: '7' })).toEqual({ ok: true, replayOf: original });
    expect(replayingDesk.book.liveSignals()).toHaveLength(1);
  });

  it('[Notes/7] strictConditions refuses a conditional parent and a conditional replacement', () => {
    const desk = new BookOwner({ strictConditions: 'on' });
    const { entry, target } = placeBracket(desk);
    expect(desk.submit({ limit: '1', conditionalUpon: target.id })).toMatchObject({
      refusal: { code: 'conditionalOnConditional' },
    });
    const replacing = { limit: '1', replaces: entry.id, conditionalUpon: entry.id };
    expect(desk.submit(replacing)).toMatchObject({ refusal: { code: 'replacementWithCondition' } });
  });
});

describe('[States/Signal] signal: waiting -> working | canceled | expired', () => {
  it('parent traded: the child works', () => {
    const desk = new BookOwner();
    const { entry, target, stop } = placeBracket(desk);
    desk.tick('259.50');
    expect(desk.get(entry.id)).toMatchObject({ state: 'traded', tradedPrice: fixed('259.5') });
    for (const child of [target, stop]) {
      expect(desk.get(child.id)).toMatchObject({ state: 'working', cause: { kind: 'parentFilled', by: entry.id } });
    }
  });

  it('a child that a tick starts can fill at the next tick at the earliest', () => {
    const desk = new BookOwner();
    const { stop } = placeBracket(desk);
    desk.tick('249');
    expect(desk.state(stop)).toBe('working');
    desk.tick('249');
    expect(desk.state(stop)).toBe('traded');
  });

  it.each([
    ['cancelChild', 'canceled', 'parentCanceled'],
    ['expireChild', 'expired', 'parentCanceled'],
  ] as const)('parent canceled, switch %s: the child is %s', (parentEnds, state, kind) => {
    const desk = new BookOwner({ parentEnds });
    const { entry, target } = placeBracket(desk);
    desk.cancel(entry.id);
    expect(desk.get(target.id)).toMatchObject({ state, cause: { kind, by: entry.id } });
  });

  it('parent canceled, switch keepChild: the child remains waiting', () => {
    const desk = new BookOwner({ parentEnds: 'keepChild' });
    const { entry, target } = placeBracket(desk);
    desk.cancel(entry.id);
    expect(desk.state(target)).toBe('waiting');
  });

  it('parent expired: the child is canceled', () => {
    const desk = new BookOwner({ bracketDuration: 'GTC' });
    const { entry, target } = placeBracket(desk, { duration: 'DAY' });
    desk.advanceTo(DAY_END);
    expect(desk.get(target.id)).toMatchObject({ state: 'canceled', cause: { kind: 'parentExpired', by: entry.id } });
  });

  it('cancel: the whole group is canceled; with cancelWaiting "refuse" the cancel is refused', () => {
    const desk = new BookOwner();
    const { target, stop } = placeBracket(desk);
    expect(desk.cancel(target.id).ok).toBe(true);
    expect([desk.state(target), desk.state(stop)]).toEqual(['canceled', 'canceled']);
    const strictDesk = new BookOwner({ cancelWaiting: 'refuse' });
    expect(strictDesk.cancel(placeBracket(strictDesk).target.id)).toMatchObject({ ok: false, reason: 'waiting' });
  });

  it('day end: a waiting DAY signal expires, or remains if waitingAtDayEnd is "keep"', () => {
    for (const [waitingAtDayEnd, state] of [
      ['expire', 'expired'],
      ['keep', 'waiting'],
    ] as const) {
      const desk = new BookOwner({ waitingAtDayEnd });
      const parent = desk.place({ limit: '260' });
      const child = desk.place({ action: 'STC', limit: '270', duration: 'DAY', conditionalUpon: parent.id });
      desk.advanceTo(DAY_END);
      expect(desk.state(child)).toBe(state);
    }
  });

  it('a waiting GTC signal expires after ten years, also if waiting DAY signals are kept', () => {
    const desk = new BookOwner({ waitingAtDayEnd: 'keep', parentEnds: 'keepChild' });
    const parent = desk.place({ limit: '260' });
    const child = desk.place({ action: 'STC', limit: '270', conditionalUpon: parent.id });
    desk.advanceTo(child.expiresAt);
    expect(desk.get(child.id)).toMatchObject({ state: 'expired', cause: { kind: 'durationEnded' } });
  });

  it.each(['DAY', 'GTC'] as const)('a waiting %s signal expires with its contract in every case', (duration) => {
    const contractEnd = DAY_END + 3 * 86_400_000;
    const calendar = {
      followsHolidays: false,
      contractEnd: (symbol: string) => (symbol === '@ESH6' ? contractEnd : null),
    };
    for (const waitingAtDayEnd of ['expire', 'keep'] as const) {
      const desk = new BookOwner({ waitingAtDayEnd }, calendar);
      const parent = desk.place({ limit: '260' });
      const child = desk.place({ symbol: '@ESH6', instrument: 'future', duration, conditionalUpon: parent.id });
      const isEndingWithDay = duration === 'DAY' && waitingAtDayEnd === 'expire';
      desk.advanceTo(contractEnd - 1);
      expect(desk.state(child)).toBe(isEndingWithDay ? 'expired' : 'waiting');
      desk.advanceTo(contractEnd);
      const kind = isEndingWithDay ? 'durationEnded' : 'contractEnded';
      expect(desk.get(child.id)).toMatchObject({ state: 'expired', cause: { kind } });
    }
  });

  it('a DAY child kept beyond its day works until the end of the day on which its parent fills', () => {
    const desk = new BookOwner({ waitingAtDayEnd: 'keep' });
    const parent = desk.place({ limit: '260' });
    const child = desk.place({ action: 'STC', limit: '270', duration: 'DAY', conditionalUpon: parent.id });
    desk.advanceTo(DAY_END + 18 * 3_600_000);
    desk.tick('260');
    desk.advanceTo(desk.now + 1000);
    expect(desk.get(child.id)).toMatchObject({ state: 'working', expiresAt: DAY_END + 24 * 3_600_000 });
    desk.tick('270');
    expect(desk.state(child)).toBe('traded');
  });
});

describe('[States/Signal] signal: working -> traded', () => {
  it('fill: the sibling is canceled and names the filled signal as the cause', () => {
    const desk = new BookOwner();
    const { entry, target, stop } = placeBracket(desk);
    desk.tick('260');
    desk.tick('270.25');
    expect(desk.get(target.id)).toMatchObject({
      state: 'traded',
      tradedPrice: fixed('270.25'),
      cause: { kind: 'filled' },
    });
    expect(desk.get(stop.id)).toMatchObject({ state: 'canceled', cause: { kind: 'siblingFilled', by: target.id } });
    expect(desk.get(target.id).closingTradeId).toBe(desk.get(entry.id).openingTradeId);
  });

  it.each([
    ['market order at the next tick', {}, '261', '261'],
    ['buy limit at the limit', { limit: '260' }, '260', '260'],
    ['buy limit better than the limit', { limit: '260' }, '258', '258'],
    ['sell limit better than the limit (73.98 traded 74.09)', { action: 'STO', limit: '73.98' }, '74.09', '74.09'],
    ['buy stop on touch', { stop: '262' }, '262', '262'],
    ['buy stop with a gap: the new price', { stop: '262' }, '266', '266'],
    ['sell stop with a gap: the new price', { action: 'STO', stop: '255' }, '251', '251'],
  ] as const)('fill price: %s', (_row, input, tick, price) => {
    const desk = new BookOwner();
    const signal = desk.place(input);
    desk.tick(tick);
    expect(desk.get(signal.id)).toMatchObject({ state: 'traded', tradedPrice: fixed(price) });
  });

  it.each([
    ['buy limit above the limit', { limit: '260' }, '260.01'],
    ['sell limit below the limit', { action: 'STO', limit: '260' }, '259.99'],
    ['buy stop below the stop', { stop: '260' }, '259.99'],
    ['sell stop above the stop', { action: 'STO', stop: '260' }, '260.01'],
  ] as const)('%s does not trade', (_row, input, tick) => {
    const desk = new BookOwner();
    const signal = desk.place(input);
    desk.tick(tick);
    desk.tick('260', 'MSFT');
    expect(desk.state(signal)).toBe('working');
  });

  it('if one tick triggers two siblings, the older one trades', () => {
    const desk = new BookOwner();
    const older = desk.place({ limit: '260', ocaId: 'g' });
    const younger = desk.place({ limit: '265', ocaId: 'g' });
    desk.tick('255');
    expect([desk.state(older), desk.state(younger)]).toEqual(['traded', 'canceled']);
  });

  it('closeWithoutPosition: "reverse" opens the other side, "cancel" cancels the exit', () => {
    const desk = new BookOwner();
    desk.place({ action: 'STC' });
    desk.tick('260');
    expect([...desk.trades.values()]).toMatchObject([{ side: 'short', opened: fixed('100') }]);
    const strictDesk = new BookOwner({ closeWithoutPosition: 'cancel' });
    const signal = strictDesk.place({ action: 'STC' });
    strictDesk.tick('260');
    expect(strictDesk.get(signal.id)).toMatchObject({ state: 'canceled', cause: { kind: 'nothingToClose' } });
    expect(strictDesk.trades.size).toBe(0);
  });
});

describe('[States/Signal] signal: working -> canceled | expired', () => {
  it('cancel: the siblings are canceled too', () => {
    const desk = new BookOwner();
    const first = desk.place({ limit: '250', ocaId: 'g' });
    const sibling = desk.place({ limit: '240', ocaId: 'g' });
    const ungrouped = desk.place({ limit: '240' });
    expect(desk.cancel(first.id)).toMatchObject({
      ok: true,
      signal: { state: 'canceled', cause: { kind: 'requested' } },
    });
    expect(desk.get(sibling.id)).toMatchObject({ state: 'canceled', cause: { kind: 'siblingCanceled', by: first.id } });
    expect(desk.state(ungrouped)).toBe('working');
  });

  it('day end at 16:05 New York: the DAY signal expires, and its siblings are canceled', () => {
    const desk = new BookOwner();
    const day = desk.place({ limit: '250', duration: 'DAY', ocaId: 'g' });
    const gtc = desk.place({ limit: '240', ocaId: 'g' });
    expect(day.expiresAt).toBe(DAY_END);
    desk.advanceTo(DAY_END - 1);
    expect(desk.state(day)).toBe('working');
    desk.advanceTo(DAY_END);
    expect(desk.get(day.id)).toMatchObject({ state: 'expired', cause: { kind: 'durationEnded' }, endedAt: DAY_END });
    expect(desk.get(gtc.id)).toMatchObject({ state: 'canceled', cause: { kind: 'siblingExpired', by: day.id } });
  });

  it('GTC expires after more than nine years', () => {
    const desk = new BookOwner();
    const gtc = desk.place({ limit: '250' });
    expect(gtc.expiresAt).toBeGreaterThan(START + 9 * 365 * 86_400_000);
    desk.advanceTo(gtc.expiresAt);
    expect(desk.state(gtc)).toBe('expired');
  });
});
