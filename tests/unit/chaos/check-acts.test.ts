import { describe, expect, test } from 'vitest';
import { keyOfAct, keyOfRequest } from '#tests/chaos/checker/acts.ts';
import { checkActs } from '#tests/chaos/checker/check-acts.ts';
import type { Evidence, JournaledAct } from '#tests/chaos/checker/evidence.ts';
import type { ShownAct } from '#tests/chaos/note.ts';
import { goodWorld, journaledStart, startKey, withNotes } from './recorded-world.ts';

const kinds = (evidence: Evidence): string[] => checkActs(evidence).findings.map(({ kind }) => kind);

const withAct = (changes: Partial<JournaledAct>, evidence = goodWorld()): Evidence => ({
  ...evidence,
  acts: [journaledStart(changes)],
});

const sentAgain = (evidence = goodWorld()): Evidence => ({
  ...evidence,
  requests: [...evidence.requests, { ...evidence.requests[3]!, number: 5 }],
});

/** The note that a fault was applied to a request for the start. */
const appliedFault = (fault: string) =>
  ({ is: 'fault-applied', fault, command: 'startAutoTrade', ownId: null, actKey: startKey }) as const;

/** The note that the service refused a start because of too many requests. */
const throttled = { ...appliedFault('service throttle'), actKey: null };

const endedAs = (state: string, copyStates: readonly string[] = ['linked'], alarmed = false): Evidence => ({
  ...withAct({ state, before: null }),
  notes: goodWorld().notes.map((note) =>
    note.is === 'acts-at-end'
      ? {
          ...note,
          shown: [shownAct(state, alarmed)],
          copies: copyStates.map((copyState) => ({ systemId: '9', brokerCode: 'PRACTICE', state: copyState })),
        }
      : note,
  ),
});

const shownAct = (state: string, alarmed: boolean): ShownAct => ({
  intentId: 'act-1',
  command: 'startAutoTrade',
  state,
  alarmed,
});

const shownAfterRestart = (acts: readonly ShownAct[]): Evidence =>
  withNotes(goodWorld(), { is: 'acts-at-start', open: ['act-1'], shown: acts });

const readBack = [{ state: 'DONE', evidence: 'read-back' }];
/** A second start. Its row says that it is absent, but it arrived late and was carried out. */
const lateStart = journaledStart({
  intentId: 'act-2',
  key: 'startAutoTrade 9 PRACTICE 600',
  state: 'ABSENT',
  steps: readBack,
});

test('a start that was pressed, sent, answered and shown has no finding', () => {
  expect(checkActs(goodWorld())).toEqual({
    findings: [],
    counts: new Map([['acts in state DONE: startAutoTrade', 1]]),
  });
});

test.each<[string, Evidence]>([
  ['two requests for one send', sentAgain()],
  ['a row without a press', withAct({ intentId: 'act-2' })],
])('actDoubled: %s', (_what, evidence) => {
  expect(kinds(evidence)).toContain('actDoubled');
});

test.each<[string, Evidence]>([
  ['a request without a row', { ...goodWorld(), acts: [] }],
  ['still under way', withAct({ state: 'SENDING' })],
  ['unknown although a reading can prove it', withAct({ state: 'UNKNOWN' })],
  ['confirmed, and the service has no copy', { ...goodWorld(), copies: [] }],
  ['not sent, and received', withAct({ state: 'NOT_SENT' })],
  ['refused, and in effect', withAct({ state: 'REFUSED' })],
  ['absent, and in effect', withAct({ state: 'ABSENT' })],
  [
    'absent and in effect after it was late, and shown as absent',
    withNotes(endedAs('ABSENT', ['start-absent']), appliedFault('late')),
  ],
  [
    'refused and in effect after it was doubled, and not shown',
    withNotes(endedAs('REFUSED', []), appliedFault('request-twice')),
  ],
  ['refused by the service and in effect, and not shown', withNotes(endedAs('REFUSED', []), throttled)],
  [
    'absent and in effect after another request was refused',
    withNotes(endedAs('ABSENT', ['set-elsewhere']), throttled),
  ],
  ['not listed after a restart', shownAfterRestart([])],
  ['shown as under way after a restart', shownAfterRestart([shownAct('SENDING', false)])],
  ['unknown after a restart, without an alarm', shownAfterRestart([shownAct('UNKNOWN', false)])],
  ['unknown at the end, without an alarm', endedAs('UNKNOWN')],
  ['not listed at the end', withAct({ intentId: 'act-2' })],
  ['answered, and no row', { ...goodWorld(), acts: [], requests: [] }],
])('actUnseen: %s', (_what, evidence) => {
  expect(kinds(evidence)).toContain('actUnseen');
});

