import { fingerprint } from '#core/orders/fingerprint.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { blocksDuplicate, isAccepted, isUnderCheck } from '#core/orders/journal/row-states.ts';
import {
  checkBook,
  checkMoves,
  checkReplace,
  ViolatedInvariant,
  type Signals,
} from '#tests/rules/signal-invariants.ts';
import { ownIdOf, REPLACEMENT, type Variant } from './orders.ts';
import type { Move, State } from './state.ts';

/**
 * Checks one step against order-safety 6.1 I1 to I9, 6.2 J1 to J7, J10 and J11, and P1, and checks
 * that no row disappears (order-safety J9). Throws ViolatedInvariant.
 */
export function checkStep(before: State, move: Move, variant: Variant): void {
  const { next } = move;
  if (before.service !== next.service) checkService(before, next, variant);
  checkJournal(before, move);
  checkRows(next);
  if (move.actor === 'read') checkAfterRead(next, variant);
  checkNoDuplicate(next, variant);
}

function checkService(before: State, next: State, variant: Variant): void {
  const signalsBefore = before.service.signals;
  const signalsAfter = next.service.signals;
  checkMoves(signalsBefore, signalsAfter);
  const { duplicateOwnId, finishedOcaId } = variant.rules;
  checkBook(signalsAfter, { mayReuseOwnIds: duplicateOwnId === 'accept', mayReuseGroups: finishedOcaId === 'join' });
  for (const [id, old] of signalsBefore) {
    const after = signalsAfter.get(id);
    if (after !== old && after?.cause?.kind === 'replaced')
      checkReplace(signalsBefore, signalsAfter, old, variant.leaveOcaIntact && old.ocaId !== null);
  }
  checkNoHalfReplacement(signalsBefore, signalsAfter);
}

/**
 * I5: a new replacement whose old order was not canceled in the same step would be half a
 * replacement.
 */
function checkNoHalfReplacement(signalsBefore: Signals, signalsAfter: Signals): void {
  for (const [id, replacement] of signalsAfter) {
    if (signalsBefore.has(id) || replacement.replaces === null) continue;
    const old = signalsAfter.get(replacement.replaces);
    if (old?.cause?.kind !== 'replaced' || old.cause.by !== id)
      throw new ViolatedInvariant('I5', `${id} exists beside ${replacement.replaces}`);
  }
}

function checkJournal(before: State, { actor, label, next }: Move): void {
  next.rows.forEach((row, order) => {
    const rowBefore = before.rows[order] ?? null;
    if (rowBefore && !row) throw new ViolatedInvariant('J9', `${label}: order ${order} is gone from the journal`);
    if (!row) return;
    const wasSent = (next.onWire[order] ?? 0) > (before.onWire[order] ?? 0);
    if (wasSent && row.state !== 'SENDING')
      throw new ViolatedInvariant('J1', `${label}: order ${order} was sent in the state ${row.state}`);
    if (row.attempts > 1 + (next.allowedResends[order] ?? 0))
      throw new ViolatedInvariant('J3', `${label}: order ${order} was sent ${row.attempts} times`);
    const isDecided = rowBefore?.state === 'UNKNOWN' && row.state !== 'UNKNOWN';
    if (isDecided && actor !== 'read' && actor !== 'user')
      throw new ViolatedInvariant('J4', `${label}: ${order} left UNKNOWN for ${row.state}`);
    const absent = rowBefore?.state === 'UNKNOWN' && row.state === 'PROBABLY_ABSENT';
    if (absent && before.late[order] !== true)
      throw new ViolatedInvariant('J4', `${label}: ${order} was believed absent before T_late`);
    const begins = row.state === 'SENDING' && rowBefore?.state !== 'SENDING';
    if (begins && !before.hasCleanReading)
      throw new ViolatedInvariant('J10', `${label}: ${order} is sent before a clean read`);
  });
}

