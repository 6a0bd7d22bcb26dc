import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import { claimedIds } from '#core/orders/journal/claims.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { changedRecords, listChanges } from './list-changes.ts';
import type { RowIndex } from '#core/orders/journal/row-index.ts';

/** Records are never changed in place: the same object is the same content. */
type Lists = { readonly records: readonly SignalRecord[]; readonly unreadable: readonly UnreadableSignal[] };

type Compared = Lists & {
  /** Ids of rows to compare next time, even if their records do not change. */
  readonly due: Set<string>;
  /** A row released a record, which may affect any other row. */
  isAllDue: boolean;
};

/**
 * Selects the rows of a strategy that have to be compared with the lists. A reading changes a few
 * records, and the journal has every order of the day. A row that did not change, and whose records
 * did not change, gives the same result as before.
 */
export class RowsToCompare {
  readonly #index: RowIndex;
  readonly #compared = new Map<string, Compared>();

  constructor(index: RowIndex) {
    this.#index = index;
  }

  /** A row has its next state; `before` is undefined for a new row. */
  rowChanged(before: OrderRow | undefined, row: OrderRow): void {
    const compared = this.#compared.get(row.ticket.systemId);
    if (compared === undefined) return;
    compared.due.add(row.rowId);
    if (before !== undefined && hasReleased(before, row)) compared.isAllDue = true;
  }

  /**
   * The rows to compare with these lists now: those about which something has changed since the
   * last call, or all rows if that may concern any of them.
   */
  dueRows(systemId: string, lists: Lists): readonly OrderRow[] {
    const previous = this.#compared.get(systemId);
    this.#compared.set(systemId, { ...lists, due: new Set(), isAllDue: false });
    if (
      previous === undefined ||
      previous.isAllDue ||
      previous.unreadable !== lists.unreadable ||
      this.#hasUnresolvedOrder(systemId)
    )
      return this.#index.of(systemId);
    const due = new Set(previous.due);
    for (const { serviceId, ownId } of differentRecords(previous.records, lists.records)) {
      const rows = [serviceId, ownId].flatMap((id) => this.#index.rowsNaming(systemId, id));
      // A record that belongs to no row may be a second record of any order.
      if (ownId === null && !claimedIds(rows).has(serviceId)) return this.#index.of(systemId);
      for (const { rowId } of rows) due.add(rowId);
    }
    return this.#index.byIds(due);
  }

  /**
   * Makes `dueRows` return these rows again next time, because their result depends on more than
   * the rows themselves and their records.
   */
  repeat(systemId: string, rowIds: Iterable<string>): void {
    for (const rowId of rowIds) this.#compared.get(systemId)?.due.add(rowId);
  }

  /**
   * Whether the strategy has an order that may not have arrived or has no record yet. The result
   * for such an order also depends on the clock and on the claims of other rows.
   */
  #hasUnresolvedOrder(systemId: string): boolean {
    return this.#index.open().some(({ state, ticket }) => ticket.systemId === systemId && unresolvedStates.has(state));
  }
}

const unresolvedStates: ReadonlySet<OrderRow['state']> = new Set([
  'UNKNOWN',
  'AMBIGUOUS',
  'PROBABLY_ABSENT',
  'CLOSED_ABSENT',
]);

/**
 * Whether the row no longer claims a record that it claimed before: that record may be a second
 * record of another order.
 */
function hasReleased(before: OrderRow, row: OrderRow): boolean {
  const claims = claimedIds([row]);
  return [...claimedIds([before])].some((id) => !claims.has(id));
}

/** The records that were added, removed or changed; a changed record as it was and as it is. */
function differentRecords(before: readonly SignalRecord[], now: readonly SignalRecord[]): SignalRecord[] {
  if (before === now) return [];
  const changes = listChanges(before, now);
  if (changes !== null) return changedRecords(changes);
  const [earlier, later] = [new Set(before), new Set(now)];
  return [...now.filter((one) => !earlier.has(one)), ...before.filter((one) => !later.has(one))];
}
