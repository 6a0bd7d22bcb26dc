import type { Text } from '#contract/message.ts';
import { isOpenAct } from '#core/acts/act-lifecycle.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { setDesiredPositions } from '#core/acts/set-desired-positions.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { journalFacts } from '#core/orders/journal/journal-texts.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isOwn, type Owner } from '#core/owner.ts';

/** Orders and target lists of a connection that may still change something, one line each. */
export function openOrders(journal: Journal, owner: Owner): Text[] {
  const orders = openOrdersOf(journal, owner).sort((a, b) => a.createdAt - b.createdAt);
  const targets = openTargetsOf(journal, owner);
  return [...orders.map(orderLine), ...targets.map(targetLine)];
}

/** As `openOrders`, with every other act that may still take effect. */
export function openRequests(journal: Journal, owner: Owner): Text[] {
  const acts = [...journal.acts()].filter((row) => isOwn(owner, row) && isOpenAct(row));
  const otherActs = acts.filter((row) => !isActOf(setDesiredPositions, row));
  return [...openOrders(journal, owner), ...otherActs.map(actLine)];
}

/** Whether a strategy has an open order or an open target list. */
export const hasOpenOrders = (journal: Journal, owner: Owner, systemId: string): boolean =>
  openOrdersOf(journal, owner).some(({ ticket }) => ticket.systemId === systemId) ||
  openTargetsOf(journal, owner).some(({ target }) => target.id === systemId);

const openOrdersOf = (journal: Journal, owner: Owner): OrderRow[] =>
  [...journal.openOrders()].filter((row) => isOwn(owner, row));

const openTargetsOf = (journal: Journal, owner: Owner): ActRow[] =>
  [...journal.acts()].filter((row) => isActOf(setDesiredPositions, row) && isOwn(owner, row) && isOpenAct(row));

function orderLine(row: OrderRow): Text {
  const { action, quantity, symbol, systemId } = row.ticket;
  return { code: 'open-orders.order', action, quantity, symbol, systemId, state: journalFacts(row).text };
}

const targetLine = ({ target }: ActRow): Text => ({ code: 'open-orders.target', systemId: target.id });
const actLine = ({ command }: ActRow): Text => ({ code: 'open-orders.act', command });