function checkRows(state: State): void {
  const rows = state.rows.filter((row) => row !== null);
  if (rows.filter((row) => row.state === 'SENDING').length > 1)
    throw new ViolatedInvariant('J6', 'two requests in flight');
  if (new Set(rows.map((row) => row.ownId)).size !== rows.length)
    throw new ViolatedInvariant('J2', 'an own id in two rows');
  if (new Set(rows.map((row) => row.rowId)).size !== rows.length)
    throw new ViolatedInvariant('J2', 'an intent in two rows');
  const openFingerprints = rows.filter(blocksDuplicate).map((row) => fingerprint(row.ticket));
  if (new Set(openFingerprints).size !== openFingerprints.length)
    throw new ViolatedInvariant('J5', 'two open rows cannot be distinguished');
  const claims = rows
    .flatMap(({ serviceIds: { signal, target, stop } }) => [signal, target, stop])
    .filter((id) => id !== null);
  if (new Set(claims).size !== claims.length)
    throw new ViolatedInvariant('J7', `a record is claimed twice: ${claims.join()}`);
}

/** What must be decided after one clean read of the lists: J11 and the alarms. */
function checkAfterRead(state: State, variant: Variant): void {
  state.rows.forEach((row, order) => {
    if (!row) return;
    const isOpen = isUnderCheck(row) && row.unverifiable !== true;
    if (isOpen && state.late[order] === true) throw new ViolatedInvariant('J11', `order ${order} stays ${row.state}`);
    const ownSignals = [...state.service.signals.values()].filter((signal) => signal.ownId === row.ownId);
    if (!variant.ownIdsInLists && ownSignals.length > 1)
      checkSecondSignals(state, row, new Set(ownSignals.map(({ id }) => id)));
    if (!variant.ownIdsInLists || ownSignals.length === 0) return;
    const isAbsent = row.state === 'PROBABLY_ABSENT' || row.state === 'CLOSED_ABSENT';
    if (isAbsent) throw new ViolatedInvariant('P1', `order ${order} is listed and believed absent`);
    // While the client waits for the answer to an order, the lists decide nothing about it.
    if (row.state === 'SENDING') return;
    if (ownSignals.length > 1 && row.alarm === null && !row.acknowledged)
      throw new ViolatedInvariant('P1', `order ${order} is there twice without an alarm`);
  });
}

/**
 * P1 if the lists hide own ids: a second signal of an order raises an alarm, unless the journal
 * already names that signal or it may belong to another order.
 */
function checkSecondSignals(state: State, row: OrderRow, signalIds: ReadonlySet<string>): void {
  const { signal } = row.serviceIds;
  if (!isAccepted(row) || signal === null || !signalIds.has(signal) || row.alarm !== null || row.acknowledged) return;
  const others = state.rows.filter((other) => other !== null && other !== row);
  const named = [
    ...(row.candidates ?? []),
    ...row.preExistingMatches,
    ...others.map((other) => other?.serviceIds.signal),
  ];
  const unnamed = [...signalIds].filter((id) => id !== signal && !named.includes(id));
  const mayBelongToOther = others.some((other) => other?.serviceIds.signal === null && other.attempts > 0);
  if (unnamed.length > 0 && !mayBelongToOther)
    throw new ViolatedInvariant('P1', `a copy of ${row.ownId} is there without an alarm`);
}

const NOT_AT_SERVICE: readonly OrderRow['state'][] = ['REJECTED', 'ABANDONED', 'NOT_SENT', 'HELD', 'QUEUED'];

/**
 * P1: no order exists twice, unless a middlebox doubled its request and the service accepts an own
 * id twice. Every order at the service is in the journal, and in none of the states NOT_AT_SERVICE.
 * This second rule has no exception.
 */
function checkNoDuplicate(state: State, variant: Variant): void {
  state.rows.forEach((row, order) => {
    const ownSignals = [...state.service.signals.values()].filter((signal) => signal.ownId === ownIdOf(order));
    const excused = state.doubled && variant.rules.duplicateOwnId === 'accept';
    if (ownSignals.length > 1 && !excused)
      throw new ViolatedInvariant('P1', `order ${order} is at the service ${ownSignals.length} times`);
    if (ownSignals.length > 0 && (row === null || NOT_AT_SERVICE.includes(row.state)))
      throw new ViolatedInvariant('P1', `order ${order} is at the service and ${row?.state ?? 'not'} in the journal`);
  });
  const replacement = state.rows[REPLACEMENT];
  if (replacement?.ticket.replaces === null) throw new ViolatedInvariant('I5', 'a replacement forgot what it replaces');
}
