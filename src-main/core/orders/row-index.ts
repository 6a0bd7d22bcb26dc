import type { Ticket } from '#contract/model/ticket.ts';
import { fingerprint } from './fingerprint.ts';
import type { OrderRow } from './order-row.ts';
import { isLanded } from './row-states.ts';

/**
 * The rows of one connection by what is asked of them while an order is on its way, so that the ten thousandth order costs
 * no more than the tenth: the journal forgets nothing, and nearly all of it is over. Rows of a service id, of a group and of
 * a fingerprint are kept as they are; `moved` is told of every step, after the journal has it.
 */
export class RowIndex {
  readonly #rows = new Map<string, OrderRow>();
  readonly #open = new Set<string>();
  readonly #bySystem = new Map<string, Set<string>>();
  /** As they were given out last; made again when one moved. */
  readonly #ofSystem = new Map<string, readonly OrderRow[]>();
  readonly #byId = new Map<string, Set<string>>();
  /** In the order of their creation. */
  readonly #alike = new Map<string, string[]>();
  readonly #openAlike = new Map<string, Set<string>>();
  readonly #prints = new Map<string, string>();
  /** Landed with a target or a stop of its own. */
  readonly #brackets = new Map<string, Set<string>>();
  /** By strategy, a row each time that it moved. */
  readonly #moves = new Map<string, string[]>();

  constructor(rows: Iterable<OrderRow>) {
    for (const row of rows) this.moved(row);
  }

  moved(row: OrderRow): void {
    const { rowId, ticket } = row;
    if (!this.#rows.has(rowId)) this.#add(row);
    this.#rows.set(rowId, row);
    this.#ofSystem.delete(ticket.systemId);
    this.#note(row);
    for (const id of [...idsOf(row), ...replacedBy(row)]) grouped(this.#byId, `${ticket.systemId} ${id}`).add(rowId);
    const openAlike = grouped(this.#openAlike, this.#prints.get(rowId) ?? '');
    for (const set of [this.#open, openAlike]) {
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

  of(systemId: string): readonly OrderRow[] {
    const known = this.#ofSystem.get(systemId) ?? this.#get(this.#bySystem.get(systemId) ?? []);
    this.#ofSystem.set(systemId, known);
    return known;
  }

  /** Of which something may still come. */
  open(): OrderRow[] {
    return this.#get(this.#open);
  }

  /** Those that a service id, an own id or a group id names, and those that replace the order of that id. */
  named(systemId: string, id: string | null | undefined): OrderRow[] {
    return id == null ? [] : this.#get(this.#byId.get(`${systemId} ${id}`) ?? []);
  }

  /** Equal orders of which something may still come. */
  openLike(ticket: Ticket): OrderRow[] {
    return this.#get(this.#openAlike.get(fingerprint(ticket)) ?? []);
  }

  /** Equal orders made since then, the latest first; wall clock milliseconds. */
  madeSince(ticket: Ticket, since: number): OrderRow[] {
    const found: OrderRow[] = [];
    const alike = this.#alike.get(fingerprint(ticket)) ?? [];
    for (let at = alike.length - 1; at >= 0; at--) {
      const row = this.#rows.get(alike[at] ?? '');
      if (!row || row.createdAt < since) break;
      found.push(row);
    }
    return found;
  }

  /** Entered with a target or a stop that the platform has. */
  bracketsOf(systemId: string): OrderRow[] {
    return this.#get(this.#brackets.get(systemId) ?? []);
  }

  /** Those that moved since then, wall clock milliseconds, and the last ones in any case. */
  movedSince(systemId: string, since: number, atLeast: number): OrderRow[] {
    const moves = this.#moves.get(systemId) ?? [];
    const found = new Set<OrderRow>();
    for (let at = moves.length - 1; at >= 0; at--) {
      const row = this.#rows.get(moves[at] ?? '');
      if (row === undefined || (row.changedAt < since && found.size >= atLeast)) break;
      found.add(row);
    }
    return [...found];
  }

  #note(row: OrderRow): void {
    const { rowId, serviceIds, ticket } = row;
    const { systemId } = ticket;
    if (serviceIds.target !== null || serviceIds.stop !== null) grouped(this.#brackets, systemId).add(rowId);
    const moves = this.#moves.get(systemId) ?? [];
    this.#moves.set(systemId, moves);
    if (moves.at(-1) !== rowId) moves.push(rowId);
  }

  #add({ rowId, ticket }: OrderRow): void {
    const print = fingerprint(ticket);
    this.#prints.set(rowId, print);
    const alike = this.#alike.get(print) ?? [];
    this.#alike.set(print, alike);
    alike.push(rowId);
    grouped(this.#bySystem, ticket.systemId).add(rowId);
  }

  #get(rowIds: Iterable<string>): OrderRow[] {
    return [...rowIds].map((rowId) => this.#rows.get(rowId)).filter((row) => row !== undefined);
  }
}

function grouped(groups: Map<string, Set<string>>, key: string): Set<string> {
  const found = groups.get(key) ?? new Set<string>();
  groups.set(key, found);
  return found;
}

/** Every id by which a list or a ticket may name an order, its children, its parent or its group. */
export function idsOf({ ownId, parentOwnId, serviceIds, ticket }: OrderRow): string[] {
  const { signal, target, stop, parent, ocaGroup } = serviceIds;
  const ids = [ownId, parentOwnId, signal, target, stop, parent, ocaGroup, ticket.ocaGroupId];
  return ids.filter((id) => id != null);
}

const replacedBy = ({ ticket: { replaces } }: OrderRow): string[] => (replaces === null ? [] : [replaces.serviceId]);

/** Nothing comes of it any more: never sent, refused, or at its end by the platform's own word. */
function isOver(row: OrderRow): boolean {
  if (row.state === 'ABANDONED' || row.state === 'REJECTED') return true;
  const status = row.mirror?.status;
  return isLanded(row) && (status === 'traded' || status === 'canceled' || status === 'expired');
}
