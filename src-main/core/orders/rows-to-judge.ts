import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import { claimedIds } from './claims.ts';
import type { OrderRow } from './order-row.ts';
import type { RowIndex } from './row-index.ts';

/** Records are never changed in place: the same object is the same content. */
type Lists = { readonly records: readonly SignalRecord[]; readonly unreadable: readonly UnreadableSignal[] };

type Compared = Lists & {
  readonly recordSet: ReadonlySet<SignalRecord>;
  /** Ids of rows to compare next time, whether or not their records change. */
  readonly due: Set<string>;
  /** A row released a record: any other row may be concerned. */
  isAllDue: boolean;
};

/**
 * Which rows of a strategy have to be compared with the lists. A reading changes a few records, and the journal holds every
 * order of the day: a row that did not change, and whose records did not, gives the result that it gave before.
 */
export class RowsToJudge {
  readonly #index: RowIndex;
  readonly #compared = new Map<string, Compared>();

  constructor(index: RowIndex) {
    this.#index = index;
  }

  /** A row has its next step; `before`: undefined for a new row. */
  moved(before: OrderRow | undefined, row: OrderRow): void {
    const compared = this.#compared.get(row.ticket.systemId);
    if (compared === undefined) return;
    compared.due.add(row.rowId);
    if (before !== undefined && hasReleased(before, row)) compared.isAllDue = true;
  }

  /** The rows to compare with these lists now. Each is given once, until something about it changes. */
  take(systemId: string, lists: Lists): readonly OrderRow[] {
    const last = this.#compared.get(systemId);
    const recordSet = last?.records === lists.records ? last.recordSet : new Set(lists.records);
    this.#compared.set(systemId, { ...lists, recordSet, due: new Set(), isAllDue: false });
    if (last === undefined || last.isAllDue || last.unreadable !== lists.unreadable || this.#isSearching(systemId))
      return this.#index.of(systemId);
    const due = new Set(last.due);
    for (const { serviceId, ownId } of changedRecords(last, recordSet)) {
      const rows = [serviceId, ownId].flatMap((id) => this.#index.named(systemId, id));
      // A record of no row may be a copy of any order.
      if (ownId === null && !claimedIds(rows).has(serviceId)) return this.#index.of(systemId);
      for (const { rowId } of rows) due.add(rowId);
    }
    return this.#index.of(systemId).filter(({ rowId }) => due.has(rowId));
  }

  /** These depend on more than themselves and their records: they are given again next time. */
  again(systemId: string, rowIds: Iterable<string>): void {
    for (const rowId of rowIds) this.#compared.get(systemId)?.due.add(rowId);
  }

  /** An order that may not have arrived is searched for by the clock too, and by what the other rows claim. */
  #isSearching(systemId: string): boolean {
    return this.#index.open().some(({ state, ticket }) => ticket.systemId === systemId && searched.has(state));
  }
}

const searched: ReadonlySet<OrderRow['state']> = new Set(['UNKNOWN', 'PROBABLY_ABSENT', 'CLOSED_ABSENT']);

/** Whether the row no longer claims a record that it claimed: that record may be a copy of another order. */
function hasReleased(before: OrderRow, row: OrderRow): boolean {
  const claims = claimedIds([row]);
  return [...claimedIds([before])].some((id) => !claims.has(id));
}

function changedRecords(last: Compared, now: ReadonlySet<SignalRecord>): SignalRecord[] {
  if (last.recordSet === now) return [];
  return [...now].filter((record) => !last.recordSet.has(record)).concat(last.records.filter((one) => !now.has(one)));
}
