import type { Message } from '#contract/message.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { refusedAlarm } from '#core/orders/alarms.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { noServiceIds } from '#core/orders/journal/order-row.ts';

export const appearedAlarm: Message = { code: 'alarm.appeared' };

/** Event for an order that no list shows yet and that is proved by its listed nested parent. */
export const parentMatchEvent = (
  type: 'own-id-match' | 'appeared' | 'refused-but-there',
  parent: SignalRecord,
  at: number,
): Extract<OrderEvent, { type: 'own-id-match' | 'appeared' | 'refused-but-there' }> => ({
  type,
  at,
  serviceIds: { ...noServiceIds, parent: parent.serviceId },
  mirror: null,
  alarm: type === 'appeared' ? appearedAlarm : type === 'refused-but-there' ? refusedAlarm : null,
  evidence: { rule: 'parent-own-id', serviceId: parent.serviceId, status: parent.statusText },
});
