import type { CachedSignal } from '#core/cache/cached-signal.ts';
import { endOf } from './blotter-rows.ts';
import { namedSignals } from './named-records.ts';
import type { OrderRow } from './order-row.ts';
import { idsOf, type RowIndex } from './row-index.ts';
import { isLiveState, stateOfRecord } from './signal-state.ts';

type Lists = {
  /** By service id and by own id. */
  readonly byId: (id: string) => CachedSignal | undefined;
  readonly ofGroup: (id: string) => readonly CachedSignal[];
  readonly live: readonly CachedSignal[];
};

type Linked = {
  readonly rows: Set<OrderRow>;
  readonly found: Set<CachedSignal>;
} & Pick<Lists, 'byId' | 'ofGroup'>;

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

  /** What these are linked to, so that each row is shown below its parent, with the cause that the whole list gives it. */
  #addLinked(systemId: string, { rows, found, byId, ofGroup }: Linked): void {
    // A set that grows while it is walked is walked to its new end.
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
    const known = this.#lists.get(records);
    if (known !== undefined) return known;
    const { byOwn, byService } = namedSignals(records);
    const byId = (id: string): CachedSignal | undefined => byService.get(id) ?? byOwn.get(id)?.at(-1);
    const grouped = Map.groupBy(
      records.filter(({ ocaId }) => ocaId !== null),
      ({ ocaId }) => ocaId,
    );
    const ofGroup = (id: string): readonly CachedSignal[] => grouped.get(id) ?? [];
    const made = { byId, ofGroup, live: records.filter((record) => isLiveState(stateOfRecord(record))) };
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

/** Every id under which a row, or what it waits for or replaces, is known. */
function linksOf(row: OrderRow): string[] {
  const { conditionalUpon, replaces } = row.ticket;
  const ids = [...idsOf(row), ...(row.candidates ?? []), conditionalUpon, replaces?.serviceId];
  return ids.filter((id) => id != null);
}

const linksOfRecord = ({ serviceId, ownId, parentId, ocaId }: CachedSignal): string[] =>
  [serviceId, ownId, parentId, ocaId].filter((id) => id !== null);
