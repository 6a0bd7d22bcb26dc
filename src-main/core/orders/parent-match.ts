import type { SignalRecord } from '#core/signal-record.ts';
import type { OrderEvent } from './order-event.ts';
import { noServiceIds } from './order-row.ts';

export const appearedAlarm = 'An order believed lost has appeared.';

/** An order that is proved by the parent which was entered nested in it; the order itself no list shows yet. */
export const parentMatch = (
  type: 'own-id-match' | 'appeared',
  parent: SignalRecord,
  at: number,
): Extract<OrderEvent, { type: 'own-id-match' | 'appeared' }> => ({
  type,
  at,
  serviceIds: { ...noServiceIds, parent: parent.serviceId },
  mirror: null,
  alarm: type === 'appeared' ? appearedAlarm : null,
  evidence: `own-id of its parent, signal ${parent.serviceId} (${parent.statusText})`,
});
