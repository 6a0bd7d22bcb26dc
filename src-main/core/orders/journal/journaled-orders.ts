import type { OrderRow } from './order-row.ts';
import { isOpenOrder } from './row-states.ts';

/**
 * The orders of a journal in memory, in the order of their creation. The journal deletes nothing,
 * and nearly all of its orders have ended, so the open orders are indexed separately.
 */
export class JournaledOrders {
  readonly #rows = new Map<string, OrderRow>();
  readonly #open = new Set<string>();

  get size(): number {
    return this.#rows.size;
  }

  get(rowId: string): OrderRow | undefined {
    return this.#rows.get(rowId);
  }

  all(): Iterable<OrderRow> {
    return this.#rows.values();
  }

  /** The orders that may still change something, see `isOpenOrder`. */
  open(): OrderRow[] {
    return [...this.#open].map((rowId) => this.#rows.get(rowId)).filter((row) => row !== undefined);
  }

  set(row: OrderRow): void {
    this.#rows.set(row.rowId, row);
    if (isOpenOrder(row)) this.#open.add(row.rowId);
    else this.#open.delete(row.rowId);
  }

  delete(rowId: string): void {
    this.#rows.delete(rowId);
    this.#open.delete(rowId);
  }
}
