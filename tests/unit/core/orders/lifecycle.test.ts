import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JournalState } from '#contract/model/signal.ts';
import { transitions, IllegalTransition, reduce } from '#core/orders/journal/lifecycle.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { noServiceIds, type OrderRow } from '#core/orders/journal/order-row.ts';
import { newOrder } from './order-fixtures.ts';

type Transition = Exclude<OrderEvent, { type: 'created' }>;

const at = 1_772_461_800_000;
const found = { serviceIds: { ...noServiceIds, signal: '155' }, mirror: null, alarm: null, evidence: 'a record' };
const withReason = { reason: 'why' };

/** One event of every type. */
const samples: { readonly [Type in Transition['type']]: Extract<Transition, { type: Type }> } = {
  'slot-free': { type: 'slot-free', at, monotonic: 5, preExistingMatches: [] },
  held: { type: 'held', at, ...withReason },
  abandoned: { type: 'abandoned', at },
  confirmed: { type: 'confirmed', at },
  accepted: {
    type: 'accepted',
    at,
    serviceIds: { ...noServiceIds, signal: '155' },
    mirror: { status: 'working', tradedPrice: null, at: null },
    answer: [],
    alarm: null,
  },
  refused: { type: 'refused', at, answer: ['Unknown typeofsymbol'] },
  'not-sent': { type: 'not-sent', at, ...withReason },
  lost: { type: 'lost', at, ...withReason, answer: [] },
  'found-at-start': { type: 'found-at-start', at, ...withReason },
  'reject-proved': { type: 'reject-proved', at, evidence: 'a clean read' },
  'own-id-match': { type: 'own-id-match', at, ...found },
  'refused-but-there': { type: 'refused-but-there', at, ...found },
  'fingerprint-match': { type: 'fingerprint-match', at, ...found },
  'many-matches': { type: 'many-matches', at, ...withReason, candidates: ['155', '156'] },
  picked: { type: 'picked', at, ...found },
  'nothing-found': { type: 'nothing-found', at, ...withReason, evidence: 'two clean reads' },
  appeared: { type: 'appeared', at, ...found },
  'watch-ended': { type: 'watch-ended', at },
  'not-verifiable': { type: 'not-verifiable', at, evidence: 'an unreadable record' },
  'match-disproved': { type: 'match-disproved', at, alarm: null, evidence: 'another own id' },
  mirrored: { type: 'mirrored', at, ...found },
  acknowledged: { type: 'acknowledged', at },
  'kept-waiting': { type: 'kept-waiting', at, until: at + 1 },
  'resend-asked': { type: 'resend-asked', at },
  'resend-dropped': { type: 'resend-dropped', at, ...withReason },
  'sent-again': { type: 'sent-again', at, monotonic: 6, preExistingMatches: [] },
  'cancel-check-asked': { type: 'cancel-check-asked', at },
  'cancel-proved': { type: 'cancel-proved', at, ...found },
  'cancel-first-asked': { type: 'cancel-first-asked', at, names: ['155'], isStop: false, codes: [] },
  'cancel-first-proved': { type: 'cancel-first-proved', at, evidence: 'Signal canceled' },
  'cancel-first-open': { type: 'cancel-first-open', at, ...withReason, alarm: null },
  released: { type: 'released', at },
  'replaced-traded': { type: 'replaced-traded', at, evidence: 'Signal was traded' },
  superseded: { type: 'superseded', at, by: '00000000-0000-4000-8000-000000000002' },
};

const newRow = (): OrderRow => reduce(null, { type: 'created', ...newOrder(1), ownId: '177246180000001' });
/** A row that the user asked to send again: `sent-again` is refused for any other row. */
const inState = (state: JournalState): OrderRow => ({ ...newRow(), state, resendAsked: true });
const states: JournalState[] = JournalState.anyOf.map((one) => one.const);

