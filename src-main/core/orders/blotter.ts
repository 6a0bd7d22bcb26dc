import type { Signal } from '#contract/model/signal.ts';
import type { CachedSignal } from '#core/cache/cached-signal.ts';
import { causesOf } from './blotter-causes.ts';
import { childRow, externalRow, journalRow } from './blotter-rows.ts';
import type { CancelRow } from './cancel-row.ts';
import type { OrderRow } from './order-row.ts';
import { nestedParentRow } from './nested-parent-row.ts';
import { isLanded } from './row-states.ts';

export type BlotterInput = {
  /** Of one system and one connection. */
  readonly rows: readonly OrderRow[];
  readonly cancels: readonly CancelRow[];
  readonly records: readonly CachedSignal[];
  /** The probe recorded that the platform refuses a used own id. */
  readonly reuseRefused?: boolean;
};

/**
 * The signals blotter of one system: every order of the journal and every signal of the platform exactly once, joined by
 * service id or own id. The platform's lists carry no links, so the tree comes from what the submits' answers named.
 */
export function blotterRows({ rows, cancels, records, reuseRefused }: BlotterInput): Signal[] {
  const join = new Join(records, reuseRefused === true);
  const signals: Signal[] = [];
  for (const row of rows) signals.push(...join.family(row));
  const children = new Set(signals.map(({ rowId }) => rowId));
  for (const record of join.rest()) {
    const row = externalRow(record);
    if (!children.has(row.rowId)) signals.push(row);
  }
  return withParents(withCauses(signals, rows, cancels), rows, records);
}

/** Hands out each record once. */
class Join {
  readonly #byService = new Map<string, CachedSignal>();
  readonly #byOwn = new Map<string, CachedSignal>();
  readonly #used = new Set<string>();

  readonly #reuseRefused: boolean;

  constructor(records: readonly CachedSignal[], reuseRefused: boolean) {
    this.#reuseRefused = reuseRefused;
    for (const record of records) {
      this.#byService.set(record.serviceId, record);
      if (record.ownId !== null) this.#byOwn.set(record.ownId, record);
    }
  }

  /** The order with its bracket, and the parent that was entered with it. */
  family(row: OrderRow): Signal[] {
    const { signal, target, stop } = row.serviceIds;
    const record = this.#take(signal === null ? this.#byOwn.get(row.ownId) : this.#byService.get(signal));
    const candidates = (row.candidates ?? []).map((id) => this.#byService.get(id)).filter((one) => one !== undefined);
    const order = journalRow(row, record, { reuseRefused: this.#reuseRefused, candidates });
    const found = this.#withParent(row, order);
    if (!isLanded(row)) return found;
    if (target !== null) found.push(childRow(row, order, 'target', target, this.#take(this.#byService.get(target))));
    if (stop !== null) found.push(childRow(row, order, 'stop', stop, this.#take(this.#byService.get(stop))));
    return found;
  }

  #withParent(row: OrderRow, order: Signal): Signal[] {
    if (!row.ticket.parent) return [order];
    const { parent: id } = row.serviceIds;
    const record = this.#take(id === null ? this.#byOwn.get(row.parentOwnId ?? '') : this.#byService.get(id));
    const parent = nestedParentRow(row, row.ticket.parent, order, record);
    return [{ ...order, parentRowId: parent.rowId }, parent];
  }

  rest(): CachedSignal[] {
    return [...this.#byService.values()].filter(({ serviceId }) => !this.#used.has(serviceId));
  }

  #take(record: CachedSignal | undefined): CachedSignal | undefined {
    if (!record || this.#used.has(record.serviceId)) return undefined;
    this.#used.add(record.serviceId);
    return record;
  }
}

function withCauses(signals: readonly Signal[], rows: readonly OrderRow[], cancels: readonly CancelRow[]): Signal[] {
  const causes = causesOf(signals, rows, cancels);
  return signals.map((signal) => ({ ...signal, cause: causes.get(signal.rowId) ?? null }));
}

/** Parents named by a ticket or by a record itself, where that row is there. */
function withParents(
  signals: readonly Signal[],
  rows: readonly OrderRow[],
  records: readonly CachedSignal[],
): Signal[] {
  const rowIds = new Map<string, string>();
  for (const { rowId, serviceId, ownId } of signals) {
    if (ownId !== null) rowIds.set(ownId, rowId);
    if (serviceId !== null) rowIds.set(serviceId, rowId);
  }
  const named = new Map<string, string | null>();
  for (const record of records) named.set(rowIds.get(record.serviceId) ?? '', record.parentId);
  for (const { rowId, ticket, serviceIds } of rows) named.set(rowId, ticket.conditionalUpon ?? serviceIds.parent);
  return signals.map((signal) => {
    const parentRowId = signal.parentRowId ?? rowIds.get(named.get(signal.rowId) ?? '') ?? null;
    return { ...signal, parentRowId: parentRowId === signal.rowId ? null : parentRowId };
  });
}

/** Rows that match the text, with their parents, so that the tree stays whole; the latest change first. */
export function filterRows(signals: readonly Signal[], text: string, keep: (signal: Signal) => boolean): Signal[] {
  const needle = text.trim().toLowerCase();
  const byId = new Map(signals.map((signal) => [signal.rowId, signal]));
  const found = new Set<Signal>();
  for (const signal of signals) {
    if (!keep(signal) || !words(signal).includes(needle)) continue;
    for (let one: Signal | undefined = signal; one && !found.has(one); one = byId.get(one.parentRowId ?? ''))
      found.add(one);
  }
  return [...found].sort((a, b) => b.changedAt - a.changedAt || (a.rowId < b.rowId ? -1 : 1));
}

const words = ({ symbol, name, action, state, serviceId, ownId, quantity }: Signal): string =>
  [symbol, name, action, quantity, state, serviceId ?? '', ownId ?? ''].join(' ').toLowerCase();
