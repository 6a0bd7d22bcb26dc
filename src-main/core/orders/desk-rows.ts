import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CachedSignal } from '#core/cache/cached-signal.ts';
import { blotterRows, type BlotterInput } from './blotter.ts';
import type { CancelRow } from './cancel-row.ts';
import { sameOrderMs, type CheckFacts } from './checks.ts';
import { closes, exposureOf, onlyReduces, type Exposure, type RiskEffect } from './exposure.ts';
import { looksLike } from './fingerprint.ts';
import type { OrderDeskDeps } from './order-desk-deps.ts';
import type { OrderRow } from './order-row.ts';
import { isOwn } from './owner.ts';
import { LiveSignals } from './live-signals.ts';
import { contradictedIds } from './contradictions.ts';
import { lastPrice } from './risk/own-sizes.ts';
import type { SeenPrice } from './risk/precautions.ts';
import { idsOf, RowIndex } from './row-index.ts';
import { RowsToJudge } from './rows-to-judge.ts';
import { isLiveState, stateOfRecord } from './signal-state.ts';
import { SignalsBySymbol } from './signals-by-symbol.ts';

/** A blotter with what it was made of; `about` names what the records were chosen for. */
type Made = Source & { readonly signals: readonly Signal[] };
type Source = Required<BlotterInput> & { readonly about: string };
type Deps = Pick<
  OrderDeskDeps,
  'journal' | 'profile' | 'state' | 'clock' | 'connection' | 'listUntil' | 'serviceClockOffsetMs'
>;

/** What this connection's part of the journal holds, alone and joined with the platform's lists. */
export class DeskRows {
  readonly #deps: Deps;
  readonly #reuseRefused: () => boolean;
  readonly #index: RowIndex;
  readonly #bySymbol = new SignalsBySymbol();
  readonly #live: LiveSignals;
  readonly #toJudge: RowsToJudge;
  /** The last ones of each strategy. Rows, cancels and records are never changed in place, so equal ones make an equal blotter. */
  readonly #made = { whole: new Map<string, Made>(), around: new Map<string, Made>(), live: new Map<string, Made>() };

  constructor(deps: Deps, reuseRefused: () => boolean) {
    this.#deps = deps;
    this.#reuseRefused = reuseRefused;
    this.#index = new RowIndex([...deps.journal.orders()].filter((row) => isOwn(deps.profile, row)));
    this.#live = new LiveSignals(this.#index);
    this.#toJudge = new RowsToJudge(this.#index);
  }

  /** The journal has a row's next step. */
  moved(row: OrderRow): void {
    const before = this.#index.get(row.rowId);
    this.#index.moved(row);
    this.#toJudge.moved(before, row);
  }

