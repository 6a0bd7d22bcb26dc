import type { Evidence, JournaledEvent } from '#tests/chaos/checker/evidence.ts';
import type { Note } from '#tests/chaos/note.ts';

/** A small recorded log: one order that was sent, answered and seen by the service. */
export const good = (): Evidence => ({
  orders: [{ rowId: 'row-1', ownId: '177000000000001', systemId: '9', state: 'ACKED', serviceId: '501' }],
  events: [
    event(1, 'row-1', 'DRAFT', 'QUEUED', 'created', 1_000),
    event(2, 'row-1', 'QUEUED', 'SENDING', 'slot-free', 1_100),
    event(3, 'row-1', 'SENDING', 'ACKED', 'accepted', 1_200),
  ],
  cancels: [{ systemId: '9', signalId: '501', attempts: 1 }],
  reservedIds: new Set(['177000000000001']),
  integrity: ['ok'],
  signals: [{ id: '501', systemId: '9', ownId: '177000000000001', waitsForParent: false }],
  requests: [
    { number: 1, command: 'retrieveSignalsWorking', systemId: '', id: '', elsewhere: false },
    { number: 2, command: 'submitSignal', systemId: '9', id: '177000000000001', elsewhere: false },
    { number: 3, command: 'cancelSignal', systemId: '9', id: '501', elsewhere: false },
  ],
  notes: [
    { is: 'seeded', lastId: '500', switches: { ownIdsInLists: 'yes' } },
    { is: 'stretch', from: 0, to: 1_000_000, offset: 0, quiet: true },
    { is: 'answered', rowId: 'row-1', ownId: '177000000000001' },
  ],
});

export function event(seq: number, rowId: string, from: string, to: string, type: string, at: number): JournaledEvent {
  return { seq, rowId, from, to, type, at, alarm: null };
}

export const withNotes = (evidence: Evidence, ...notes: readonly Note[]): Evidence => ({
  ...evidence,
  notes: [...evidence.notes, ...notes],
});
