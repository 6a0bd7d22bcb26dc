import type { Cause, Signal } from '#contract/model/signal.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { causesOf } from './blotter-causes.ts';
import { childRow, externalRow, journalRow } from './blotter-rows.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isSameText } from './is-same-text.ts';
import { cachedSignalsById, type RecordsById } from './records-by-id.ts';
import { nestedParentRow } from './nested-parent-row.ts';
import { isAccepted } from '#core/orders/journal/row-states.ts';
import { isLiveState } from '#core/orders/signal-state.ts';

export type BlotterInput = {
  /** Rows of one strategy and one connection. */
  readonly rows: readonly OrderRow[];
  readonly cancels: readonly CancelRow[];
  readonly records: readonly CachedSignal[];
  /**
   * True if the probe (order-safety 4) found that the platform refuses an own id that was used
   * before.
   */
  readonly reuseRefused?: boolean;
};

/**
 * The blotter of one strategy: every order of the journal and every signal of the platform exactly
 * once, joined by service id or own id. The platform's lists may omit the links, so the tree of own
 * orders comes from their tickets and the answers to them. A signal that did not change is the same
 * object as before, because rows and records are never changed in place.
 */
export function blotterRows(input: BlotterInput): Signal[] {
  return signalsOf(joinedRows(input));
}

/**
 * The signals of a blotter, grouped by the row or record that they were made of, in blotter order.
 */
export type JoinedRows = {
  /** For each row of the journal: its order, the parent of the order, and the legs. */
  readonly signalsByRow: ReadonlyMap<OrderRow, readonly Signal[]>;
  /** The signals that belong to no row, by record. */
  readonly signalsByRecord: ReadonlyMap<CachedSignal, Signal>;
};

/** All signals of a blotter in its order. */
export const signalsOf = ({ signalsByRow, signalsByRecord }: JoinedRows): Signal[] => [
  ...[...signalsByRow.values()].flat(),
  ...signalsByRecord.values(),
];

/** The signals that `blotterRows` returns for one strategy, grouped by row and record. */
export function joinedRows({ rows, cancels, records, reuseRefused }: BlotterInput): JoinedRows {
  const join = new Join(records, reuseRefused === true);
  const families = new Map(rows.map((row) => [row, join.family(row)]));
  const familySignals = [...families.values()].flat();
  const familyRowIds = new Set(familySignals.map(({ rowId }) => rowId));
  const others = new Map(
    join
      .rest()
      .map((record) => [record, externalOf(record)] as const)
      .filter(([, { rowId }]) => !familyRowIds.has(rowId)),
  );
  const signals = [...familySignals, ...others.values()];
  const causes = causesOf(signals, rows, cancels);
  const parents = parentsOf(signals, rows, records);
  const moved = movedChildren(signals, rows, parents);
  const placeInTree = (signal: Signal): Signal => {
    const { rowId, parentRowId, role } = signal;
    const place = moved.get(rowId) ?? { parentRowId: parents.get(rowId) ?? parentRowId, role };
    return withPlace(signal, causes.get(rowId) ?? null, place);
  };
  return {
    signalsByRow: new Map([...families].map(([row, family]) => [row, family.map(placeInTree)])),
    signalsByRecord: new Map([...others].map(([record, signal]) => [record, placeInTree(signal)])),
  };
}

const externals = new WeakMap<CachedSignal, Signal>();

function externalOf(record: CachedSignal): Signal {
  const cached = externals.get(record);
  if (cached) return cached;
  const view = externalRow(record);
  externals.set(record, view);
  return view;
}

/** Where a row is in the tree. */
type Place = Pick<Signal, 'parentRowId' | 'role'>;

const placedRows = new WeakMap<Signal, Signal>();

/** Adds to a signal the reason why it ended or waits, and its place in the tree. */
function withPlace(signal: Signal, cause: Cause | null, { parentRowId, role }: Place): Signal {
  if (cause === null && parentRowId === signal.parentRowId && role === signal.role) return signal;
  const previous = placedRows.get(signal);
  if (previous?.parentRowId === parentRowId && previous.role === role && isSameCause(previous.cause, cause))
    return previous;
  const view = { ...signal, cause, parentRowId, role };
  placedRows.set(signal, view);
  return view;
}

const isSameCause = (a: Cause | null, b: Cause | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.code === b.code &&
    a.evidence === b.evidence &&
    a.byServiceId === b.byServiceId &&
    isSameText(a.text, b.text));

