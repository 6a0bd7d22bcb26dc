import type { Message } from '#contract/message.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { EvidenceRecord } from '#core/orders/journal/evidence-record.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted } from '#core/orders/journal/row-states.ts';
import { parentMatches, type Search } from './match.ts';

type Verdict = {
  readonly reason: Message;
  readonly evidence: EvidenceRecord;
  readonly exposed?: boolean;
  readonly alarm?: Message;
};

/**
 * The verdict about an order that is neither in the working list nor in the list by posting time,
 * both read after T_late (order-safety 4.5). For a replacement the old order decides. Both orders
 * are gone (`exposed`) if the old one is expired, or if it is canceled or in neither list and no
 * other order of `rows` has replaced it. In all other cases the replacement was not done.
 */
export function absentVerdict(
  row: OrderRow,
  search: Search,
  elapsedSeconds: number,
  reuseTitle: string | null,
  rows: readonly OrderRow[] = [],
): Verdict {
  const evidence = { rule: 'absent', seconds: elapsedSeconds, replaced: null } as const;
  const old = replacedOf(row, search.records);
  if (old) {
    const replaced = { serviceId: old.serviceId, status: old.statusText };
    const verdict = (old.status === 'canceled' ? verdictIfReplaced(row, rows, old) : null) ?? verdictByStatusOf(old);
    return { ...verdict, evidence: { ...evidence, replaced } };
  }
  if (row.ticket.replaces) {
    const verdict = verdictIfReplaced(row, rows) ?? replacementLost('unlisted');
    return { ...verdict, evidence: { ...evidence, replaced: 'unlisted' } };
  }
  // The lists may hide an order that waits, and show its parent without an own id.
  const reason = { code: parentMatches(search).length > 0 ? 'absent.parent-listed' : 'absent.late' } as const;
  const isIdUsed = row.attempts > 1 && reuseTitle !== null && row.answer.includes(reuseTitle);
  if (!isIdUsed) return { reason, evidence };
  return { reason, evidence, alarm: { code: 'alarm.id-used' } };
}

function verdictByStatusOf({ status, statusText }: SignalRecord): Omit<Verdict, 'evidence'> {
  if (status === 'canceled' || status === 'expired') {
    return replacementLost(status);
  }
  const old = status === 'traded' ? 'filled' : { status: statusText };
  return { reason: { code: 'absent.replace-not-done', old } };
}

/** The verdict if another order was accepted in place of the old one; null if none was. */
function verdictIfReplaced(
  { rowId, ticket }: OrderRow,
  rows: readonly OrderRow[],
  old?: SignalRecord,
): Omit<Verdict, 'evidence'> | null {
  const ids = [ticket.replaces?.serviceId, old?.serviceId, old?.ownId];
  const other = rows.find(
    (one) =>
      one.rowId !== rowId &&
      one.ticket.systemId === ticket.systemId &&
      one.ticket.replaces !== null &&
      ids.includes(one.ticket.replaces.serviceId) &&
      isAccepted(one),
  );
  if (other === undefined) return null;
  return { reason: { code: 'absent.replace-not-done', old: { replacedBy: other.serviceIds.signal ?? other.ownId } } };
}

const replacementLost = (old: 'canceled' | 'expired' | 'unlisted'): Omit<Verdict, 'evidence'> => ({
  reason: { code: 'absent.replace-lost', old },
  exposed: true,
  alarm: { code: 'alarm.replace-lost', old },
});

/** The order that this one replaces, as the lists show it, found by either id. */
function replacedOf({ ticket }: OrderRow, records: readonly SignalRecord[]): SignalRecord | undefined {
  const id = ticket.replaces?.serviceId;
  if (id === undefined) return undefined;
  const named = records.filter(({ serviceId, ownId }) => serviceId === id || ownId === id);
  const withStatus = (...statuses: SignalRecord['status'][]): SignalRecord | undefined =>
    named.find(({ status }) => statuses.includes(status));
  // The two lists were read a moment apart. An end that one of them shows is final
  // (order-safety I1). A status that is not known is no end.
  return withStatus('traded', 'canceled', 'expired') ?? withStatus('working', 'waiting') ?? named[0];
}

/**
 * The alarm if the new order is listed and the order that it replaced still works. A replacement is
 * done as a whole or not at all (order-safety I5). Null if the replaced order does not work.
 */
export function replacedStillWorksAlarm(row: OrderRow, records: readonly SignalRecord[]): Message | null {
  const old = replacedOf(row, records);
  return old?.status === 'working' ? { code: 'alarm.replaced-works' } : null;
}