test.each<[string, Evidence]>([
  ['doubled by the network', withNotes(sentAgain(), appliedFault('request-twice'))],
  [
    'absent after it was late, and shown as set elsewhere',
    withNotes(endedAs('ABSENT', ['set-elsewhere']), appliedFault('late')),
  ],
  [
    'refused after it was doubled, and shown',
    withNotes(endedAs('REFUSED', ['set-elsewhere']), appliedFault('request-twice')),
  ],
  ['refused by the service and in effect, and shown', withNotes(endedAs('REFUSED', ['set-elsewhere']), throttled)],
  ['unknown with an alarm, if nothing can prove it', endedAs('UNKNOWN', ['start-unknown'], true)],
  ['unknown after a restart, with an alarm', shownAfterRestart([shownAct('UNKNOWN', true)])],
  ['decided soon after a restart', shownAfterRestart([shownAct('DONE', false)])],
])('no violation: %s', (_what, evidence) => {
  expect(kinds(evidence)).toEqual([]);
});

/** Checks a start that was confirmed by `steps`, although only the late start was carried out. */
const checkBesideLateStart = (steps: JournaledAct['steps']) => {
  const copies = [{ startKey: lateStart.key, changeKey: '', isLive: false }];
  const { findings, counts } = checkActs({ ...goodWorld(), copies, acts: [journaledStart({ steps }), lateStart] });
  return {
    contradictions: findings.filter(({ text }) => text.startsWith('confirmed, not done')).length,
    excused: counts.get('confirmed by the effect of another act: startAutoTrade') ?? 0,
  };
};

test('a start confirmed by an account that another start opened is counted, and is no violation', () => {
  expect(checkBesideLateStart(readBack)).toEqual({ contradictions: 0, excused: 1 });
});

test('actUnseen: confirmed by its answer, and only another start was carried out', () => {
  expect(checkBesideLateStart(journaledStart().steps)).toEqual({ contradictions: 1, excused: 0 });
});

test('a change that was refused but is in effect is a violation until its copy is stopped', () => {
  const change = journaledStart({
    key: 'changeAutoTrade 9 PRACTICE 700',
    command: 'changeAutoTrade',
    state: 'REFUSED',
  });
  const evidence = (isLive: boolean): Evidence => ({
    ...goodWorld(),
    acts: [change],
    requests: [{ ...goodWorld().requests[3]!, command: change.command, actKey: change.key }],
    copies: [{ startKey, changeKey: change.key, isLive }],
  });
  expect(kinds(evidence(true))).toEqual(['actUnseen']);
  expect(kinds(evidence(false))).toEqual([]);
});

describe('a new strategy', () => {
  const key = 'createNewSystem 7 act-1';
  const created = (changes: Partial<JournaledAct>, effects: readonly string[], seen = effects): Evidence => ({
    ...goodWorld(),
    acts: [
      journaledStart({ key, command: 'createNewSystem', target: { id: '7' }, before: { systemIds: [] }, ...changes }),
    ],
    copies: [],
    effects: new Set(effects),
    requests: [{ ...goodWorld().requests[3]!, actKey: key }],
    notes: goodWorld().notes.map((note) => (note.is === 'acts-at-end' ? { ...note, effects: seen } : note)),
  });
  const lateNote = { ...appliedFault('late'), actKey: key };
  const second = journaledStart({
    intentId: 'x',
    key: 'changeSystemAttribute 8 act-1',
    command: 'changeSystemAttribute',
  });
  const cloned = (evidence = created({}, [key])): Evidence => ({
    ...evidence,
    acts: [...evidence.acts, second],
    requests: [...evidence.requests, { ...goodWorld().requests[3]!, number: 5, actKey: second.key }],
    notes: evidence.notes.map((note) =>
      note.is === 'acts-at-end'
        ? { ...note, shown: [...note.shown, { ...shownAct('DONE', false), intentId: 'x', command: second.command }] }
        : note,
    ),
  });

  test.each<[string, Evidence]>([
    ['confirmed, and the service has none', created({}, [])],
    ['confirmed by a reading, and the service has none', created({ steps: readBack }, [])],
    ['absent, and in effect', created({ state: 'ABSENT' }, [key])],
    ['absent after it was late, and not in the list', withNotes(created({ state: 'ABSENT' }, [key], []), lateNote)],
    ['not sent, and received', created({ state: 'NOT_SENT' }, [])],
    ['unknown although the list can prove it', created({ state: 'UNKNOWN' }, [key])],
  ])('actUnseen: %s', (_what, evidence) => {
    expect(kinds(evidence)).toContain('actUnseen');
  });

  test.each<[string, Evidence]>([
    ['confirmed, and in effect', created({}, [key])],
    ['absent after it was late, and in the list', withNotes(created({ state: 'ABSENT' }, [key]), lateNote)],
    ['the second act of a clone, which has an intent of its own', cloned()],
  ])('no violation: %s', (_what, evidence) => {
    expect(kinds(evidence)).toEqual([]);
  });
});

