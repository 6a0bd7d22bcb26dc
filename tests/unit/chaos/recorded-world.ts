import type { Evidence, JournaledAct, JournaledEvent } from '#tests/chaos/checker/evidence.ts';
import type { Note } from '#tests/chaos/note.ts';

/**
 * The evidence of a small world without a violation: one order, its cancel, and one start of a
 * copy. The service received all of them.
 */
export const goodWorld = (): Evidence => ({
  orders: [{ rowId: 'row-1', ownId: '177000000000001', systemId: '9', state: 'ACKED', serviceId: '501' }],
  events: [
    event(1, 'row-1', 'DRAFT', 'QUEUED', 'created', 1_000),
    event(2, 'row-1', 'QUEUED', 'SENDING', 'slot-free', 1_100),
    event(3, 'row-1', 'SENDING', 'ACKED', 'accepted', 1_200),
  ],
  cancels: [{ systemId: '9', signalId: '501', attempts: 1 }],
  acts: [journaledStart()],
  reservedIds: new Set(['177000000000001']),
  integrity: ['ok'],
  signals: [{ id: '501', systemId: '9', ownId: '177000000000001', waitsForParent: false }],
  copies: [{ startKey, changeKey: 'changeAutoTrade 9 PRACTICE 500', isLive: true }],
  effects: new Set(),
  subscribed: new Set(),
  requests: [
    { number: 1, command: 'retrieveSignalsWorking', systemId: '', id: '', actKey: null, isFromOtherClient: false },
    {
      number: 2,
      command: 'submitSignal',
      systemId: '9',
      id: '177000000000001',
      actKey: null,
      isFromOtherClient: false,
    },
    { number: 3, command: 'cancelSignal', systemId: '9', id: '501', actKey: null, isFromOtherClient: false },
    { number: 4, command: 'startAutoTrade', systemId: '', id: '', actKey: startKey, isFromOtherClient: false },
  ],
  notes: [
    { is: 'seeded', lastId: '500', switches: { ownIdsInLists: 'yes' } },
    { is: 'stretch', from: 0, to: 1_000_000, offset: 0, quiet: true },
    { is: 'answered', rowId: 'row-1', ownId: '177000000000001' },
    { is: 'act-pressed', intentId: 'act-1' },
    { is: 'act-answered', intentId: 'act-1' },
    {
      is: 'acts-at-end',
      shown: [{ intentId: 'act-1', command: 'startAutoTrade', state: 'DONE', alarmed: false }],
      copies: [{ systemId: '9', brokerCode: 'PRACTICE', state: 'linked' }],
      effects: [],
      subscribed: [],
    },
  ],
});

/** The key of the start: its command, strategy, broker and dollar limit. */
export const startKey = 'startAutoTrade 9 PRACTICE 500';

export const journaledStart = (changes: Partial<JournaledAct> = {}): JournaledAct => ({
  intentId: 'act-1',
  key: startKey,
  command: 'startAutoTrade',
  target: { id: '9 PRACTICE' },
  before: { accountGuid: null, isListed: true },
  state: 'DONE',
  attempts: 1,
  steps: [{ state: 'DONE', evidence: 'answered' }],
  ...changes,
});

export function event(seq: number, rowId: string, from: string, to: string, type: string, at: number): JournaledEvent {
  return { seq, rowId, from, to, type, at, alarm: null };
}

export const withNotes = (evidence: Evidence, ...notes: readonly Note[]): Evidence => ({
  ...evidence,
  notes: [...evidence.notes, ...notes],
});
