import { describe, expect, it } from 'vitest';
import { fromNewYork } from '#rules/calendar/new-york.ts';
import type { RuleOptions } from '#rules/signals/rule-options.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { BookOwner, order, START, type Order } from './desk.ts';
import { combinations, switchText } from './rule-values.ts';

const DAY_END = fromNewYork({ year: 2026, month: 3, day: 2, hour: 16, minute: 5, second: 0 }).earliest;
/** A buy limit far below the prices of these tests. */
const FAR_LIMIT = { limit: '1' } as const;
const STATES = ['waiting for its parent', 'parked', 'working', 'traded', 'canceled', 'expired'] as const;
type State = (typeof STATES)[number];

/** A signal in the wanted state. If a group is given, it has a sibling in that group. */
function inState(desk: BookOwner, state: State, ocaId: string | null): { old: Signal; sibling: Signal | null } {
  const order: Order = { limit: '250', duration: 'DAY', ownId: 'own', ocaId };
  if (state === 'waiting for its parent') desk.place({ ...FAR_LIMIT, ownId: 'parent' });
  const sibling = ocaId === null ? null : desk.place({ ...FAR_LIMIT, ocaId });
  const old = desk.place({
    ...order,
    conditionalUpon: state === 'waiting for its parent' ? 'parent' : null,
    releaseAt: state === 'parked' ? START + 3_600_000 : null,
  });
  if (state === 'traded') desk.tick('250');
  if (state === 'canceled') desk.cancel(old.id);
  if (state === 'expired') desk.advanceTo(DAY_END);
  return { old: desk.get(old.id), sibling: sibling && desk.get(sibling.id) };
}

const isWaiting = (state: State): boolean => state === 'waiting for its parent' || state === 'parked';
const isEnded = (state: State): boolean => state === 'traded' || state === 'canceled' || state === 'expired';

describe('[States/Signal] [Endpoints/cancelSignal] cancel in each state', () => {
  const cases = STATES.flatMap((state) =>
    combinations('cancelWaiting').flatMap((chosen) =>
      ['service id', 'own id'].map((reference) => [state, reference, switchText(chosen), chosen] as const),
    ),
  );
  it.each(cases)('follows the rule for a signal that is %s, named by its %s: %s', (state, reference, _text, chosen) => {
    const desk = new BookOwner(chosen);
    const { old, sibling } = inState(desk, state, 'g');
    const result = desk.cancel(reference === 'own id' ? 'own' : old.id);
    const refused = isEnded(state) || (isWaiting(state) && chosen.cancelWaiting === 'refuse');
    if (refused) {
      expect(result).toEqual({ ok: false, reason: isWaiting(state) ? 'waiting' : state, signal: old });
      expect(desk.get(old.id)).toEqual(old);
      expect(sibling && desk.get(sibling.id)).toEqual(sibling);
    } else {
      expect(result).toMatchObject({ ok: true, signal: { state: 'canceled', cause: { kind: 'requested' } } });
      expect(sibling && desk.state(sibling)).toBe('canceled');
    }
  });
});

describe('[States/Signal] [Endpoints/submitSignal] xreplace by state, leave_oca_intact and group', () => {
  const cases = STATES.flatMap((state) =>
    ['g', null].flatMap((group) =>
      [false, true].flatMap((leave) =>
        ['none', 'the same', 'another'].flatMap((groupChoice) =>
          combinations('replacementGroup', 'replacementParent', 'cancelWaiting', 'finishedOcaId').map(
            (chosen) =>
              [
                state,
                group ?? 'no group',
                leave ? 1 : 0,
                groupChoice,
                switchText(chosen),
                { group, leave, chosen },
              ] as const,
          ),
        ),
      ),
    ),
  );
  it.each(cases)(
    'follows the rules for a signal that is %s, in %s, leave_oca_intact=%i, group of the new signal: %s; %s',
    (state, _group, _leave, groupChoice, _text, given) => {
      const { group, leave, chosen } = given;
      const desk = new BookOwner(chosen);
      const { old, sibling } = inState(desk, state, group);
      const before = desk.archive.signals();
      const ocaId = groupChoice === 'none' ? null : groupChoice === 'another' ? 'h' : group;
      const result = desk.submit({ limit: '249', replaces: old.id, leaveOcaIntact: leave, ocaId });
      const isGroupRefused = ocaId === group && group !== null && isEnded(state) && chosen.finishedOcaId === 'refuse';
      if (isEnded(state) || (isWaiting(state) && chosen.cancelWaiting === 'refuse')) {
        const code = isGroupRefused ? 'ocaIdUsed' : 'notReplaceable';
        expect(result).toMatchObject({ ok: false, refusal: { code } });
        expect(desk.archive.signals()).toEqual(before);
        return;
      }
      if (!('signal' in result)) throw new Error(`refused: ${JSON.stringify(result)}`);
      expect(desk.get(old.id)).toMatchObject({ state: 'canceled', cause: { kind: 'replaced', by: result.signal.id } });
      if (sibling) expect(desk.state(sibling)).toBe(leave ? 'working' : 'canceled');
      const joins = leave && chosen.replacementGroup === 'join';
      expect(result.signal.ocaId).toBe(ocaId ?? (joins ? group : null));
      const waits = state === 'waiting for its parent' && chosen.replacementParent === 'inherit';
      expect(result.signal.state).toBe(waits ? 'waiting' : 'working');
    },
  );
});

