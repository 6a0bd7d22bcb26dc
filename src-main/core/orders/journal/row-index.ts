import type { Ticket } from '#contract/model/ticket.ts';
import { fingerprint } from '#core/orders/fingerprint.ts';
import { claimedIds } from './claims.ts';
import type { OrderRow } from './order-row.ts';
import { isAccepted } from './row-states.ts';

/**
 * Indexes the rows of one connection for the queries made while an order is sent, so that the ten
 * thousandth order costs no more than the tenth: the journal deletes nothing, and nearly all of its
 * rows have ended. `rowChanged` is called after each step is in the journal.
 */
export class RowIndex {
  readonly #rows = new Map<string, OrderRow>();
  /** The place of each row among those of its strategy. */
  readonly #places = new Map<string, number>();
  readonly #open = new Set<string>();
  /** By strategy, its rows in the order of their creation. */
  readonly #bySystem = new Map<string, OrderRow[]>();
  /**
   * By strategy, a copy of the list in `#bySystem` that never changes. A new copy is made after a
   * row has changed.
   */
  readonly #snapshots = new Map<string, readonly OrderRow[]>();
  /** By strategy and id, the row ids of the rows that name the id. */
  readonly #byId = new Map<string, Set<string>>();
  /** By fingerprint, the row ids in the order in which the rows were created. */
  readonly #byFingerprint = new Map<string, string[]>();
  readonly #openByFingerprint = new Map<string, Set<string>>();
  /** By row id, the fingerprint of the row. */
  readonly #prints = new Map<string, string>();
  /** By strategy, the row ids of the orders whose target or stop has a service id. */
  readonly #brackets = new Map<string, Set<string>>();
  /** By strategy, the ids of changed rows, the latest change last. An id may occur repeatedly. */
  readonly #changes = new Map<string, string[]>();

  #revision = 0;

  constructor(rows: Iterable<OrderRow>) {
    for (const row of rows) this.rowChanged(row);
  }

  /** Increases with every change of a row. */
  get revision(): number {
    return this.#revision;
  }

