import type { Message } from '#contract/message.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { EvidenceRecord } from '#core/orders/journal/evidence-record.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { parentMatches, type Search } from './match.ts';

type Verdict = {
  readonly reason: Message;
  readonly evidence: EvidenceRecord;
  readonly exposed?: boolean;
  readonly alarm?: Message;
};

/**
 * The verdict about an order that is neither in the working list nor in the list by posting time,
 * both read after T_late (order-safety 4.5). For a replacement the old order decides. If it is
 * canceled, expired or in neither list, both orders are gone (`exposed`). Otherwise the replacement
 * was not done.
 */
export function absentVerdict(
  row: OrderRow,
  search: Search,
  elapsedSeconds: number,
  reuseTitle: string | null,
): Verdict {
  const evidence = { rule: 'absent', seconds: elapsedSeconds, replaced: null } as const;
  const old = replacedOf(row, search.records);
  if (old) {
    const replaced = { serviceId: old.serviceId, status: old.statusText };
    return { ...replaceVerdict(old), evidence: { ...evidence, replaced } };
  }
  if (row.ticket.replaces) return { ...replacementLost('unlisted'), evidence: { ...evidence, replaced: 'unlisted' } };
  // The lists may hide an order that waits, and show its parent without an own id.
  const reason = { code: parentMatches(search).length > 0 ? 'absent.parent-listed' : 'absent.late' } as const;
  const isIdUsed = row.attempts > 1 && reuseTitle !== null && row.answer.includes(reuseTitle);
  if (!isIdUsed) return { reason, evidence };
  return { reason, evidence, alarm: { code: 'alarm.id-used' } };
}

function replaceVerdict({ status, statusText }: SignalRecord): Omit<Verdict, 'evidence'> {
  if (status === 'canceled' || status === 'expired') {
    return replacementLost(status);
  }
  const old = status === 'traded' ? 'filled' : { status: statusText };
  return { reason: { code: 'absent.replace-not-done', old } };
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