const ENDINGS = {
  fill: (desk: BookOwner) => desk.tick('250'),
  cancel: (desk: BookOwner) => desk.cancel('own'),
  expiry: (desk: BookOwner) => desk.advanceTo(DAY_END),
  replace: (desk: BookOwner) => desk.place({ limit: '2', replaces: 'own' }),
} as const;
const CAUSES = {
  fill: 'siblingFilled',
  cancel: 'siblingCanceled',
  expiry: 'siblingExpired',
  replace: 'siblingReplaced',
};

describe('[States/Signal] when one member of a group ends, the whole group ends', () => {
  const cases = (['fill', 'cancel', 'expiry', 'replace'] as const).flatMap((endKind) =>
    ['working', 'waiting', 'parked'].map((sibling) => [endKind, sibling] as const),
  );
  it.each(cases)('the %s of one member cancels a sibling that is %s', (endKind, siblingState) => {
    const desk = new BookOwner();
    desk.place({ ...FAR_LIMIT, ownId: 'parent' });
    const sibling = desk.place({
      ...FAR_LIMIT,
      ocaId: 'g',
      conditionalUpon: siblingState === 'waiting' ? 'parent' : null,
      releaseAt: siblingState === 'parked' ? DAY_END + 86_400_000 : null,
    });
    const endingSignal = desk.place({ limit: '250', duration: 'DAY', ocaId: 'g', ownId: 'own' });
    ENDINGS[endKind](desk);
    expect(desk.get(sibling.id)).toMatchObject({
      state: 'canceled',
      cause: { kind: CAUSES[endKind], by: endingSignal.id },
    });
    desk.tick('1');
    desk.advanceTo(DAY_END + 2 * 86_400_000);
    expect(desk.state(sibling)).toBe('canceled');
  });
});

describe('[States/Signal] parents nested deeper than one', () => {
  const chain = (desk: BookOwner): Signal[] => {
    const top = desk.place({ limit: '260', ownId: 'a' });
    const middle = desk.place({ limit: '259', ownId: 'b', conditionalUpon: 'a' });
    const leaf = desk.place({ limit: '258', conditionalUpon: 'b' });
    return [top, middle, leaf];
  };
  const states = (desk: BookOwner, signals: readonly Signal[]): string[] => signals.map((one) => desk.state(one));
  const CHILD_STATE = { cancelChild: 'canceled', expireChild: 'expired', keepChild: 'waiting' } as const;

  it('each child starts only with its own parent, one tick at a time', () => {
    const desk = new BookOwner();
    const signals = chain(desk);
    desk.tick('250');
    expect(states(desk, signals)).toEqual(['traded', 'working', 'waiting']);
    desk.tick('250');
    expect(states(desk, signals)).toEqual(['traded', 'traded', 'working']);
  });

  it.each([
    ['an own id twice', { ownId: 'a' }, { ownId: 'a' }, 'ownIdUsed'],
    ['an own id that is the group of the top parent', { ownId: 'a' }, { ocaId: 'a' }, 'ownIdUsed'],
    ['a group that is the own id of the top parent', { ocaId: 'a' }, { ownId: 'a' }, 'ocaIdUsed'],
  ] as const)('one request must not use %s', (_name, leafIds, topIds, code) => {
    const desk = new BookOwner();
    const middle = order({ limit: '259', parent: order({ limit: '260', ...topIds }) });
    const result = desk.submit({ limit: '258', parent: middle, ...leafIds });
    expect(result).toMatchObject({ ok: false, refusal: { code, id: 'a' } });
    expect(desk.book.liveSignals()).toEqual([]);
  });

  it.each(combinations('parentEnds'))(
    'the end of the top parent changes the signals below it as the switch says: %o',
    (chosen) => {
      const desk = new BookOwner(chosen);
      const signals = chain(desk);
      desk.cancel('a');
      const childState = CHILD_STATE[chosen.parentEnds];
      expect(states(desk, signals)).toEqual(['canceled', childState, childState]);
    },
  );

  it.each(combinations('parentEnds'))('the end of the middle signal does not end its parent: %o', (chosen) => {
    const desk = new BookOwner(chosen);
    const signals = chain(desk);
    desk.cancel('b');
    expect(states(desk, signals)).toEqual(['working', 'canceled', CHILD_STATE[chosen.parentEnds]]);
  });

  it('a bracket on a child waits for the child, not for the parent of the child', () => {
    const desk = new BookOwner();
    desk.place({ limit: '260', ownId: 'a' });
    const child = desk.place({ limit: '259', conditionalUpon: 'a', profitTarget: '270', stopLoss: '240' });
    desk.tick('260');
    expect([desk.state(child), desk.state(desk.get(child.stopLossId))]).toEqual(['working', 'waiting']);
    desk.tick('259');
    expect(desk.state(desk.get(child.stopLossId))).toBe('working');
  });
});

