import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted, isUnderCheck } from '#core/orders/journal/row-states.ts';
import type { Signal } from '#rules/signals/signal.ts';
import type { State } from './state.ts';

/**
 * A state as text, equal for states that differ only in generated ids, in trades, and in prices and
 * times that no later step uses. An accepted order behaves the same whether its answer, its own id
 * or its fingerprint showed the acceptance, so these three states count as one.
 */
export function canonical(state: State): string {
  const names = nameSignals(state.service.signals.values(), (ownId) => ownId.slice(-1));
  const name = (id: string | null): string => (id === null ? '-' : (names.get(id) ?? `?${id}`));
  const signals = [...state.service.signals.values()].map((one) => signalText(one, name)).sort();
  const rows = state.rows.map((row, order) => {
    if (row === null) return '.';
    const late = isUnderCheck(row) && state.late[order] === true ? 'L' : '';
    const sends = mayStillSend(row) ? `${row.attempts}/${state.allowedResends[order] ?? 0}` : '';
    const requests = [state.onWire[order], late, sends];
    return `${rowText(row, name)},${requests.join()}`;
  });
  const { sendingOrder, hasCleanReading, doubled, service } = state;
  const rest = [sendingOrder ?? '', hasCleanReading ? 'c' : '', doubled ? 'd' : '', service.evening ? 'e' : ''];
  return `${signals.join(' ')}|${rows.join(' ')}|${rest.join()}`;
}

/** The attempts and the allowed resends matter only while the order can be sent again. */
function mayStillSend(row: OrderRow): boolean {
  return !isAccepted(row) && !['REJECTED', 'ABANDONED', 'CLOSED_ABSENT'].includes(row.state);
}

/**
 * Names orders by own id and number, legs by the parent's name and their role, groups by their
 * entry.
 */
export function nameSignals(signals: Iterable<Signal>, ownName: (ownId: string) => string): Map<string, string> {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const signal of signals) {
    const known = names.get(signal.id);
    if (known !== undefined) continue;
    const own = signal.ownId === null ? '?' : ownName(signal.ownId);
    const count = (counts.get(own) ?? 0) + 1;
    counts.set(own, count);
    const entry = `${own}#${count}`;
    names.set(signal.id, entry);
    if (signal.profitTargetId !== null) names.set(signal.profitTargetId, `${entry}t`);
    if (signal.stopLossId !== null) names.set(signal.stopLossId, `${entry}s`);
    if (signal.targetGroupId !== null) names.set(signal.targetGroupId, `${entry}g`);
  }
  return names;
}

export type Name = (id: string | null) => string;

function signalText(signal: Signal, name: Name): string {
  const { state, awaitsParent } = signal;
  const stateCode = state === 'waiting' ? (awaitsParent ? 'p' : 'k') : (state[0] ?? '') + (state[1] ?? '');
  return `${name(signal.id)}:${stateCode}:${name(signal.ocaId)}:${name(signal.parentId)}:${String(signal.expiresAt % 1_000_000_007)}`;
}

function rowText(row: OrderRow, name: Name): string {
  const { signal, target, stop, ocaGroup, parent } = row.serviceIds;
  const ids = [signal, target, stop, ocaGroup, parent].map(name).join('/');
  const flags = `${row.acknowledged ? 'a' : ''}${'n'.repeat(row.notedAlarms?.length ?? 0)}${row.alarm === null ? '' : '!'}${row.resendAsked === true ? 'r' : ''}${row.supersededBy === undefined ? '' : 's'}${row.unverifiable === true ? 'v' : ''}${row.refused === true ? 'f' : ''}`;
  const others = [...row.preExistingMatches, ...(row.candidates ?? [])].map(name).join('/');
  const replaces = name(row.ticket.replaces?.serviceId ?? null);
  return [isAccepted(row) ? 'landed' : row.state, ids, row.mirror?.status ?? '', flags, others, replaces].join(';');
}
