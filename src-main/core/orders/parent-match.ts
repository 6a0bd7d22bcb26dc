import type { SignalRecord } from '#core/signal-record.ts';
import type { OrderEvent } from './order-event.ts';
import { noServiceIds } from './order-row.ts';

export const appearedAlarm = 'An order believed lost has appeared.';

/** Event for an order that no list shows yet and that is proved by its listed nested parent. */
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
