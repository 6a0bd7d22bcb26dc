import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CachedSignal } from '#core/cache/cached-signal.ts';
import { blotterRows, type BlotterInput } from './blotter.ts';
import type { CancelRow } from './cancel-row.ts';
import { sameOrderMs, type CheckFacts } from './checks.ts';
import { looksLike } from './fingerprint.ts';
import type { OrderDeskDeps } from './order-desk-deps.ts';
import type { OrderRow } from './order-row.ts';
import { idsOf, RowIndex } from './row-index.ts';
import { isLiveState, stateOfRecord } from './signal-state.ts';
import { SignalsBySymbol } from './signals-by-symbol.ts';

/** A blotter with what it was made of; `about` names what the records were chosen for. */
type Made = Source & { readonly signals: readonly Signal[] };
type Source = Required<BlotterInput> & { readonly about: string };
type Deps = Pick<OrderDeskDeps, 'journal' | 'profile' | 'state' | 'clock'>;

/** What this connection's part of the journal holds, alone and joined with the platform's lists. */
export class DeskRows {
  readonly #deps: Deps;
  readonly #reuseRefused: () => boolean;
  readonly #index: RowIndex;
  readonly #bySymbol = new SignalsBySymbol();
  /** The last ones of each strategy. Rows, cancels and records are never changed in place, so equal ones make an equal blotter. */
  readonly #made = { whole: new Map<string, Made>(), around: new Map<string, Made>() };

  constructor(deps: Deps, reuseRefused: () => boolean) {
    this.#deps = deps;
    this.#reuseRefused = reuseRefused;
    const { id, mode } = deps.profile;
    this.#index = new RowIndex([...deps.journal.orders()].filter((row) => row.profileId === id && row.mode === mode));
  }

  /** The journal has a row's next step. */
  moved(row: OrderRow): void {
    this.#index.moved(row);
  }

  all(): OrderRow[] {
    return this.#index.all();
  }

  /** Of which something may still come. */
  open(): OrderRow[] {
    return this.#index.open();
  }

  /** Equal orders of which something may still come. */
  openLike(ticket: Ticket): OrderRow[] {
    return this.#index.openLike(ticket);
  }

  /** Undefined for a row of another connection too. */
  find(rowId: string): OrderRow | undefined {
    const { id, mode } = this.#deps.profile;
    const row = this.#deps.journal.order(rowId);
    return row?.profileId === id && row.mode === mode ? row : undefined;
  }

  of(systemId: string): OrderRow[] {
    return this.#index.of(systemId);
  }

  cancels(): CancelRow[] {
    const { id, mode } = this.#deps.profile;
    return [...this.#deps.journal.cancels()].filter((row) => row.profileId === id && row.mode === mode);
  }

  signals(systemId: string): readonly Signal[] {
    const cancels = this.cancels().filter((row) => row.systemId === systemId);
    const records = this.#deps.state.signals(systemId);
    const source = { rows: this.of(systemId), cancels, records, reuseRefused: this.#reuseRefused(), about: '' };
    return lastOr(this.#made.whole, systemId, source, () => records);
  }

  /**
   * What an order can meet: nothing where the ticket names no other order, else everything that lives, and what it names. No rule
   * asks for more: the platform judges an order by what it is linked to, and there is more of the rest with every day.
   */
  signalsAround(ticket: Ticket): readonly Signal[] {
    const { systemId, conditionalUpon, replaces, ocaGroupId } = ticket;
    const named = [conditionalUpon, replaces?.serviceId, ocaGroupId].filter((id) => id != null);
    if (named.length === 0) return nothingAround;
    const listed = this.#deps.state.signals(systemId);
    const around = listed.filter((record) => isAround(record, named));
    const open = this.open().filter((row) => row.ticket.systemId === systemId);
    const parents = open.flatMap(({ ticket: { conditionalUpon: id }, serviceIds: { parent } }) => [id, parent]);
    const ids = [...named, ...parents, ...around.flatMap(({ serviceId, ownId }) => [serviceId, ownId])];
    const rows = [...new Set([...open, ...ids.flatMap((id) => this.#index.named(systemId, id))])];
    const source = { rows, cancels: [], records: listed, reuseRefused: this.#reuseRefused(), about: named.join() };
    // An end that the lists show of a row counts, whatever the row itself has learned yet.
    const theirs = new Set(rows.flatMap((row) => [...idsOf(row), ...(row.candidates ?? [])]));
    const isTheirs = ({ serviceId, ownId }: CachedSignal): boolean => theirs.has(serviceId) || theirs.has(ownId ?? '');
    const records = (): CachedSignal[] => listed.filter((record) => isAround(record, named) || isTheirs(record));
    return lastOr(this.#made.around, systemId, source, records);
  }

  /** The platform's lists were read: what an order will ask of them is made now. */
  listed(records: readonly CachedSignal[]): void {
    this.#bySymbol.see(records);
  }

  /** Service ids of orders that are there and can not be told from this one, or from the parent entered with it. */
  lookAlikes(ticket: Ticket): string[] {
    const records = this.#deps.state.signals(ticket.systemId);
    const orders = ticket.parent ? [ticket, { ...ticket, ...ticket.parent }] : [ticket];
    // A nested parent has the symbol of its own.
    const symbols = [...new Set(orders.map(({ symbol }) => symbol))];
    const likely = symbols.flatMap((symbol) => this.#bySymbol.of(records, symbol));
    return likely.filter((record) => orders.some((one) => looksLike(one, record))).map(({ serviceId }) => serviceId);
  }

  /** `except`: a row of its own that the ticket is checked for, which is no other order. */
  facts(ticket: Ticket, except: string | null = null): CheckFacts {
    const { clock, state } = this.#deps;
    const { readAt, staleAfterSeconds } = state.workingAge(ticket.systemId);
    const now = clock.now();
    const equal = new Set([...this.#index.madeSince(ticket, now - sameOrderMs), ...this.openLike(ticket)]);
    return {
      ticket,
      signals: this.signalsAround(ticket),
      positions: state.positions(ticket.systemId),
      rows: [...equal].filter(({ rowId }) => rowId !== except),
      now,
      age: readAt === null ? null : Math.max(0, Math.floor(now / 1000) - readAt),
      staleAfterSeconds,
    };
  }
}

const nothingAround: readonly Signal[] = [];

function isAround(record: CachedSignal, named: readonly string[]): boolean {
  const { serviceId, ownId, ocaId } = record;
  const isNamed = [serviceId, ownId, ocaId].some((id) => id !== null && named.includes(id));
  return isNamed || isLiveState(stateOfRecord(record));
}

/** Made anew of `records`, a choice from those of the source, unless nothing of the source has changed. */
function lastOr(
  kept: Map<string, Made>,
  systemId: string,
  source: Source,
  records: () => readonly CachedSignal[],
): readonly Signal[] {
  const last = kept.get(systemId);
  if (last && isSame(last, source)) return last.signals;
  const signals = blotterRows({ ...source, records: records() });
  kept.set(systemId, { ...source, signals });
  return signals;
}

const isSame = (made: Source, source: Source): boolean =>
  made.records === source.records &&
  made.about === source.about &&
  made.reuseRefused === source.reuseRefused &&
  areSame(made.rows, source.rows) &&
  areSame(made.cancels, source.cancels);

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);