/** The table of order-safety 6.2, row by row, repeated by hand. */
const table: readonly (readonly [from: JournalState, event: Transition['type'], to: JournalState])[] = [
  ['QUEUED', 'slot-free', 'SENDING'],
  ['QUEUED', 'held', 'HELD'],
  ['QUEUED', 'abandoned', 'ABANDONED'],
  ['HELD', 'abandoned', 'ABANDONED'],
  ['HELD', 'confirmed', 'QUEUED'],
  ['HELD', 'cancel-first-asked', 'HELD'],
  ['NOT_SENT', 'cancel-first-asked', 'HELD'],
  ['HELD', 'released', 'QUEUED'],
  ['HELD', 'replaced-traded', 'ABANDONED'],
  ['SENDING', 'accepted', 'ACKED'],
  ['SENDING', 'refused', 'REJECTED_SOFT'],
  ['SENDING', 'not-sent', 'NOT_SENT'],
  ['SENDING', 'lost', 'UNKNOWN'],
  ['SENDING', 'found-at-start', 'UNKNOWN'],
  ['REJECTED_SOFT', 'reject-proved', 'REJECTED'],
  ['REJECTED_SOFT', 'refused-but-there', 'LANDED'],
  ['REJECTED', 'refused-but-there', 'LANDED'],
  ['REJECTED_SOFT', 'not-verifiable', 'UNKNOWN'],
  ['NOT_SENT', 'confirmed', 'QUEUED'],
  ['NOT_SENT', 'abandoned', 'ABANDONED'],
  ['UNKNOWN', 'not-verifiable', 'UNKNOWN'],
  ['AMBIGUOUS', 'match-disproved', 'UNKNOWN'],
  ['LANDED_PROBABLE', 'match-disproved', 'UNKNOWN'],
  ['UNKNOWN', 'own-id-match', 'LANDED'],
  ['AMBIGUOUS', 'own-id-match', 'LANDED'],
  ['LANDED_PROBABLE', 'own-id-match', 'LANDED'],
  ['UNKNOWN', 'fingerprint-match', 'LANDED_PROBABLE'],
  ['UNKNOWN', 'many-matches', 'AMBIGUOUS'],
  ['AMBIGUOUS', 'picked', 'LANDED_PROBABLE'],
  ['UNKNOWN', 'nothing-found', 'PROBABLY_ABSENT'],
  ['PROBABLY_ABSENT', 'appeared', 'LANDED_PROBABLE'],
  ['PROBABLY_ABSENT', 'watch-ended', 'CLOSED_ABSENT'],
  ['CLOSED_ABSENT', 'appeared', 'LANDED_PROBABLE'],
  ['PROBABLY_ABSENT', 'sent-again', 'SENDING'],
  ['UNKNOWN', 'cancel-proved', 'LANDED'],
  ['AMBIGUOUS', 'cancel-proved', 'LANDED'],
  ['PROBABLY_ABSENT', 'cancel-proved', 'LANDED'],
  ['CLOSED_ABSENT', 'cancel-proved', 'LANDED'],
];

