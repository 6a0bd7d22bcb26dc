import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { endOf } from './blotter-rows.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { RowIndex } from '#core/orders/journal/row-index.ts';
import { withLinked } from './linked-signals.ts';
import type { SignalIndex } from './signal-index.ts';
import { isLiveState, stateOfRecord } from '#core/orders/signal-state.ts';

type Selection = { readonly rows: readonly OrderRow[]; readonly records: readonly CachedSignal[] };

/**
 * `liveAndEndedSince` includes at least this many of the rows that changed last, however old the
 * changes are.
 */
const minChangedRows = 20;

/**
 * The rows and records of a strategy whose state may still change. Positions and protection need no
 * others, and exposure needs only the latest others. So checking an order takes no longer at the
 * end of a day than at its beginning.
 */
export class LiveSignals {
  readonly #index: RowIndex;
  /** The last selection of each strategy, with the rows and the list that it was made from. */
  readonly #last = new Map<string, Selection & { readonly revision: number; readonly list: unknown }>();

  constructor(index: RowIndex) {
    this.#index = index;
  }

  /** Returns the same selection until a row or the list changes. */
  of(systemId: string, signals: SignalIndex): Selection {
    const { revision } = this.#index;
    const list = signals.records;
    const last = this.#last.get(systemId);
    if (last?.revision === revision && last.list === list) return last;
    const selection = { ...this.#select(systemId, signals, null), revision, list };
    this.#last.set(systemId, selection);
    return selection;
  }

  /**
   * Also includes the signals that ended at `at` (unix seconds of the service) or later, and the
   * rows that changed since `rowsChangedAt` (wall clock milliseconds).
   */
  liveAndEndedSince(
    systemId: string,
    signals: SignalIndex,
    endedFrom: { readonly at: number; readonly rowsChangedAt: number },
  ): Selection {
    return this.#select(systemId, signals, endedFrom);
  }

  #select(
    systemId: string,
    signals: SignalIndex,
    endedFrom: { readonly at: number; readonly rowsChangedAt: number } | null,
  ): Selection {
    const ended = endedFrom === null ? [] : signals.records.filter((one) => (endOf(one) ?? -1) >= endedFrom.at);
    const rows = new Set(this.#index.open().filter((row) => row.ticket.systemId === systemId));
    for (const row of this.#index.bracketsOf(systemId)) if (mayHaveLiveLeg(row, signals)) rows.add(row);
    if (endedFrom !== null)
      for (const row of this.#index.changedSince(systemId, endedFrom.rowsChangedAt, minChangedRows)) rows.add(row);
    return withLinked(
      { rows, records: [...signals.live(), ...ended] },
      { systemId, index: this.#index, listed: signals },
    );
  }
}

/** Whether the order has a leg that no list shows or that has not ended. */
function mayHaveLiveLeg({ serviceIds }: OrderRow, signals: SignalIndex): boolean {
  return [serviceIds.target, serviceIds.stop].some((id) => {
    if (id === null) return false;
    const record = signals.byId(id);
    return record === undefined || isLiveState(stateOfRecord(record));
  });
}
