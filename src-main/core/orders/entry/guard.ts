import type { Text } from '#contract/message.ts';
import type { OrderEntry } from '#contract/model/status.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { isClosingOrder } from '#core/orders/exposure.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import { fingerprint } from '#core/orders/fingerprint.ts';
import type { ConnectionFacts } from '#core/orders/order-desk-deps.ts';
import { readingAge } from '#core/reading-age.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { blocksDuplicate } from '#core/orders/journal/row-states.ts';
import { lateMs } from '#core/sending/read-back-times.ts';

/** New risk is locked when the working list is older than its limit times this factor. */
const lockFactor = 5;

export type LockFacts = {
  readonly journalProblem: Text | null;
  /**
   * Why no order of the strategy is sent: it belongs or may belong to another person, or it has a
   * target list. Null when orders are sent.
   */
  readonly entryLock: Text | null;
  readonly killReason: Text | null;
  readonly connection: ConnectionFacts;
  /**
   * One read of the working list was reconciled since the start or the last reconnect (order-safety
   * J10).
   */
  readonly reconciled: boolean;
  /** The journal was restored from a copy, and the lists of the strategy were not checked since. */
  readonly restored: boolean;
  readonly readAt: number | null;
  readonly staleAfterSeconds: number;
  /** Milliseconds. */
  readonly now: number;
};

/**
 * Whether orders of this effect may be sent. Cancels do not need this permission. The kill switch
 * stops only new risk (ADR 20).
 */
export function entryOf(facts: LockFacts, risk: RiskEffect): OrderEntry {
  const reason = risk === 'adds' && facts.killReason !== null ? facts.killReason : lockReason(facts, risk);
  return reason === null ? { open: true } : { open: false, reason };
}

function lockReason(
  { journalProblem, entryLock, connection, reconciled, restored, readAt, staleAfterSeconds, now }: LockFacts,
  risk: RiskEffect,
): Text | null {
  if (journalProblem !== null) return journalProblem;
  if (connection.state !== 'open' && connection.state !== 'unread') return connection.text;
  if (entryLock !== null) return entryLock;
  if (connection.state === 'unread') {
    const { since, text } = connection;
    // The lists prove nothing now. A position can be closed without them: the preview asks for a
    // confirmation.
    return risk === 'adds' ? { code: 'entry.strategy-unread', since, reason: text } : null;
  }
  if (!reconciled) return { code: 'entry.first-read-pending' };
  if (risk === 'adds' && restored) return { code: 'entry.journal-restored' };
  // For an exit the positions are read again instead (exposure.ts).
  if (risk === 'reduces' || readAt === null) return null;
  const age = readingAge(readAt, now);
  const isOld = age === null || age > staleAfterSeconds * lockFactor;
  return isOld ? { code: 'entry.orders-too-old', seconds: age } : null;
}

/**
 * Returns an open order that cannot be distinguished from this one, or undefined. An order on hold,
 * or one with an unknown outcome, does not block an exit: a position can always be closed, and the
 * checks ask for a confirmation. A refused order blocks an exit until `lateMs` after its send,
 * unless a list has proved the refusal. `now` is milliseconds.
 */
export function findDuplicate(ticket: Ticket, rows: Iterable<OrderRow>, now: number): OrderRow | undefined {
  const print = fingerprint(ticket);
  for (const row of rows) {
    if (!blocksDuplicate(row) || fingerprint(row.ticket) !== print) continue;
    if (!isClosingOrder(ticket) || blocksExit(row, now)) return row;
  }
  return undefined;
}

function blocksExit({ sentAt, state }: OrderRow, now: number): boolean {
  if (state === 'REJECTED_SOFT') return sentAt !== null && Math.abs(now - sentAt) < lateMs;
  return state === 'QUEUED' || state === 'SENDING';
}
