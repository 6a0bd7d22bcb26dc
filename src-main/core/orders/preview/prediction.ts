import type { Message } from '#contract/message.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { placeSignal } from '#rules/signals/place.ts';
import type { ServiceIds } from '#core/orders/journal/order-row.ts';
import { previewContext, ruleRequest, snapshotBook } from './rules-snapshot.ts';

/**
 * Whether the answer to an order should name a target, a stop and a group, according to the
 * platform's rules.
 */
export type ExpectedAnswer = {
  readonly target: boolean;
  readonly stop: boolean;
  readonly group: boolean;
};

/**
 * Predicts the answer by the same rules and on the same state as the preview. Null if the rules
 * cannot apply the order.
 */
export function predict(ticket: Ticket, signals: readonly Signal[], now: number): ExpectedAnswer | null {
  const placed = placeSignal(snapshotBook(signals), ruleRequest(ticket), previewContext(now));
  if (!placed.ok || !('signal' in placed)) return null;
  const children = placed.change.signals.filter(({ parentId }) => parentId === placed.signal.id);
  const target = children.find(({ role }) => role === 'profitTarget');
  return {
    target: target !== undefined,
    stop: children.some(({ role }) => role === 'stopLoss'),
    group: target?.ocaId !== null && target !== undefined,
  };
}

/** The members in which the answer differs from the preview. */
export function missesOf(expected: ExpectedAnswer, { serviceIds }: { readonly serviceIds: ServiceIds }): Message[] {
  const shown = {
    target: serviceIds.target !== null,
    stop: serviceIds.stop !== null,
    group: serviceIds.ocaGroup !== null,
  };
  return (['target', 'stop', 'group'] as const)
    .filter((member) => expected[member] !== shown[member])
    .map((member) => ({ code: 'preview.missed', member, shown: shown[member] }));
}