/**
 * The ways in which an id can have been used before it is used again as an own id or as a group
 * (specification, Rules).
 */
const USES: Readonly<Record<string, (desk: BookOwner) => string>> = {
  'own id of a live signal': (desk) => desk.place({ ...FAR_LIMIT, ownId: 'x' }).ownId ?? '',
  'own id of an ended signal': (desk) => {
    desk.place({ ...FAR_LIMIT, ownId: 'x' });
    desk.cancel('x');
    return 'x';
  },
  'service id of a live signal': (desk) => desk.place(FAR_LIMIT).id,
  'service id of an ended signal': (desk) => {
    const { id } = desk.place(FAR_LIMIT);
    desk.cancel(id);
    return id;
  },
  'group with live members': (desk) => desk.place({ ...FAR_LIMIT, ocaId: 'x' }).ocaId ?? '',
  'group that has ended': (desk) => {
    desk.cancel(desk.place({ ...FAR_LIMIT, ocaId: 'x' }).id);
    return 'x';
  },
  "group of a bracket's children": (desk) =>
    desk.place({ ...FAR_LIMIT, profitTarget: '2', stopLoss: '0.5' }).targetGroupId ?? '',
};

describe('[Limits/Own signal ids and OCA ids unique] an id that was used before', () => {
  const cases = Object.keys(USES).flatMap((use) =>
    (['ownId', 'ocaId'] as const).flatMap((member) =>
      combinations('duplicateOwnId', 'finishedOcaId').map(
        (chosen) => [use, member, switchText(chosen), chosen] as const,
      ),
    ),
  );
  it.each(cases)('%s, used again as %s, with %s', (use, member, _text, chosen) => {
    const desk = new BookOwner(chosen);
    const id = USES[use]?.(desk) ?? '';
    const before = desk.archive.signals();
    const result = desk.submit({ ...FAR_LIMIT, [member]: id });
    const expected = outcome(use, member, chosen);
    if (expected === 'accepted') expect(result).toMatchObject({ ok: true, signal: { [member]: id, state: 'working' } });
    else if (expected === 'replayed') expect(result).toMatchObject({ ok: true, replayOf: { ownId: id } });
    else
      expect(result).toMatchObject({
        ok: false,
        refusal: { code: member === 'ownId' ? 'ownIdUsed' : 'ocaIdUsed', id },
      });
    if (expected !== 'accepted') expect(desk.archive.signals()).toEqual(before);
  });
});

function outcome(
  use: string,
  member: 'ownId' | 'ocaId',
  { duplicateOwnId, finishedOcaId }: Pick<RuleOptions, 'duplicateOwnId' | 'finishedOcaId'>,
): 'accepted' | 'replayed' | 'refused' {
  const isGroup = use.startsWith('group');
  if (member === 'ocaId') {
    if (!isGroup) return 'refused';
    return use === 'group that has ended' && finishedOcaId === 'refuse' ? 'refused' : 'accepted';
  }
  if (!use.startsWith('own id') || duplicateOwnId === 'refuse') return 'refused';
  return duplicateOwnId === 'accept' ? 'accepted' : 'replayed';
}

describe('[States/Signal] durations, kinds and actions', () => {
  const actions = ['BTO', 'STO', 'SSHORT', 'BTC', 'STC'] as const;
  const kinds = [{}, { limit: '260' }, { stop: '260' }] as const;
  const cases = actions.flatMap((action) =>
    kinds.flatMap((kind) =>
      (['DAY', 'GTC'] as const).map((duration) => [action, JSON.stringify(kind), duration, kind] as const),
    ),
  );
  it.each(cases)(
    '%s %s %s trades at its price, and otherwise ends with its duration',
    (action, _kind, duration, kind) => {
      const fillingDesk = new BookOwner();
      const filled = fillingDesk.place({ action, duration, ...kind });
      fillingDesk.tick('260');
      expect(fillingDesk.state(filled)).toBe('traded');
      const expiringDesk = new BookOwner();
      const unfilled = expiringDesk.place({ action, duration, ...kind });
      expiringDesk.advanceTo(DAY_END);
      expect(expiringDesk.state(unfilled)).toBe(duration === 'DAY' ? 'expired' : 'working');
      expiringDesk.advanceTo(unfilled.expiresAt);
      expect(expiringDesk.state(unfilled)).toBe('expired');
    },
  );
});
