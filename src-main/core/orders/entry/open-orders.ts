import type { Text } from '#contract/message.ts';
import { isOpenAct } from '#core/acts/act-lifecycle.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { setDesiredPositions } from '#core/acts/set-desired-positions.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { journalFacts } from '#core/orders/journal/journal-texts.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isOwn, type Owner } from '#core/owner.ts';
import { blocksDuplicate, isAccepted } from '#core/orders/journal/row-states.ts';

/**
 * Orders and target lists of a connection, or of one of its strategies, that may still change
 * something, one line each.
 */
export function openOrders(journal: Journal, owner: Owner, systemId: string | null = null): Text[] {
  const isIncluded = (of: string): boolean => systemId === null || of === systemId;
  const orders = [...journal.orders()].filter(
    (row) => isIncluded(row.ticket.systemId) && isOwn(owner, row) && isOpen(row),
  );
  const sets = [...journal.acts()].filter(
    (row) => isActOf(setDesiredPositions, row) && isIncluded(row.target.id) && isOwn(owner, row) && isOpenAct(row),
  );
  return [
    ...orders.map(orderLine),
    ...sets.map(({ target }): Text => ({ code: 'open-orders.target', systemId: target.id })),
  ];
}

function isOpen(row: OrderRow): boolean {
  const status = row.mirror?.status;
  return (
    blocksDuplicate(row) || (isAccepted(row) && (status === undefined || status === 'working' || status === 'waiting'))
  );
}

function orderLine(row: OrderRow): Text {
  const { action, quantity, symbol, systemId } = row.ticket;
  return { code: 'open-orders.order', action, quantity, symbol, systemId, state: journalFacts(row).text };
}