  rowChanged(row: OrderRow): void {
    const { rowId, ticket } = row;
    if (!this.#rows.has(rowId)) this.#add(row);
    this.#revision += 1;
    this.#rows.set(rowId, row);
    this.#bySystem.get(ticket.systemId)?.splice(this.#placeOf(row), 1, row);
    this.#snapshots.delete(ticket.systemId);
    this.#indexChange(row);
    for (const id of linksOf(row)) groupOf(this.#byId, `${ticket.systemId} ${id}`).add(rowId);
    const openByFingerprint = groupOf(this.#openByFingerprint, this.#prints.get(rowId) ?? '');
    for (const set of [this.#open, openByFingerprint]) {
      if (isOver(row)) set.delete(rowId);
      else set.add(rowId);
    }
  }

  get(rowId: string): OrderRow | undefined {
    return this.#rows.get(rowId);
  }

  all(): OrderRow[] {
    return [...this.#rows.values()];
  }

  /** The rows of this strategy in the order of their creation. */
  of(systemId: string): readonly OrderRow[] {
    const snapshot = this.#snapshots.get(systemId) ?? [...(this.#bySystem.get(systemId) ?? [])];
    this.#snapshots.set(systemId, snapshot);
    return snapshot;
  }

  /** The rows with these ids, all of one strategy, in the order of their creation. */
  byIds(rowIds: ReadonlySet<string>): OrderRow[] {
    return this.inOrder(this.#get(rowIds));
  }

  /** Sorts rows of one strategy in the order of their creation. */
  inOrder(rows: Iterable<OrderRow>): OrderRow[] {
    return [...rows].sort((a, b) => this.#placeOf(a) - this.#placeOf(b));
  }

  /** The rows whose state may still change. */
  open(): OrderRow[] {
    return this.#get(this.#open);
  }

  /** The rows that name this id now or named it before, in any member that `linksOf` reads. */
  rowsNaming(systemId: string, id: string | null | undefined): OrderRow[] {
    return id == null ? [] : this.#get(this.#byId.get(`${systemId} ${id}`) ?? []);
  }

  /**
   * Whether the platform accepted an order and named this id for it. The id then belongs to that
   * order for good: the journal deletes no row, and a row with an answer never gives up an id.
   */
  isInAnswer(systemId: string, serviceId: string): boolean {
    const rows = this.#byId.get(`${systemId} ${serviceId}`);
    if (rows === undefined) return false;
    return this.#get(rows).some((row) => row.state === 'ACKED' && claimedIds([row]).has(serviceId));
  }

  /** Equal orders whose state may still change. */
  openRowsEqualTo(ticket: Ticket): OrderRow[] {
    return this.#get(this.#openByFingerprint.get(fingerprint(ticket)) ?? []);
  }

  /** Equal orders created since `since` (wall clock milliseconds), the latest first. */
  equalSince(ticket: Ticket, since: number): OrderRow[] {
    const found: OrderRow[] = [];
    const byFingerprint = this.#byFingerprint.get(fingerprint(ticket)) ?? [];
    for (let index = byFingerprint.length - 1; index >= 0; index--) {
      const row = this.#rows.get(byFingerprint[index] ?? '');
      if (!row || row.createdAt < since) break;
      found.push(row);
    }
    return found;
  }

  /** Orders of this strategy with a target or a stop at the platform. */
  bracketsOf(systemId: string): OrderRow[] {
    return this.#get(this.#brackets.get(systemId) ?? []);
  }

  /**
   * The rows that changed since `since` (wall clock milliseconds), and in any case the `atLeast`
   * rows that changed last.
   */
  changedSince(systemId: string, since: number, atLeast: number): OrderRow[] {
    const changes = this.#changes.get(systemId) ?? [];
    const found = new Set<OrderRow>();
    for (let index = changes.length - 1; index >= 0; index--) {
      const row = this.#rows.get(changes[index] ?? '');
      if (row === undefined || (row.changedAt < since && found.size >= atLeast)) break;
      found.add(row);
    }
    return [...found];
  }

  #indexChange(row: OrderRow): void {
    const { rowId, serviceIds, ticket } = row;
    const { systemId } = ticket;
    if (serviceIds.target !== null || serviceIds.stop !== null) groupOf(this.#brackets, systemId).add(rowId);
    const changes = this.#changes.get(systemId) ?? [];
    this.#changes.set(systemId, changes);
    if (changes.at(-1) !== rowId) changes.push(rowId);
  }

  #add({ rowId, ticket }: OrderRow): void {
    const print = fingerprint(ticket);
    this.#prints.set(rowId, print);
    const byFingerprint = this.#byFingerprint.get(print) ?? [];
    this.#byFingerprint.set(print, byFingerprint);
    byFingerprint.push(rowId);
    const ofSystem = this.#bySystem.get(ticket.systemId) ?? [];
    this.#bySystem.set(ticket.systemId, ofSystem);
    this.#places.set(rowId, ofSystem.length);
  }

  #placeOf({ rowId }: OrderRow): number {
    return this.#places.get(rowId) ?? 0;
  }

  #get(rowIds: Iterable<string>): OrderRow[] {
    return [...rowIds].map((rowId) => this.#rows.get(rowId)).filter((row) => row !== undefined);
  }
}

function groupOf(groups: Map<string, Set<string>>, key: string): Set<string> {
  const found = groups.get(key) ?? new Set<string>();
  groups.set(key, found);
  return found;
}

/** Every id by which a list or a ticket may name an order, its legs, its parent or its group. */
export function idsOf({ ownId, parentOwnId, serviceIds, ticket }: OrderRow): string[] {
  const { signal, target, stop, parent, ocaGroup } = serviceIds;
  const ids = [ownId, parentOwnId, signal, target, stop, parent, ocaGroup, ticket.ocaGroupId];
  return ids.filter((id) => id != null);
}

/**
 * Every id that a row names: `idsOf`, the order that it replaces, the order that it waits for, and
 * the listed records that may be this order.
 */
export function linksOf(row: OrderRow): string[] {
  const { conditionalUpon, replaces } = row.ticket;
  const ids = [conditionalUpon, replaces?.serviceId, ...(row.candidates ?? [])];
  return [...idsOf(row), ...ids.filter((id) => id != null)];
}

/** Whether the order has ended: withdrawn, refused, or ended according to the platform. */
function isOver(row: OrderRow): boolean {
  if (row.state === 'ABANDONED' || row.state === 'REJECTED') return true;
  const status = row.mirror?.status;
  return isAccepted(row) && (status === 'traded' || status === 'canceled' || status === 'expired');
}
