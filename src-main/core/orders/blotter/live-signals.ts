import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { endOf } from './blotter-rows.ts';
import { namedSignals } from './named-records.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { idsOf, type RowIndex } from '#core/orders/journal/row-index.ts';
import { isLiveState, stateOfRecord } from '#core/orders/signal-state.ts';

type Lists = {
  /** Finds a record by service id or own id. */
  readonly byId: (id: string) => CachedSignal | undefined;
  readonly ofGroup: (id: string) => readonly CachedSignal[];
  readonly live: readonly CachedSignal[];
};

type Linked = {
  readonly rows: Set<OrderRow>;
  readonly found: Set<CachedSignal>;
} & Pick<Lists, 'byId' | 'ofGroup'>;

/** The most recently changed orders are included, however old the change is. */
const atLeast = 20;

/**
 * The rows and records of a strategy whose state may still change. Positions, protection and
 * exposure need no others, so that an order costs no more at the end of a day than at its
 * beginning.
 */
export class LiveSignals {
  readonly #index: RowIndex;
  readonly #lists = new WeakMap<readonly CachedSignal[], Lists>();

  constructor(index: RowIndex) {
    this.#index = index;
  }

  /**
   * `endedFrom`: also include signals that ended since, unix seconds of the service; null for none.
   */
  of(
    systemId: string,
    records: readonly CachedSignal[],
    endedFrom: { readonly at: number; readonly movedAt: number } | null = null,
  ): { readonly rows: OrderRow[]; readonly records: CachedSignal[] } {
    const { byId, ofGroup, live } = this.#listsOf(records);
    const ended = endedFrom === null ? [] : records.filter((one) => (endOf(one) ?? -1) >= endedFrom.at);
    const rows = new Set(this.#index.open().filter((row) => row.ticket.systemId === systemId));
    for (const row of this.#index.bracketsOf(systemId)) if (mayHaveLiveLeg(row, byId)) rows.add(row);
    if (endedFrom !== null)
      for (const row of this.#index.movedSince(systemId, endedFrom.movedAt, atLeast)) rows.add(row);
    const found = new Set([...live, ...ended]);
    this.#addLinked(systemId, { rows, found, byId, ofGroup });
    return {
      rows: [...rows].sort((a, b) => a.createdAt - b.createdAt),
      records: records.filter((one) => found.has(one)),
    };
  }

  /**
   * Adds the signals that these are linked to, so that each row is shown below its parent with the
   * same cause as in the whole list.
   */
  #addLinked(systemId: string, { rows, found, byId, ofGroup }: Linked): void {
    // Iterating a Set also visits the values added meanwhile.
    const ids = new Set([...rows].flatMap(linksOf));
    for (const record of found) for (const id of linksOfRecord(record)) ids.add(id);
    for (const id of ids) {
      for (const row of this.#index.named(systemId, id)) {
        if (rows.has(row)) continue;
        rows.add(row);
        for (const link of linksOf(row)) ids.add(link);
      }
      for (const record of [byId(id), ...ofGroup(id)]) {
        if (record === undefined || found.has(record)) continue;
        found.add(record);
        for (const link of linksOfRecord(record)) ids.add(link);
      }
    }
  }

  #listsOf(records: readonly CachedSignal[]): Lists {
    const cached = this.#lists.get(records);
    if (cached !== undefined) return cached;
    const { byOwn, byService } = namedSignals(records);
    const byId = (id: string): CachedSignal | undefined => byService.get(id) ?? byOwn.get(id)?.at(-1);
    const grouped = Map.groupBy(
      records.filter(({ ocaId }) => ocaId !== null),
      ({ ocaId }) => ocaId,
    );
    const ofGroup = (id: string): readonly CachedSignal[] => grouped.get(id) ?? [];
    const lists = { byId, ofGroup, live: records.filter((record) => isLiveState(stateOfRecord(record))) };
    this.#lists.set(records, lists);
    return lists;
  }
}

/** Whether a leg is in no list or has not ended. */
function mayHaveLiveLeg({ serviceIds }: OrderRow, byId: Lists['byId']): boolean {
  return [serviceIds.target, serviceIds.stop].some((id) => {
    if (id === null) return false;
    const record = byId(id);
    return record === undefined || isLiveState(stateOfRecord(record));
  });
}

/** Every id of a row and of the orders that it waits for or replaces. */
function linksOf(row: OrderRow): string[] {
  const { conditionalUpon, replaces } = row.ticket;
  const ids = [...idsOf(row), ...(row.candidates ?? []), conditionalUpon, replaces?.serviceId];
  return ids.filter((id) => id != null);
}

const linksOfRecord = ({ serviceId, ownId, parentId, ocaId }: CachedSignal): string[] =>
  [serviceId, ownId, parentId, ocaId].filter((id) => id !== null);
