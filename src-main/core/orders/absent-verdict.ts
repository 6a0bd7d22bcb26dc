import type { SignalRecord } from '#core/signal-record.ts';
import type { OrderRow } from './order-row.ts';

type Verdict = {
  readonly reason: string;
  readonly evidence: string;
  readonly exposed?: boolean;
  readonly alarm?: string;
};

/**
 * The verdict of two clean reads made after T_late, for an order that neither shows (order-safety
 * 4.5). For a replacement the old order decides: if it still works or was filled, nothing was done;
 * if it is canceled, the position is exposed.
 */
export function absentVerdict(
  row: OrderRow,
  records: readonly SignalRecord[],
  seconds: number,
  reuseTitle: string | null,
): Verdict {
  const evidence = `neither list shows it, read ${seconds} s after it was sent`;
  const old = replacedOf(row, records);
  if (old) return { ...replaceVerdict(old), evidence: `${evidence}; signal ${old.serviceId} is ${old.statusText}` };
  if (row.ticket.replaces)
    return { ...replacementLost('no longer shown'), evidence: `${evidence}, nor the replaced order` };
  const reason = 'not visible after 2 minutes';
  const idUsed = row.attempts > 1 && reuseTitle !== null && row.answer.includes(reuseTitle);
  if (!idUsed) return { reason, evidence };
  const alarm = 'The platform refused its id as used before, and yet shows no such order. Look at the web screen.';
  return { reason, evidence, alarm };
}

function replaceVerdict({ status, statusText }: SignalRecord): Omit<Verdict, 'evidence'> {
  if (status === 'canceled' || status === 'expired') {
    return replacementLost(status);
  }
  const what = status === 'traded' ? 'was filled' : `still is ${statusText}`;
  return { reason: `the replacement was not done: the old order ${what}` };
}

const replacementLost = (how: string): Omit<Verdict, 'evidence'> => ({
  reason: `the order that it was to replace is ${how}, and the new one is not visible after 2 minutes`,
  exposed: true,
  alarm: `A replacement was lost: the old order is ${how} and the new one is not there.`,
});

/** The order that this one replaces, as the lists show it, found by either id. */
function replacedOf({ ticket }: OrderRow, records: readonly SignalRecord[]): SignalRecord | undefined {
  const id = ticket.replaces?.serviceId;
  if (id === undefined) return undefined;
  const named = records.filter(({ serviceId, ownId }) => serviceId === id || ownId === id);
  // The two lists were read a moment apart. An end that one of them shows is final (I1).
  return named.find(({ status }) => status !== 'working' && status !== 'waiting') ?? named[0];
}

/**
 * A replacement is done or not: either the old order is gone and the new one is there, or nothing
 * changed (I5).
 */
export function replacedStillWorks(row: OrderRow, records: readonly SignalRecord[]): string | null {
  const old = replacedOf(row, records);
  if (old?.status !== 'working') return null;
  return 'The replacement is there, and the order that it replaces is still shown as working.';
}
