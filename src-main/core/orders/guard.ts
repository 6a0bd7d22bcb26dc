import type { OrderEntry } from '#contract/model/status.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { fingerprint } from './fingerprint.ts';
import type { ConnectionFacts } from './order-desk-deps.ts';
import type { OrderRow } from './order-row.ts';
import { barsTwins } from './row-states.ts';

/** A working list older than this many times its limit locks new orders. */
const lockFactor = 5;

export type LockFacts = {
  readonly journalProblem: string | null;
  /** Why the platform keeps order entry to itself (desired positions), null when it does not. */
  readonly engaged: string | null;
  readonly killed: string | null;
  readonly connection: ConnectionFacts;
  /** One clean read of the working list was reconciled since the start or the last reconnect (J10). */
  readonly reconciled: boolean;
  readonly readAt: number | null;
  readonly staleAfterSeconds: number;
  /** Unix seconds. */
  readonly now: number;
};

/** Whether new orders may leave. Cancels never ask. */
export function entryOf(facts: LockFacts): OrderEntry {
  const reason = lockReason(facts);
  return reason === null ? { open: true } : { open: false, reason };
}

function lockReason({
  journalProblem,
  engaged,
  killed,
  connection,
  reconciled,
  readAt,
  staleAfterSeconds,
  now,
}: LockFacts): string | null {
  if (killed !== null) return killed;
  if (journalProblem !== null) return journalProblem;
  if (connection.state !== 'open') return connection.text;
  if (engaged !== null) return engaged;
  if (!reconciled) return 'New orders wait for a first reading of the working orders.';
  const age = readAt === null ? null : now - readAt;
  if (age !== null && age > staleAfterSeconds * lockFactor) {
    return `The working orders were last read ${age} s ago; new orders wait for a fresh reading.`;
  }
  return null;
}

/** An open order that could not be told from this one, or undefined. */
export function twinOf(ticket: Ticket, rows: Iterable<OrderRow>): OrderRow | undefined {
  const print = fingerprint(ticket);
  for (const row of rows) if (barsTwins(row) && fingerprint(row.ticket) === print) return row;
  return undefined;
}