/** The blotter rows of an order, and the inputs that they were made of. */
type Family = { readonly inputs: readonly unknown[]; readonly signals: readonly Signal[] };
const familyCache = new WeakMap<OrderRow, Family>();

/** Joins rows with records; each record is used once. */
class Join {
  readonly #records: readonly CachedSignal[];
  readonly #named: RecordsById<CachedSignal>;
  readonly #used = new Set<string>();
  readonly #reuseRefused: boolean;

  constructor(records: readonly CachedSignal[], reuseRefused: boolean) {
    this.#records = records;
    this.#named = cachedSignalsById(records);
    this.#reuseRefused = reuseRefused;
  }

  /** The order with its bracket, and the parent that was entered with it. */
  family(row: OrderRow): readonly Signal[] {
    const { signal, target, stop, parent } = row.serviceIds;
    const mayHaveLegs = isAccepted(row);
    const joined = {
      order: this.#claim(signal, row.ownId),
      parent: row.ticket.parent ? this.#claim(parent, row.parentOwnId ?? '') : undefined,
      target: mayHaveLegs && target !== null ? this.#claim(target) : undefined,
      stop: mayHaveLegs && stop !== null ? this.#claim(stop) : undefined,
      candidates: (row.candidates ?? []).map((id) => this.#named.byService.get(id)).filter((one) => one !== undefined),
    };
    const inputs = [joined.order, joined.parent, joined.target, joined.stop, this.#reuseRefused, ...joined.candidates];
    const previous = familyCache.get(row);
    if (previous?.inputs.length === inputs.length && inputs.every((one, at) => one === previous.inputs[at]))
      return previous.signals;
    const order = journalRow(row, joined.order, { reuseRefused: this.#reuseRefused, candidates: joined.candidates });
    const signals = withParent(row, order, joined.parent);
    if (mayHaveLegs && target !== null) signals.push(childRow(row, order, 'target', target, joined.target));
    if (mayHaveLegs && stop !== null) signals.push(childRow(row, order, 'stop', stop, joined.stop));
    familyCache.set(row, { inputs, signals });
    return signals;
  }

  rest(): CachedSignal[] {
    return this.#records.filter(({ serviceId }) => !this.#used.has(serviceId));
  }

  /** Claims a record by the platform's id, or by the own id if the platform's id is not known. */
  #claim(serviceId: string | null, ownId = ''): CachedSignal | undefined {
    const { byOwn, byService } = this.#named;
    const record = serviceId === null ? byOwn.get(ownId)?.at(-1) : byService.get(serviceId);
    if (!record || this.#used.has(record.serviceId)) return undefined;
    this.#used.add(record.serviceId);
    return record;
  }
}

function withParent(row: OrderRow, order: Signal, record: CachedSignal | undefined): Signal[] {
  if (!row.ticket.parent) return [order];
  const parent = nestedParentRow(row, row.ticket.parent, order, record);
  return [{ ...order, parentRowId: parent.rowId }, parent];
}

/**
 * The parents, by row id, of rows that have no parent within the family of their order. The parent
 * is the row that the ticket or the record names, if that row exists.
 */
function parentsOf(
  signals: readonly Signal[],
  rows: readonly OrderRow[],
  records: readonly CachedSignal[],
): Map<string, string> {
  const parentIdByServiceId = new Map<string | null, string>();
  for (const { serviceId, parentId } of records) if (parentId !== null) parentIdByServiceId.set(serviceId, parentId);
  const parents = new Map<string, string>();
  // Often none of a day's thousands of orders depends on another.
  if (parentIdByServiceId.size === 0 && !rows.some((row) => parentIdOf(row) !== null)) return parents;
  const parentIdByRowId = new Map(rows.map((row) => [row.rowId, parentIdOf(row)]));
  const named = new Set([...parentIdByRowId.values(), ...parentIdByServiceId.values()]);
  named.delete(null);
  const rowIds = new Map<string | null | undefined, string>();
  for (const { rowId, serviceId, ownId } of signals) {
    if (named.has(ownId)) rowIds.set(ownId, rowId);
    if (named.has(serviceId)) rowIds.set(serviceId, rowId);
  }
  for (const { rowId, serviceId, parentRowId } of signals) {
    if (parentRowId !== null) continue;
    const parentId = parentIdByRowId.has(rowId) ? parentIdByRowId.get(rowId) : parentIdByServiceId.get(serviceId);
    const parent = rowIds.get(parentId);
    if (parent !== undefined && parent !== rowId) parents.set(rowId, parent);
  }
  return parents;
}

const parentIdOf = ({ ticket, serviceIds }: OrderRow): string | null => ticket.conditionalUpon ?? serviceIds.parent;

/**
 * A replaced target or stop stays below its parent. Its replacement is placed there too, unless the
 * replacement waits for another parent.
 */
function movedChildren(
  signals: readonly Signal[],
  rows: readonly OrderRow[],
  parents: ReadonlyMap<string, string>,
): Map<string, Place> {
  const places = new Map<string, Place>();
  const replacing = rows.filter(({ ticket }) => ticket.replaces !== null);
  if (replacing.length === 0) return places;
  const byId = new Map<string, Signal>();
  for (const signal of signals) {
    for (const id of [signal.ownId, signal.serviceId]) if (id !== null) byId.set(id, signal);
  }
  // In the order of creation: if a stop was replaced twice, the second replacement gets the place
  // in the tree that the first one got.
  for (const { rowId, ticket } of [...replacing].sort((a, b) => a.createdAt - b.createdAt)) {
    const old = byId.get(ticket.replaces?.serviceId ?? '');
    if (!old) continue;
    const place = places.get(old.rowId) ?? { parentRowId: parents.get(old.rowId) ?? old.parentRowId, role: old.role };
    const isExit = place.role === 'target' || place.role === 'stop';
    if (place.parentRowId === null || !isExit || place.parentRowId === rowId) continue;
    if (ticket.conditionalUpon !== null && parents.get(rowId) !== place.parentRowId) continue;
    places.set(rowId, { parentRowId: place.parentRowId, role: ticket.price.kind === 'stop' ? 'stop' : 'target' });
  }
  return places;
}

/** The order of the blotter on screen: live signals first, then the latest change first. */
export function compareShown(a: Signal, b: Signal): number {
  const byState = Number(isLiveState(b.state)) - Number(isLiveState(a.state));
  return byState || b.changedAt - a.changedAt || (a.rowId < b.rowId ? -1 : Number(a.rowId > b.rowId));
}

/**
 * Returns the rows that `isIncluded` accepts and that match the text, sorted by `compareShown`.
 * Parents that `isIncluded` accepts are added, so that the tree stays complete. A row whose parent
 * is left out contains the details of that parent.
 */
export function filterRows(
  signals: readonly Signal[],
  text: string,
  isIncluded: (signal: Signal) => boolean,
): Signal[] {
  const needle = text.trim().toLowerCase();
  const matching = signals.filter(
    (signal) => isIncluded(signal) && (needle === '' || searchText(signal).includes(needle)),
  );
  const found = matching.length === signals.length ? matching : withAncestors(matching, signals, isIncluded);
  return found.sort(compareShown);
}

function withAncestors(
  matching: readonly Signal[],
  signals: readonly Signal[],
  isIncluded: (signal: Signal) => boolean,
): Signal[] {
  if (matching.every(({ parentRowId }) => parentRowId === null)) return [...matching];
  const byId = new Map(signals.map((signal) => [signal.rowId, signal]));
  const found = new Set<Signal>();
  for (const signal of matching) {
    for (
      let one: Signal | undefined = signal;
      one && isIncluded(one) && !found.has(one);
      one = byId.get(one.parentRowId ?? '')
    )
      found.add(one);
  }
  return [...found].map((signal) => {
    const parent = byId.get(signal.parentRowId ?? '');
    return parent && !found.has(parent) ? withParentDetails(signal, parent) : signal;
  });
}

const parentDetailsCache = new WeakMap<Signal, { readonly parent: Signal; readonly made: Signal }>();

/** Returns the same object while the row and its parent are the same objects. */
function withParentDetails(signal: Signal, parent: Signal): Signal {
  const known = parentDetailsCache.get(signal);
  if (known?.parent === parent) return known.made;
  const { action, quantity, symbol, kind, limit, stop, duration, state } = parent;
  const made = { ...signal, parent: { action, quantity, symbol, kind, limit, stop, duration, state } };
  parentDetailsCache.set(signal, { parent, made });
  return made;
}

const searchText = ({ symbol, name, action, state, serviceId, ownId, quantity }: Signal): string =>
  [symbol, name, action, quantity, state, serviceId ?? '', ownId ?? ''].join(' ').toLowerCase();
