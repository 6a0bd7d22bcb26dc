import { expect, test } from 'vitest';
import { checkWorld } from '#tests/chaos/checker/check-world.ts';
import type { Evidence } from '#tests/chaos/checker/evidence.ts';
import { violations, type Violation } from '#tests/chaos/checker/verdict.ts';
import { event, goodWorld, journaledStart, withNotes } from './recorded-world.ts';

const kinds = (evidence: Evidence): string[] => checkWorld(evidence).findings.map(({ kind }) => kind);

const inState = (state: string, evidence = goodWorld()): Evidence => ({
  ...evidence,
  orders: evidence.orders.map((order) => ({ ...order, state })),
});

const sentAgain = (evidence = goodWorld()): Evidence => ({
  ...evidence,
  requests: [...evidence.requests, { ...evidence.requests[1]!, number: 5 }],
});

const listedTwice = (evidence: Evidence): Evidence => ({
  ...evidence,
  signals: [...evidence.signals, { ...evidence.signals[0]!, id: '502' }],
});

const doubling = {
  is: 'fault-applied',
  fault: 'request-twice',
  command: 'submitSignal',
  ownId: '177000000000001',
  actKey: null,
} as const;
const idsHidden = { is: 'switched', switches: { ownIdsInLists: 'no' } } as const;

const unknownFor = (milliseconds: number): Evidence => {
  const evidence = goodWorld();
  return {
    ...evidence,
    events: [
      ...evidence.events.slice(0, 2),
      event(3, 'row-1', 'SENDING', 'UNKNOWN', 'lost', 2_000),
      event(4, 'row-1', 'UNKNOWN', 'LANDED', 'own-id-match', 2_000 + milliseconds),
    ],
  };
};

const sentTwice = (between: string | null): Evidence => {
  const evidence = sentAgain();
  return {
    ...evidence,
    events: [
      ...evidence.events.slice(0, 2),
      event(3, 'row-1', 'SENDING', 'NOT_SENT', 'not-sent', 1_200),
      ...(between === null ? [] : [event(4, 'row-1', 'NOT_SENT', 'QUEUED', between, 1_300)]),
      event(5, 'row-1', 'QUEUED', 'SENDING', 'slot-free', 1_400),
      event(6, 'row-1', 'SENDING', 'ACKED', 'accepted', 1_500),
    ],
  };
};

const violationCases: readonly (readonly [Violation, string, Evidence])[] = [
  ['duplicates', 'two orders at the service under one own id', listedTwice(goodWorld())],
  ['lost', 'at the service, and refused in the journal', inState('REJECTED')],
  ['lost', 'at the service, and never sent in the journal', inState('HELD')],
  ['lost', 'at the service, and closed as absent in the journal', inState('CLOSED_ABSENT')],
  ['lost', 'at the service, and without a row', { ...goodWorld(), orders: [], reservedIds: new Set() }],
  ['phantoms', 'acknowledged, and not at the service', { ...goodWorld(), signals: [] }],
  [
    'phantoms',
    'claims the record of another order',
    { ...goodWorld(), signals: [{ ...goodWorld().signals[0]!, id: '777' }] },
  ],
  ['undetectedDoubles', 'doubled by the network without an alarm', listedTwice(withNotes(sentAgain(), doubling))],
  [
    'undetectedDoubles',
    'doubled by the network without an alarm, own ids hidden',
    listedTwice(withNotes(sentAgain(), doubling, idsHidden)),
  ],
  ['unjournaled', 'received, and without a row', { ...goodWorld(), orders: [] }],
  [
    'unjournaled',
    'received, and the row never says that it is sent',
    { ...goodWorld(), events: goodWorld().events.slice(0, 1) },
  ],
  ['unjournaled', 'a cancel without its row', { ...goodWorld(), cancels: [] }],
  ['repeats', 'two requests for one send', sentAgain()],
  ['repeats', 'sent twice without the user', sentTwice(null)],
  ['twoRows', 'one press made two rows', withNotes(goodWorld(), { is: 'one-press-two-rows', rows: ['a', 'b'] })],
  ['unresolved', 'unknown for 131 s', unknownFor(131_000)],
  [
    'hidden',
    'two orders open, one shown',
    withNotes(goodWorld(), { is: 'started', unknownCount: 1, openCount: 2, shownMs: 9 }),
  ],
  [
    'stale',
    'sent 15,001 ms after its confirmation',
    { ...goodWorld(), events: goodWorld().events.map((one) => (one.seq === 2 ? { ...one, at: 16_001 } : one)) },
  ],
  [
    'lostCommits',
    'confirmed, not in the journal',
    withNotes(goodWorld(), { is: 'answered', rowId: 'row-2', ownId: '1' }),
  ],
  ['damaged', 'SQLite reports a damaged index', { ...goodWorld(), integrity: ['row 3 missing from index'] }],
  ['crashes', 'the core ended by itself', withNotes(goodWorld(), { is: 'ended', code: 1, signal: null, stderr: 'x' })],
  [
    'bugs',
    'the core logged its own error',
    withNotes(goodWorld(), { is: 'logged', event: 'submit-threw', facts: '{}' }),
  ],
  [
    'reusedSockets',
    'an order on a used socket',
    withNotes(goodWorld(), { is: 'reused-socket', command: 'submitSignal' }),
  ],
  [
    'actDoubled',
    'a start without a press',
    { ...goodWorld(), acts: [journaledStart(), journaledStart({ intentId: 'act-2' })] },
  ],
  ['actUnseen', 'a start without a row', { ...goodWorld(), acts: [] }],
  [
    'gaps',
    'a missing request number',
    { ...goodWorld(), requests: goodWorld().requests.filter(({ number }) => number !== 1) },
  ],
];