describe('subscriptions', () => {
  const withSubscriptions = (atService: readonly string[], shownByProgram: readonly string[]): Evidence => ({
    ...goodWorld(),
    acts: [journaledStart({ key: 'subscribeToStrategy 9 ', command: 'subscribeToStrategy', target: { id: '9' } })],
    requests: [{ ...goodWorld().requests[3]!, actKey: 'subscribeToStrategy 9 ' }],
    subscribed: new Set(atService),
    notes: goodWorld().notes.map((note) =>
      note.is === 'acts-at-end' ? { ...note, subscribed: shownByProgram } : note,
    ),
  });

  test.each<[string, Evidence]>([
    ['the service has, and the program does not show', withSubscriptions(['9'], [])],
    ['the program shows, and the service does not have', withSubscriptions([], ['9'])],
  ])('actUnseen: a subscription that %s', (_what, evidence) => expect(kinds(evidence)).toEqual(['actUnseen']));

  test('a subscription that the service has and the program shows is no violation', () =>
    expect(kinds(withSubscriptions(['9'], ['9']))).toEqual([]));

  test('a subscription shown as unknown is no violation if nothing proves its outcome', () => {
    const evidence = withSubscriptions(['9'], []);
    const acts = evidence.acts.map((act) => ({ ...act, state: 'UNKNOWN', before: { isListed: null } }));
    expect(kinds({ ...evidence, acts })).toEqual([]);
  });
});

describe('a request and its row have the same key', () => {
  test.each([
    [
      'startAutoTrade',
      { systemid: '9', brokercode: 'PRACTICE', max_dollars_stocks: 500 },
      { settings: { maxDollarsStocks: 500 } },
    ],
    [
      'changeAutoTrade',
      { systemid: '9', brokercode: 'PRACTICE', max_dollars_stocks: '500' },
      { settings: { maxDollarsStocks: 500 } },
    ],
    ['stopAutoTrade', { systemid: '9', brokercode: 'PRACTICE', leavePositionsAndOrdersUntouched: 1 }, { leave: true }],
  ])('%s', (command, body, wanted) => {
    const key = keyOfRequest(command, JSON.stringify(body));
    expect(key).toBe(keyOfAct({ command, target: { id: '9 PRACTICE' }, wanted }));
    expect(key).toContain('9 PRACTICE');
  });

  test.each([
    ['subscribeToStrategy', { systemid: '9', personid: '7' }, {}],
    ['unsubscribeFromStrategy', { systemid: '9', actionType: 'unsubscribe_immediate' }, {}],
    ['createNewSystem', { ownerpersonid: '9', name: 'A' }, { strategy: { name: 'A' } }],
    ['changeSystemAttribute', { systemid: '9', shortDescription: 'A' }, { attributes: { shortDescription: 'A' } }],
    ['changePersonAttribute', { personid: '9', firstname: 'A' }, { attributes: { firstName: 'A' } }],
  ])('%s', (command, body, wanted) => {
    const key = keyOfRequest(command, JSON.stringify(body));
    expect(key).toBe(keyOfAct({ command, target: { id: '9' }, wanted }));
    expect(key).toMatch(/ 9 A?$/);
  });

  test.each([
    [[{ symbol: 'stop', typeofsymbol: 'stop', quant: '0' }], { kind: 'stop' }],
    [
      [{ symbol: 'ABC', typeofsymbol: 'stock', quant: '-5' }],
      { kind: 'list', positions: [{ symbol: 'ABC', instrument: 'stock', quantity: '-5' }] },
    ],
  ])('setDesiredPositions %j', (positions, wanted) => {
    const body = JSON.stringify({ systemid: '9', positions });
    expect(keyOfRequest('setDesiredPositions', body)).toBe(
      keyOfAct({ command: 'setDesiredPositions', target: { id: '9' }, wanted }),
    );
  });

  test('an order has no key', () => expect(keyOfRequest('submitSignal', '{}')).toBeNull());
});
