import { isUnderCheck } from '#core/orders/journal/row-states.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { Move, State } from '#tests/rules/model/state.ts';

const isWaiting = (row: OrderRow): boolean => row.state === 'QUEUED' || row.resendAsked === true;

/**
 * Whether the desk can make this step without changing another order. In the model, time passes for
 * each order separately. The desk has one clock, and one queue for each strategy, so a step that
 * would change a second order at the same time is left to the model.
 */
export function isReplayable(state: State, { label, next }: Move): boolean {
  const rows = state.rows.filter((row) => row !== null);
  const order = Number(/\d/.exec(label)?.[0] ?? -1);
  const others = state.rows.filter((row, index) => row !== null && index !== order).filter((row) => row !== null);
  const isIdle = state.sendingOrder === null && !rows.some(isWaiting);
  if (label.startsWith('T_late')) {
    const isRowUnderCheck = (row: OrderRow | null): boolean => row !== null && isUnderCheck(row);
    return isIdle && state.rows.every((row, at) => at === order || !isRowUnderCheck(row) || state.late[at] === true);
  }
  if (label.startsWith('stop watching')) {
    return isIdle && !rows.some(isUnderCheck) && !others.some((row) => row.state === 'PROBABLY_ABSENT');
  }
  if (label.includes('waited too long') || /^\d (never )?leaves/.test(label)) return !others.some(isWaiting);
  if (/^(cancel|check) /.test(label)) return state.sendingOrder === null;
  // A leg is replaced by `xreplace` only while it works; one that waits for its parent is replaced
  // in two steps.
  if (label.startsWith('press ')) return !replacesNonWorkingLeg(state, next.rows[order]);
  // The desk accepts a confirmation only after order entry is open again (order-safety J10).
  if (label.endsWith('nevertheless')) return state.hasCleanReading;
  return true;
}

function replacesNonWorkingLeg({ service }: State, row: OrderRow | null | undefined): boolean {
  const replaced = service.signals.get(row?.ticket.replaces?.serviceId ?? '');
  return replaced !== undefined && replaced.parentId !== null && replaced.state !== 'working';
}