test('a world in which everything is right has no finding', () => {
  expect(kinds(goodWorld())).toEqual([]);
});

test.each(violationCases)('%s: %s', (kind, _what, evidence) => {
  expect(kinds(evidence)).toContain(kind);
});

test('every kind of violation has a case that shows it', () => {
  expect([...new Set(violationCases.map(([kind]) => kind))].sort()).toEqual(Object.keys(violations).sort());
});

test.each([
  ['doubled by the network and refused by the service', withNotes(sentAgain(), doubling)],
  ['unknown for 129 s', unknownFor(129_000)],
  ['sent again by the user', sentTwice('confirmed')],
  ['sent again after the user asked for a replacement in two steps', sentTwice('cancel-first-asked')],
  ['believed absent, and the user is asked', { ...inState('PROBABLY_ABSENT'), signals: [] }],
  ['a cancel without its row while the disk is full', withNotes({ ...goodWorld(), cancels: [] }, { is: 'disk-full' })],
  ['an end of the core with exit code 0', withNotes(goodWorld(), { is: 'ended', code: 0, signal: null, stderr: '' })],
])('no violation: %s', (_what, evidence) => {
  expect(kinds(evidence)).toEqual([]);
});

test('an order doubled by the network, with an alarm, is counted and is no violation', () => {
  const evidence = listedTwice(withNotes(sentAgain(), doubling));
  const events = evidence.events.map((one) => (one.seq === 3 ? { ...one, alarm: 'two orders' } : one));
  const { findings, counts } = checkWorld({ ...evidence, events });
  expect(findings).toEqual([]);
  expect(counts.get('duplicated by the network, with an alarm')).toBe(1);
});

test('an order doubled by the network is no violation if a lost order was matched with an alarm', () => {
  const evidence = listedTwice(withNotes(sentAgain(), doubling, idsHidden));
  const lost = { ...evidence.orders[0]!, rowId: 'row-2', ownId: '1', state: 'LANDED_PROBABLE', serviceId: '502' };
  const appeared = event(9, 'row-2', 'PROBABLY_ABSENT', 'LANDED_PROBABLE', 'appeared', 1_500);
  const kindsWith = (alarm: string | null): string[] =>
    kinds({ ...evidence, orders: [...evidence.orders, lost], events: [...evidence.events, { ...appeared, alarm }] });
  expect(kindsWith('a lost order has appeared')).toEqual([]);
  expect(kindsWith(null)).toContain('undetectedDoubles');
});

test('an order doubled by the network is no violation while both signals wait and are not listed', () => {
  const evidence = listedTwice(withNotes(sentAgain(), doubling, idsHidden));
  const waiting = { ...evidence, signals: evidence.signals.map((one) => ({ ...one, waitsForParent: true })) };
  const kindsIfWaitingIs = (waitingInAll: string): string[] =>
    kinds(withNotes(waiting, { is: 'switched', switches: { waitingInAll } }));
  expect(kindsIfWaitingIs('hidden')).toEqual([]);
  expect(kindsIfWaitingIs('posted')).toContain('undetectedDoubles');
});

test('an order doubled by the network is no violation while no list shows the copy', () => {
  const evidence = listedTwice(
    withNotes(sentAgain(), doubling, { is: 'switched', switches: { waitingInAll: 'hidden' } }),
  );
  const kindsIfHidden = (isHidden: (isOfRow: boolean) => boolean): string[] => {
    const { serviceId } = evidence.orders[0]!;
    const signals = evidence.signals.map((one) => ({ ...one, waitsForParent: isHidden(one.id === serviceId) }));
    return kinds({ ...evidence, signals });
  };
  // The order of the row is listed, for example because it was canceled.
  expect(kindsIfHidden((isOfRow) => !isOfRow)).toEqual([]);
  expect(kindsIfHidden((isOfRow) => isOfRow)).toContain('undetectedDoubles');
});

test('times of a wall clock that was an hour off are corrected by the offset of that clock', () => {
  const evidence = unknownFor(20_000);
  const clockOffset = 3_600_000;
  const notes = evidence.notes.map((note) => (note.is === 'stretch' ? { ...note, to: 10_000 } : note));
  const laterStretch = { is: 'stretch', from: 12_000, to: 30_000, offset: clockOffset, quiet: true } as const;
  const events = evidence.events.map((one) => (one.seq === 4 ? { ...one, at: one.at + clockOffset } : one));
  const { findings, maxima } = checkWorld(withNotes({ ...evidence, events, notes }, laterStretch));
  expect(findings).toEqual([]);
  // 2 s to 10 s in the first stretch, 12 s to 22 s in the second.
  expect(maxima.get('longest time unknown while the service answered, s')).toBe(10);
});

test('transitions at a time outside the run are counted, because their orders are not checked', () => {
  const evidence = unknownFor(131_000);
  const events = evidence.events.map((one) => (one.seq === 3 ? { ...one, at: 9_000_000 } : one));
  const countOutside = (given: Evidence) => checkWorld(given).counts.get('transitions at a time outside the run');
  expect([countOutside(evidence), countOutside({ ...evidence, events })]).toEqual([0, 1]);
});
