import type { CachedSignal } from '#core/cache/cached-signal.ts';
import { endOf } from './blotter-rows.ts';
import { namedSignals } from './named-records.ts';
import type { OrderRow } from './order-row.ts';
import { idsOf, type RowIndex } from './row-index.ts';
import { isLiveState, stateOfRecord } from './signal-state.ts';

type Lists = {
  /** By service id and by own id. */
  readonly byId: (id: string) => CachedSignal | undefined;
  readonly live: readonly CachedSignal[];
};

/** Orders that moved last are taken along, however long ago that was. */
const atLeast = 20;

/**
 * The rows and records of a strategy of which something may still come. Positions, protection and exposure ask for no
 * others, so that an order costs no more at the end of a day than at its beginning.
 */
export class LiveSignals {
  readonly #index: RowIndex;
  readonly #lists = new WeakMap<readonly CachedSignal[], Lists>();

  constructor(index: RowIndex) {
    this.#index = index;
  }

  /** `endedFrom`: with what ended since, unix seconds of the service; null for nothing of that. */
  of(
    systemId: string,
    records: readonly CachedSignal[],
    endedFrom: { readonly at: number; readonly movedAt: number } | null = null,
  ): { readonly rows: OrderRow[]; readonly records: CachedSignal[] } {
    const { byId, live } = this.#listsOf(records);
    const ended = endedFrom === null ? [] : records.filter((one) => (endOf(one) ?? -1) >= endedFrom.at);
    const rows = new Set(this.#index.open().filter((row) => row.ticket.systemId === systemId));
    for (const row of this.#index.bracketsOf(systemId)) if (mayHaveLiveLeg(row, byId)) rows.add(row);
    if (endedFrom !== null)
      for (const row of this.#index.movedSince(systemId, endedFrom.movedAt, atLeast)) rows.add(row);
    const found = new Set([...live, ...ended]);
    for (const { serviceId, ownId } of found) {
      for (const id of [serviceId, ownId]) for (const row of this.#index.named(systemId, id)) rows.add(row);
    }
    for (const row of rows) {
      for (const id of [...idsOf(row), ...(row.candidates ?? [])]) {
        const record = byId(id);
        if (record !== undefined) found.add(record);
      }
    }
    return { rows: [...rows].sort((a, b) => a.createdAt - b.createdAt), records: [...found] };
  }

  #listsOf(records: readonly CachedSignal[]): Lists {
    const known = this.#lists.get(records);
    if (known !== undefined) return known;
    const { byOwn, byService } = namedSignals(records);
    const byId = (id: string): CachedSignal | undefined => byService.get(id) ?? byOwn.get(id)?.at(-1);
    const made = { byId, live: records.filter((record) => isLiveState(stateOfRecord(record))) };
    this.#lists.set(records, made);
    return made;
  }
}

/** A leg that no list shows, or that is not at its end. */
function mayHaveLiveLeg({ serviceIds }: OrderRow, byId: Lists['byId']): boolean {
  return [serviceIds.target, serviceIds.stop].some((id) => {
    if (id === null) return false;
    const record = byId(id);
    return record === undefined || isLiveState(stateOfRecord(record));
  });
}
