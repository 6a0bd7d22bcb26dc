import type { Signal, SignalState } from '#contract/model/signal.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { mirrorOf, addsInformation } from './reconcile/mirror.ts';
import type { Mirror, OrderRow } from './journal/order-row.ts';

/** States that may still change: the scope `live` of the blotter. */
const liveStates: ReadonlySet<SignalState> = new Set([
  'working',
  'waiting',
  'queued',
  'held',
  'sending',
  'unknown',
  'absent',
  'not-sent',
  'unlisted',
]);
export const isLiveState = (state: SignalState): boolean => liveStates.has(state);

/** Whether an order in this state is or may be at the platform and has not ended. */
export const canBeCanceled = (state: SignalState): boolean =>
  state === 'working' || state === 'waiting' || state === 'unknown' || state === 'absent' || state === 'unlisted';

/**
 * Orders with the same key cancel each other. The legs of a bracket share a key even if neither an
 * answer nor a list names their group. Null if there is no group or it is not known.
 */
export function groupKeyOf({ bracketOf, ocaGroupId }: Pick<Signal, 'bracketOf' | 'ocaGroupId'>): string | null {
  if (ocaGroupId !== null) return `group ${ocaGroupId}`;
  return bracketOf === undefined ? null : `bracket ${bracketOf}`;
}

export const sharesGroup = (a: Signal, b: Signal): boolean => {
  const key = groupKeyOf(a);
  return key !== null && key === groupKeyOf(b);
};

/**
 * These orders without the children of orders that are not filled yet. A list may show such a child
 * as working. The state of its parent in `signals` shows that the child waits.
 */
export function withoutWaitingChildren(orders: readonly Signal[], signals: readonly Signal[]): Signal[] {
  const parentIds = new Set(orders.map(({ parentRowId }) => parentRowId));
  parentIds.delete(null);
  if (parentIds.size === 0) return [...orders];
  const unfilled = signals.filter(({ rowId, state }) => parentIds.has(rowId) && isUnfilled(state));
  const unfilledIds = new Set<string | null>(unfilled.map(({ rowId }) => rowId));
  return orders.filter(({ parentRowId }) => !unfilledIds.has(parentRowId));
}

const isUnfilled = (state: SignalState): boolean => state === 'working' || state === 'waiting';

export function stateOfRecord(record: CachedSignal): SignalState {
  if (record.unlisted) return 'unlisted';
  if (record.status !== 'other') return record.status;
  return record.inWorkingList ? 'working' : 'unlisted';
}

/** The state of an own order; `record` is its record in the platform's lists. */
export function stateOfRow(row: OrderRow, record: CachedSignal | undefined): SignalState {
  switch (row.state) {
    case 'QUEUED':
      return 'queued';
    case 'HELD':
      return 'held';
    case 'SENDING':
      return 'sending';
    case 'UNKNOWN':
    case 'AMBIGUOUS':
      return 'unknown';
    case 'PROBABLY_ABSENT':
    case 'CLOSED_ABSENT':
      return 'absent';
    case 'REJECTED':
    case 'REJECTED_SOFT':
      return 'rejected';
    case 'NOT_SENT':
      return 'not-sent';
    case 'ABANDONED':
      return 'abandoned';
    case 'ACKED':
    case 'LANDED':
    case 'LANDED_PROBABLE':
      return platformState(row.mirror, record);
  }
}

function platformState(known: Mirror | null, record: CachedSignal | undefined): SignalState {
  if (!record) return known?.status ?? 'unlisted';
  if (known !== null && finalStates.includes(known.status) && !addsInformation(known, mirrorOf(record)))
    return known.status;
  return stateOfRecord(record);
}

const finalStates: readonly Mirror['status'][] = ['traded', 'canceled', 'expired'];
