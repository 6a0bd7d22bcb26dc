import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { endOf } from './blotter-rows.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { idsOf, type RowIndex } from '#core/orders/journal/row-index.ts';
import type { SignalIndex } from './signal-index.ts';
import { isLiveState, stateOfRecord } from '#core/orders/signal-state.ts';

type Selection = { readonly rows: readonly OrderRow[]; readonly records: readonly CachedSignal[] };
type Linked = { readonly rows: Set<OrderRow>; readonly found: Set<CachedSignal>; readonly signals: SignalIndex };

/** The most recently changed orders are included, however old the change is. */
const atLeast = 20;

/**
 * The rows and records of a strategy whose state may still change. Positions, protection and
 * exposure need no others, so that an order costs no more at the end of a day than at its
 * beginning.
 */
export class LiveSignals {
  readonly #index: RowIndex;
  /** The last selection of each strategy, with the rows and the list that it was made from. */
  readonly #last = new Map<string, Selection & { readonly revision: number; readonly list: unknown }>();

  constructor(index: RowIndex) {
    this.#index = index;
  }

  /** The same lists are returned until a row or the list changes. */
  of(systemId: string, signals: SignalIndex): Selection {
    const { revision } = this.#index;
    const list = signals.records;
    const last = this.#last.get(systemId);
    if (last?.revision === revision && last.list === list) return last;
    const selection = { ...this.#select(systemId, signals, null), revision, list };
    this.#last.set(systemId, selection);
    return selection;
  }

  /** Also includes signals that ended since, `at` in unix seconds of the service. */
  endedSince(
    systemId: string,
    signals: SignalIndex,
    endedFrom: { readonly at: number; readonly movedAt: number },
  ): Selection {
    return this.#select(systemId, signals, endedFrom);
  }

  #select(
    systemId: string,
    signals: SignalIndex,
    endedFrom: { readonly at: number; readonly movedAt: number } | null,
  ): Selection {
    const ended = endedFrom === null ? [] : signals.records.filter((one) => (endOf(one) ?? -1) >= endedFrom.at);
    const rows = new Set(this.#index.open().filter((row) => row.ticket.systemId === systemId));
    for (const row of this.#index.bracketsOf(systemId)) if (mayHaveLiveLeg(row, signals)) rows.add(row);
    if (endedFrom !== null)
      for (const row of this.#index.movedSince(systemId, endedFrom.movedAt, atLeast)) rows.add(row);
    const found = new Set([...signals.live(), ...ended]);
    this.#addLinked(systemId, { rows, found, signals });
    return {
      rows: [...rows].sort((a, b) => a.createdAt - b.createdAt),
      records: signals.inOrder(found),
    };
  }

  /**
   * Adds the signals that these are linked to, so that each row is shown below its parent with the
   * same cause as in the whole list.
   */
  #addLinked(systemId: string, { rows, found, signals }: Linked): void {
    // Iterating a Set also visits the values added meanwhile.
    const ids = new Set([...rows].flatMap(linksOf));
    for (const record of found) for (const id of linksOfRecord(record)) ids.add(id);
    for (const id of ids) {
      for (const row of this.#index.named(systemId, id)) {
        if (rows.has(row)) continue;
        rows.add(row);
        for (const link of linksOf(row)) ids.add(link);
      }
      for (const record of [signals.byId(id), ...signals.ofGroup(id)]) {
        if (record === undefined || found.has(record)) continue;
        found.add(record);
        for (const link of linksOfRecord(record)) ids.add(link);
      }
    }
  }
}

/** Whether a leg is in no list or has not ended. */
function mayHaveLiveLeg({ serviceIds }: OrderRow, signals: SignalIndex): boolean {
  return [serviceIds.target, serviceIds.stop].some((id) => {
    if (id === null) return false;
    const record = signals.byId(id);
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