describe('the order lifecycle (order-safety 6.2)', () => {
  it.each(table)('%s by %s becomes %s', (from, type, to) => {
    const row = inState(from);
    const next = reduce(row, samples[type]);
    expect(next.state).toBe(to);
    expect(next.version).toBe(row.version + 1);
    expect(next.ownId).toBe(row.ownId);
  });

  it('has no transition that is not in the table', () => {
    const moves = new Set(table.map(([from, type]) => `${from} ${type}`));
    const wrong = states.flatMap((from) =>
      Object.values(samples)
        .filter(({ type }) => transitions[type] !== 'same' && !moves.has(`${from} ${type}`))
        .filter((event) => !isRefused(from, event))
        .map(({ type }) => `${from} ${type}`),
    );
    expect(wrong).toEqual([]);
  });

  it('mirrors a record only on an accepted order, and an acknowledgment does not change the state', () => {
    for (const state of states) {
      const isAccepted = state === 'ACKED' || state === 'LANDED' || state === 'LANDED_PROBABLE';
      expect(isRefused(state, samples.mirrored)).toBe(!isAccepted);
      if (!isRefused(state, samples.acknowledged))
        expect(reduce(inState(state), samples.acknowledged).state).toBe(state);
    }
    expect(isRefused('UNKNOWN', samples.acknowledged)).toBe(true);
  });

  it('sends an order a second time only when the user asked for it (order-safety J3)', () => {
    const absent: OrderRow = { ...newRow(), state: 'PROBABLY_ABSENT', attempts: 1 };
    expect(() => reduce(absent, samples['sent-again'])).toThrow(IllegalTransition);
    const asked = reduce(absent, samples['resend-asked']);
    expect(reduce(asked, samples['sent-again'])).toMatchObject({ state: 'SENDING', attempts: 2, resendAsked: false });
    const dropped = reduce(asked, samples['resend-dropped']);
    expect(() => reduce(dropped, samples['sent-again'])).toThrow(IllegalTransition);
  });

  it.each(['kept-waiting', 'resend-asked', 'resend-dropped', 'cancel-check-asked', 'superseded'] as const)(
    'the decision %s is accepted only for a verifiable absent order and keeps the state',
    (type) => {
      const accepting = states.filter((state) => !isRefused(state, samples[type]));
      expect(accepting).toEqual(type === 'superseded' ? ['PROBABLY_ABSENT', 'CLOSED_ABSENT'] : ['PROBABLY_ABSENT']);
      for (const state of accepting) expect(reduce(inState(state), samples[type]).state).toBe(state);
    },
  );

  it('starts an order as HELD if the order is prepared to be sent later', () => {
    const row = reduce(null, { type: 'created', ...newOrder(1), ownId: '177246180000001', staged: true });
    expect(row).toMatchObject({ state: 'HELD', staged: true, reason: { code: 'hold.staged' } });
    expect(reduce(row, { type: 'confirmed', at, codes: ['stale'] })).toMatchObject({
      staged: false,
      confirmed: ['stale'],
    });
  });

  it('creates a row once, and by no other event than `created`', () => {
    expect(newRow()).toMatchObject({ state: 'QUEUED', attempts: 0, version: 1 });
    expect(() => reduce(newRow(), { type: 'created', ...newOrder(1), ownId: '1' })).toThrow(IllegalTransition);
    for (const event of Object.values(samples)) expect(() => reduce(null, event)).toThrow(IllegalTransition);
  });
});

describe('invariants of order-safety on random event sequences', () => {
  const events = fc.array(fc.constantFrom(...Object.values(samples)), { maxLength: 60 });

  it('J3, J4: an order is sent again only by a user decision and leaves UNKNOWN only by evidence', () => {
    const evidence = ['own-id-match', 'fingerprint-match', 'many-matches', 'nothing-found', 'cancel-proved'];
    fc.assert(
      fc.property(events, (sequence) => {
        let row = newRow();
        let confirmCount = 0;
        for (const event of sequence) {
          const before = row;
          if (!canFollow(before, event)) continue;
          row = reduce(before, event);
          if (event.type === 'confirmed' || event.type === 'resend-asked') confirmCount += 1;
          expect(row.attempts).toBeLessThanOrEqual(confirmCount + 1);
          if (before.state === 'UNKNOWN' && row.state !== 'UNKNOWN') expect(evidence).toContain(event.type);
          const isAccepted = ['ACKED', 'LANDED', 'LANDED_PROBABLE'].includes(before.state);
          if (isAccepted) expect(['QUEUED', 'SENDING']).not.toContain(row.state);
          if (row.state === 'SENDING') expect(row.sentAt).not.toBeNull();
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('J9: replaying the events gives the same row', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const recorded: OrderEvent[] = [{ type: 'created', ...newOrder(1), ownId: '177246180000001' }];
        let row = newRow();
        for (const event of sequence) {
          if (!canFollow(row, event)) continue;
          row = reduce(row, event);
          recorded.push(event);
        }
        const written: OrderEvent[] = JSON.parse(JSON.stringify(recorded)) as OrderEvent[];
        expect(written.reduce<OrderRow | null>(reduce, null)).toEqual(row);
      }),
      { numRuns: 2_000 },
    );
  });
});

const isRefused = (state: JournalState, event: Transition): boolean => !canFollow(inState(state), event);

function canFollow(row: OrderRow, event: Transition): boolean {
  try {
    reduce(row, event);
    return true;
  } catch (error) {
    if (error instanceof IllegalTransition) return false;
    throw error;
  }
}
