import { isDeepStrictEqual } from 'node:util';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { ViolatedInvariant } from '#tests/rules/signal-invariants.ts';
import { movesFrom } from './moves.ts';
import type { Variant } from './orders.ts';
import { firstState } from './state.ts';

/**
 * Walks a path again and builds each row from the events of its order, as the program does when it
 * starts from a journal. Throws ViolatedInvariant if a row differs (order-safety J9).
 */
export function replay(variant: Variant, trace: readonly string[]): void {
  let state = firstState(variant);
  const journal: OrderEvent[][] = state.rows.map(() => []);
  for (const label of trace) {
    const move = movesFrom(state, variant, 'none').find((one) => one.label === label);
    if (!move) throw new Error(`the path no longer exists: ${label}`);
    for (const [order, event] of move.events) journal[order]?.push(stored(event));
    state = move.next;
  }
  journal.forEach((events, order) => {
    let row: OrderRow | null = null;
    for (const event of events) row = reduce(row, event);
    if (!isDeepStrictEqual(row, state.rows[order] ?? null))
      throw new ViolatedInvariant('J9', `the replayed row of order ${order} differs after ${trace.join(', ')}`);
  });
}

/** The event as it is read back from the text that the journal stores. */
function stored(event: OrderEvent): OrderEvent {
  return JSON.parse(JSON.stringify(event)) as OrderEvent;
}