  /** Those that have to be compared with the lists as they are now. */
  toJudge(): Pick<RowsToJudge, 'take' | 'again'> {
    return this.#toJudge;
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
    const row = this.#deps.journal.order(rowId);
    return row && isOwn(this.#deps.profile, row) ? row : undefined;
  }

  of(systemId: string): readonly OrderRow[] {
    return this.#index.of(systemId);
  }

  cancels(): CancelRow[] {
    return [...this.#deps.journal.cancels()].filter((row) => isOwn(this.#deps.profile, row));
  }

  signals(systemId: string): readonly Signal[] {
    const records = this.#deps.state.signals(systemId);
    const cancels = this.#cancelsOf(systemId);
    const source = { rows: this.of(systemId), cancels, records, reuseRefused: this.#reuseRefused(), about: '' };
    return lastOr(this.#made.whole, systemId, source, () => records);
  }

  /** Of which something may still come, with what those are linked to. */
  live(systemId: string): readonly Signal[] {
    const listed = this.#deps.state.signals(systemId);
    const { rows, records } = this.#live.of(systemId, listed);
    const source = {
      rows,
      cancels: this.#cancelsOf(systemId),
      records: listed,
      reuseRefused: this.#reuseRefused(),
      about: 'live',
    };
    return lastOr(this.#made.live, systemId, source, () => records);
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

  /** How much of its symbol this closing order may close; a row that it is already counts nothing. */
  exposure(ticket: Ticket, except: string | null = null): Exposure {
    const { clock, listUntil, serviceClockOffsetMs, state } = this.#deps;
    const { systemId } = ticket;
    const offset = Math.floor((serviceClockOffsetMs() ?? 0) / 1000);
    const readAt = state.positionsReadAt(systemId);
    const endedFrom = readAt === null ? null : { at: readAt + offset - 5, movedAt: (readAt - 5) * 1000 };
    const around = this.#live.of(systemId, state.signals(systemId), endedFrom);
    const signals = blotterRows({ ...around, cancels: [], reuseRefused: this.#reuseRefused() });
    const until = listUntil(systemId);
    return exposureOf(ticket, {
      positions: state.positions(systemId),
      signals: signals.filter(({ rowId }) => rowId !== except),
      readAt: readAt === null ? null : readAt + offset,
      now: Math.floor(clock.now() / 1000) + offset,
      listUntil: until === null ? null : Math.floor(until / 1000) + offset,
    });
  }

  effectOf(ticket: Ticket): RiskEffect {
    return closes(ticket) && onlyReduces(ticket, this.exposure(ticket)) ? 'reduces' : 'adds';
  }

  /** The platform's id of the order with this own id; null where no row knows it. */
  serviceIdOf(systemId: string, ownId: string): string | null {
    const row = this.#index.named(systemId, ownId).find((one) => one.ownId === ownId);
    return row?.serviceIds.signal ?? null;
  }

  lastPrice(systemId: string, symbol: string): SeenPrice | null {
    const { state } = this.#deps;
    const position = state.positions(systemId).find((one) => one.symbol === symbol);
    return lastPrice(this.#bySymbol.of(state.signals(systemId), symbol), position);
  }

  /** The platform's lists were read: what an order will ask of them is made now. */
  listed(records: readonly CachedSignal[]): void {
    this.#bySymbol.see(records);
  }

  /**
   * Service ids of orders that are there and cannot be told from this one, or from the parent entered with it. What cannot
   * be read now may be readable, and alike, afterwards.
   */
  lookAlikes(ticket: Ticket): string[] {
    const records = this.#deps.state.signals(ticket.systemId);
    const orders = ticket.parent ? [ticket, { ...ticket, ...ticket.parent }] : [ticket];
    // A nested parent has the symbol of its own.
    const symbols = [...new Set(orders.map(({ symbol }) => symbol))];
    const likely = symbols.flatMap((symbol) => this.#bySymbol.of(records, symbol));
    const alike = likely.filter((record) => orders.some((one) => looksLike(one, record)));
    return [...alike, ...this.#deps.state.unreadable(ticket.systemId)]
      .map(({ serviceId }) => serviceId)
      .filter((id) => id !== null);
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
      exposure: closes(ticket) ? this.exposure(ticket, except) : null,
      restored: this.#deps.journal.restoredAt(ticket.systemId) !== null,
      contradicted: contradictedIds(state.unreadable(ticket.systemId)),
      positions: state.positions(ticket.systemId),
      rows: [...equal].filter(({ rowId }) => rowId !== except),
      now,
      age: ageOf(readAt, now),
      staleAfterSeconds,
      ...this.#unread(ticket, now),
    };
  }

  #cancelsOf(systemId: string): CancelRow[] {
    return this.cancels().filter((row) => row.systemId === systemId);
  }

  #unread(ticket: Ticket, now: number): Pick<CheckFacts, 'unread'> {
    const { connection, state } = this.#deps;
    const { systemId } = ticket;
    const facts = connection(systemId);
    if (facts.state !== 'unread' || !closes(ticket)) return {};
    return {
      unread: {
        reason: facts.text,
        ordersAge: ageOf(state.workingAge(systemId).readAt, now),
        positionsAge: ageOf(state.positionsReadAt(systemId), now),
      },
    };
  }
}

const ageOf = (readAt: number | null, now: number): number | null =>
  readAt === null ? null : Math.max(0, Math.floor(now / 1000) - readAt);

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
  a === b || (a.length === b.length && a.every((one, at) => one === b[at]));
