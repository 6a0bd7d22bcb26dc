// Enters orders directly at the desk of a session, also of one that is not in use. A command of a
// window reaches only the session in use.
import { setTimeout } from 'node:timers/promises';
import type { Ticket } from '#contract/model/ticket.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import type { Session } from '#core/session/session.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';

export const limitOrder = (systemId: string, quantity = 1): Ticket => ({
  systemId,
  action: 'BTO',
  quantity: String(quantity),
  symbol: 'KO',
  instrument: 'stock',
  price: { kind: 'limit', limit: '1' },
  duration: 'GTC',
  ...plainTicket,
});

/** Reads what an order of this strategy needs, and waits until orders may be sent. */
export async function untilReadyToSend(session: Session, systemId: string): Promise<void> {
  session.watch(systemId, ['signalsWorking', 'margin']);
  // A check compares the size of an order with the account, which is read with `margin`.
  const isReady = (): boolean =>
    session.cache.datasets(systemId).margin.readAt !== null && session.desk.orderEntry(systemId).open;
  for (let tries = 0; tries < 400; tries += 1) {
    if (isReady()) return;
    await setTimeout(50);
  }
  throw new Error(
    `orders of ${session.profile.name} cannot be sent: ${JSON.stringify(session.desk.orderEntry(systemId))}`,
  );
}

/** Enters an order at the desk of a session and returns the id of its row. */
export function submit(session: Session, ticket: Ticket): string {
  const outcome = session.desk.submit(crypto.randomUUID(), ticket, [...confirmedWarnings]);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value.rowId;
}
