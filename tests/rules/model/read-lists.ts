import { claimedByOthers } from '#core/orders/journal/claims.ts';
import { decide, type DecisionLists } from '#core/orders/reconcile/decide.ts';
import { lateMs } from '#core/sending/read-back-times.ts';
import { evidenceOfAll } from '#tests/fixtures/evidence-of-all.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isUnderCheck } from '#core/orders/journal/row-states.ts';
import { ViolatedInvariant } from '#tests/rules/signal-invariants.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import type { Variant } from './orders.ts';
import { recordOf } from './wire.ts';
import { recorded, type EventOfOrder, type State } from './state.ts';

/** The posting window of the model. It contains the posting time of every record. */
export const WINDOW = { from: 0, to: 10 };

/** The records of the list of working signals, which here equals the list of all signals. */
export const recordsOf = ({ service }: State, ownIdsInLists: boolean): SignalRecord[] =>
  [...service.signals.values()].map((signal) => recordOf(signal, ownIdsInLists));

/**
 * A clean reading of both lists: first the reconciler's decisions about orders under check, then
 * the evidence for every order. Decisions and evidence come from the client's own functions, called
 * here in the same sequence as in the client.
 */
export function readLists(state: State, variant: Variant): { events: EventOfOrder[]; next: State } {
  const records = variant.unreadable ? [] : recordsOf(state, variant.ownIdsInLists);
  const unreadable = variant.unreadable ? unreadableOf(state) : [];
  const events: EventOfOrder[] = [];
  let next = state;
  state.rows.forEach((_row, order) => {
    const row = next.rows[order];
    if (!row || !isUnderCheck(row) || next.sendingOrder === order) return;
    const event = decisionOf(row, next, { working: records, posted: records, unreadable }, state.late[order] === true);
    if (!event) return;
    // A record that an equal order has claimed does not count: the lists do not distinguish the
    // records of equal orders.
    const claimed = claimedByOthers(
      next.rows.filter((one) => one !== null),
      row.rowId,
    );
    const isListed = [...state.service.signals.values()].some(
      ({ id, ownId }) => ownId === row.ownId && !claimed.has(id),
    );
    if (isListed && (event.type === 'nothing-found' || event.type === 'reject-proved')) {
      throw new ViolatedInvariant('P1', `order ${order} is listed and believed absent`);
    }
    events.push([order, event]);
    next = recorded(next, [[order, event]]);
  });
  const known = next.rows.filter((row) => row !== null);
  for (const { rowId, event } of evidenceOfAll({ rows: known, records, unreadable, now: 0, window: () => WINDOW })) {
    const order = next.rows.findIndex((row) => row?.rowId === rowId);
    events.push([order, event]);
    next = recorded(next, [[order, event]]);
  }
  return { events, next: { ...next, hasCleanReading: true } };
}

/** The readable part of each record when no record can be read as a whole. */
const unreadableOf = ({ service }: State): UnreadableSignal[] =>
  [...service.signals.values()].map((signal) => {
    const { serviceId, systemId, symbol, action } = recordOf(signal, false);
    const hidden = { ownId: null, postedAt: null, contradicts: false, problem: 'quant', raw: '{}' };
    return { serviceId, systemId, symbol, action, ...hidden };
  });

/** The client's own decision. A state has no clock, only whether T_late has passed. */
const decisionOf = (row: OrderRow, state: State, lists: DecisionLists, late: boolean): OrderEvent | null =>
  decide(row, lists, {
    rows: state.rows.filter((one) => one !== null),
    window: WINDOW,
    now: 0,
    elapsedMs: late ? lateMs : 0,
    showsAll: true,
    reuseTitle: null,
  });
