import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JournalState } from '#contract/model/signal.ts';
import { arrows, IllegalTransition, reduce } from '#core/orders/lifecycle.ts';
import type { OrderEvent } from '#core/orders/order-event.ts';
import { noServiceIds, type OrderRow } from '#core/orders/order-row.ts';
import { newOrder } from './order-fixtures.ts';

type Moving = Exclude<OrderEvent, { type: 'created' }>;

const at = 1_772_461_800_000;
const found = { serviceIds: { ...noServiceIds, signal: '155' }, mirror: null, alarm: null, evidence: 'a record' };
const why = { reason: 'why' };

/** One event of every type. */
const samples: { readonly [Type in Moving['type']]: Extract<Moving, { type: Type }> } = {
  'slot-free': { type: 'slot-free', at, monotonic: 5, strangers: [] },
  held: { type: 'held', at, ...why },
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
  'not-sent': { type: 'not-sent', at, ...why },
  lost: { type: 'lost', at, ...why, answer: [] },
  'found-at-start': { type: 'found-at-start', at, ...why },
  'reject-proved': { type: 'reject-proved', at, evidence: 'a clean read' },
  'own-id-match': { type: 'own-id-match', at, ...found },
  'refused-but-there': { type: 'refused-but-there', at, ...found },
  'fingerprint-match': { type: 'fingerprint-match', at, ...found },
  'many-matches': { type: 'many-matches', at, ...why, candidates: ['155', '156'] },
  picked: { type: 'picked', at, ...found },
  'nothing-found': { type: 'nothing-found', at, ...why, evidence: 'two clean reads' },
  appeared: { type: 'appeared', at, ...found },
  'watch-ended': { type: 'watch-ended', at },
  mirrored: { type: 'mirrored', at, ...found },
  acknowledged: { type: 'acknowledged', at },
};

const draft = (): OrderRow => reduce(null, { type: 'created', ...newOrder(1), ownId: '177246180000001' });
const inState = (state: JournalState): OrderRow => ({ ...draft(), state });
const states: JournalState[] = JournalState.anyOf.map((one) => one.const);

/** The table of order-safety 6.2, row by row, written out again by hand. */
const table: readonly (readonly [from: JournalState, event: Moving['type'], to: JournalState])[] = [
  ['QUEUED', 'slot-free', 'SENDING'],
  ['QUEUED', 'held', 'HELD'],
  ['QUEUED', 'abandoned', 'ABANDONED'],
  ['HELD', 'abandoned', 'ABANDONED'],
  ['HELD', 'confirmed', 'QUEUED'],
  ['SENDING', 'accepted', 'ACKED'],
  ['SENDING', 'refused', 'REJECTED_SOFT'],
  ['SENDING', 'not-sent', 'NOT_SENT'],
  ['SENDING', 'lost', 'UNKNOWN'],
  ['SENDING', 'found-at-start', 'UNKNOWN'],
  ['REJECTED_SOFT', 'reject-proved', 'REJECTED'],
  ['REJECTED_SOFT', 'refused-but-there', 'LANDED'],
  ['NOT_SENT', 'confirmed', 'QUEUED'],
  ['NOT_SENT', 'abandoned', 'ABANDONED'],
  ['UNKNOWN', 'own-id-match', 'LANDED'],
  ['UNKNOWN', 'fingerprint-match', 'LANDED_PROBABLE'],
  ['UNKNOWN', 'many-matches', 'AMBIGUOUS'],
  ['AMBIGUOUS', 'picked', 'LANDED_PROBABLE'],
  ['UNKNOWN', 'nothing-found', 'PROBABLY_ABSENT'],
  ['PROBABLY_ABSENT', 'appeared', 'LANDED_PROBABLE'],
  ['PROBABLY_ABSENT', 'watch-ended', 'CLOSED_ABSENT'],
  ['CLOSED_ABSENT', 'appeared', 'LANDED_PROBABLE'],
];

describe('the order lifecycle (order-safety 6.2)', () => {
  it.each(table)('%s by %s becomes %s', (from, type, to) => {
    const row = inState(from);
    const next = reduce(row, samples[type]);
    expect(next.state).toBe(to);
    expect(next.version).toBe(row.version + 1);
    expect(next.ownId).toBe(row.ownId);
  });

  it('has no arrow that is not in the table', () => {
    const moves = new Set(table.map(([from, type]) => `${from} ${type}`));
    const wrong = states.flatMap((from) =>
      Object.values(samples)
        .filter(({ type }) => arrows[type] !== 'same' && !moves.has(`${from} ${type}`))
        .filter((event) => !isRefused(from, event))
        .map(({ type }) => `${from} ${type}`),
    );
    expect(wrong).toEqual([]);
  });

  it('records evidence only on what landed, and a decision moves nothing', () => {
    for (const state of states) {
      const landed = state === 'ACKED' || state === 'LANDED' || state === 'LANDED_PROBABLE';
      expect(isRefused(state, samples.mirrored)).toBe(!landed);
      if (!isRefused(state, samples.acknowledged))
        expect(reduce(inState(state), samples.acknowledged).state).toBe(state);
    }
    expect(isRefused('UNKNOWN', samples.acknowledged)).toBe(true);
  });

  it('creates a draft once and nothing else out of nothing', () => {
    expect(draft()).toMatchObject({ state: 'QUEUED', attempts: 0, version: 1 });
    expect(() => reduce(draft(), { type: 'created', ...newOrder(1), ownId: '1' })).toThrow(IllegalTransition);
    for (const event of Object.values(samples)) expect(() => reduce(null, event)).toThrow(IllegalTransition);
  });
});

describe('invariants on random event sequences', () => {
  const events = fc.array(fc.constantFrom(...Object.values(samples)), { maxLength: 60 });

  it('J3: a second attempt has a user act before it; J4: UNKNOWN is left by evidence only; landed orders are never sent', () => {
    const evidence = ['own-id-match', 'fingerprint-match', 'many-matches', 'nothing-found'];
    fc.assert(
      fc.property(events, (sequence) => {
        let row = draft();
        let confirms = 0;
        for (const event of sequence) {
          const before = row;
          if (isRefused(before.state, event)) continue;
          row = reduce(before, event);
          if (event.type === 'confirmed') confirms += 1;
          expect(row.attempts).toBeLessThanOrEqual(confirms + 1);
          if (before.state === 'UNKNOWN' && row.state !== 'UNKNOWN') expect(evidence).toContain(event.type);
          const landed = ['ACKED', 'LANDED', 'LANDED_PROBABLE'].includes(before.state);
          if (landed) expect(['QUEUED', 'SENDING']).not.toContain(row.state);
          if (row.state === 'SENDING') expect(row.sentAt).not.toBeNull();
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('J9: replaying the events gives the same row', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const kept: OrderEvent[] = [{ type: 'created', ...newOrder(1), ownId: '177246180000001' }];
        let row = draft();
        for (const event of sequence) {
          if (isRefused(row.state, event)) continue;
          row = reduce(row, event);
          kept.push(event);
        }
        const written: OrderEvent[] = JSON.parse(JSON.stringify(kept)) as OrderEvent[];
        expect(written.reduce<OrderRow | null>(reduce, null)).toEqual(row);
      }),
      { numRuns: 2_000 },
    );
  });
});

function isRefused(state: JournalState, event: Moving): boolean {
  try {
    reduce(inState(state), event);
    return false;
  } catch (error) {
    if (error instanceof IllegalTransition) return true;
    throw error;
  }
}
