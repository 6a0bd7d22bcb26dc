import { sendingAct } from '#core/acts/act-lifecycle.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { noServiceIds } from '#core/orders/journal/order-row.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { intent, newOrder, startWall, systemId } from './order-fixtures.ts';

type Transition = Exclude<OrderEvent, { type: 'created' }>;

const at = startWall + 1;
const withReason = { reason: 'why' };
const found = {
  serviceIds: { ...noServiceIds, signal: '155' },
  mirror: null,
  alarm: null,
  evidence: 'a record',
};
/** The order has its turn in the send queue. */
export const slotFree: Transition = { type: 'slot-free', at, monotonic: 5, preExistingMatches: [] };
const lost: Transition = { type: 'lost', at, ...withReason, answer: [] };
const nothingFound: Transition = { type: 'nothing-found', at, ...withReason, evidence: 'two clean reads' };
const onHold: Transition = { type: 'held', at, ...withReason };
const accepted: Transition = {
  type: 'accepted',
  at,
  serviceIds: { ...noServiceIds, signal: '156' },
  mirror: { status: 'working', tradedPrice: null, at: null },
  answer: [],
  alarm: null,
};

/** Histories of orders that together use every transition of the lifecycle. */
export const histories: readonly (readonly Transition[])[] = [
  [onHold, { type: 'confirmed', at }, slotFree, accepted, { type: 'mirrored', at, ...found }],
  [slotFree, { type: 'refused', at, answer: ['no'] }, { type: 'reject-proved', at, evidence: 'a clean read' }],
  [slotFree, { type: 'refused', at, answer: ['no'] }, { type: 'refused-but-there', at, ...found }],
  [slotFree, { type: 'not-sent', at, ...withReason }, { type: 'abandoned', at }],
  [slotFree, lost, { type: 'own-id-match', at, ...found }],
  [slotFree, { type: 'found-at-start', at, ...withReason }, { type: 'fingerprint-match', at, ...found }],
  [slotFree, lost, { type: 'many-matches', at, ...withReason, candidates: ['155'] }, { type: 'picked', at, ...found }],
  [
    slotFree,
    lost,
    nothingFound,
    { type: 'acknowledged', at },
    { type: 'watch-ended', at },
    { type: 'appeared', at, ...found },
  ],
  [
    slotFree,
    lost,
    nothingFound,
    { type: 'kept-waiting', at, until: at },
    { type: 'resend-asked', at },
    { type: 'resend-dropped', at, ...withReason },
    { type: 'resend-asked', at },
    { type: 'sent-again', at, monotonic: 6, preExistingMatches: [] },
    lost,
    nothingFound,
    { type: 'cancel-check-asked', at },
    { type: 'cancel-proved', at, ...found },
  ],
  [slotFree, lost, nothingFound, { type: 'superseded', at, by: intent(1) }],
  [slotFree, lost, { type: 'not-verifiable', at, evidence: 'a record that cannot be read' }],
  [
    slotFree,
    lost,
    { type: 'fingerprint-match', at, ...found },
    { type: 'match-disproved', at, alarm: null, evidence: 'another own id' },
  ],
  // Replacements in two steps. `names` are the ids of the old order. The event `cancel-first-open`
  // has the reason why the new order is not sent.
  [
    onHold,
    { type: 'cancel-first-asked', at, names: ['155'], isStop: true, codes: [] },
    { type: 'cancel-first-open', at, ...withReason, alarm: null },
    { type: 'cancel-first-proved', at, evidence: 'Signal canceled' },
    { type: 'released', at },
  ],
  [
    onHold,
    { type: 'cancel-first-asked', at, names: ['155'], isStop: false, codes: [] },
    { type: 'replaced-traded', at, evidence: 'Signal was traded' },
  ],
];

export const cancel: CancelRow = {
  cancelId: `${intent(90)}#0`,
  intentId: intent(90),
  profileId: 'practice',
  mode: 'PRACTICE',
  systemId,
  signalId: '155',
  rowId: 's155',
  covers: [],
  state: 'QUEUED',
  version: 1,
  attempts: 0,
  createdAt: at,
  sentAt: null,
  changedAt: at,
  answer: [],
};

const act = sendingAct({
  intentId: intent(91),
  command: 'setDesiredPositions',
  target: { kind: 'system', id: systemId },
  before: null,
  wanted: { kind: 'flat' },
  profile: { id: 'practice', mode: 'PRACTICE' },
  at,
});

type Writes = Pick<Journal, 'create' | 'apply'> & Partial<Pick<Journal, 'saveCancel' | 'saveAct' | 'reserveGroup'>>;
type Step = (journal: Writes) => void;

/** The writes of each history in order, and the other writes. No two histories share an own id. */
const writeSequences = (): Step[][] => [
  ...histories.map((events, index): Step[] => [
    (journal) => {
      let draw = 0;
      const id = (): string => `17724618000${String(index).padStart(2, '0')}${String(++draw).padStart(2, '0')}`;
      journal.create(newOrder(index), id);
    },
    ...events.map(
      (event): Step =>
        (journal) =>
          journal.apply(intent(index), event),
    ),
  ]),
  [(journal) => journal.saveCancel?.(cancel)],
  [(journal) => journal.saveAct?.(act)],
  [(journal) => journal.reserveGroup?.(systemId, () => '177246180099999')],
];

/**
 * All writes. Seed 0 gives one history after the other. Any other seed interleaves the histories,
 * and the writes of each history keep their sequence.
 */
export function scriptOf(seed: number): Step[] {
  const remaining = writeSequences();
  const steps: Step[] = [];
  const random = seededNumbers(seed);
  while (remaining.length > 0) {
    const at = seed === 0 ? 0 : Math.floor(random() * remaining.length);
    const next = remaining[at]?.shift();
    if (next) steps.push(next);
    if (remaining[at]?.length === 0) remaining.splice(at, 1);
  }
  return steps;
}

export const writeAll = (journal: Writes): void => scriptOf(0).forEach((step) => step(journal));
