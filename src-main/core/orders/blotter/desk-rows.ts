import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { blotterRows, type BlotterInput } from './blotter.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import { sameOrderMs, type CheckFacts } from '#core/orders/checks/checks.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { isClosingOrder, exposureOf, hasEndedSince, onlyReduces, type Exposure } from '#core/orders/exposure.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import { matchesFingerprint } from '#core/orders/fingerprint.ts';
import type { OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isOwn } from '#core/owner.ts';
import { LiveSignals } from './live-signals.ts';
import { contradictedIds } from './contradictions.ts';
import { lastPrice } from '#core/orders/risk/own-sizes.ts';
import type { SeenPrice } from '#core/orders/risk/precautions.ts';
import { idsOf, RowIndex } from '#core/orders/journal/row-index.ts';
import { RowsToCompare } from './rows-to-compare.ts';
import type { ShownSignals } from './shown-signals.ts';
import { SignalIndex } from './signal-index.ts';
import { readingAge } from '#core/reading-age.ts';
import { serviceNow } from '#core/service-now.ts';
import { isLiveState, stateOfRecord } from '#core/orders/signal-state.ts';
import { StrategyBlotter } from './strategy-blotter.ts';
import { sameContract } from '#rules/option-symbol.ts';

/** A blotter with its inputs. `selectionKey` identifies the selection of the records. */
type CachedBlotter = Source & { readonly signals: readonly Signal[] };
type Source = Required<BlotterInput> & { readonly selectionKey: string };
type Deps = Pick<
  OrderDeskDeps,
  | 'journal'
  | 'profile'
  | 'state'
  | 'clock'
  | 'connection'
  | 'platformMayTradeUntil'
  | 'rehearsals'
  | 'serviceClockOffsetMs'
>;

/** This connection's rows of the journal, alone and joined with the platform's lists. */
export class DeskRows {
  readonly #deps: Deps;
  readonly #reuseRefused: () => boolean;
  readonly #index: RowIndex;
  readonly #listed = new Map<string, SignalIndex>();
  readonly #live: LiveSignals;
  readonly #rowsToCompare: RowsToCompare;
  readonly #blotters = new Map<string, StrategyBlotter>();
  /**
   * The last selected signals of each strategy. Rows, cancels and records are never changed in
   * place, so equal inputs make an equal blotter.
   */
  readonly #cachedBlotters = {
    aroundTicket: new Map<string, CachedBlotter>(),
    live: new Map<string, CachedBlotter>(),
  };

  constructor(deps: Deps, reuseRefused: () => boolean) {
    this.#deps = deps;
    this.#reuseRefused = reuseRefused;
    this.#index = new RowIndex([...deps.journal.orders()].filter((row) => isOwn(deps.profile, row)));
    this.#live = new LiveSignals(this.#index);
    this.#rowsToCompare = new RowsToCompare(this.#index);
  }

  /** Called after the journal has a row's next state. */
  rowChanged(row: OrderRow): void {
    const before = this.#index.get(row.rowId);
    this.#index.rowChanged(row);
    this.#rowsToCompare.rowChanged(before, row);
  }

  /** Selects the rows that have to be compared with the current lists. */
  rowsToCompare(): RowsToCompare {
    return this.#rowsToCompare;
  }

  all(): OrderRow[] {
    return this.#index.all();
  }

  /** The rows whose state may still change. */
  open(): OrderRow[] {
    return this.#index.open();
  }

  /** Equal orders whose state may still change. */
  openRowsEqualTo(ticket: Ticket): OrderRow[] {
    return this.#index.openRowsEqualTo(ticket);
  }

  /** Returns undefined for a row of another connection, too. */
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
    return this.#blotter(systemId).signals;
  }

  /** The same signals in the order of the blotter on screen. */
  shown(systemId: string): ShownSignals {
    return this.#blotter(systemId).shown;
  }

  /** Signals whose state may still change, with those that they are linked to. */
  live(systemId: string): readonly Signal[] {
    const listed = this.listed(systemId);
    const { rows, records } = this.#live.of(systemId, listed);
    const source = {
      rows,
      cancels: this.#cancelsOf(systemId),
      records: listed.records,
      reuseRefused: this.#reuseRefused(),
      selectionKey: 'live',
    };
    return cachedBlotterOf(this.#cachedBlotters.live, systemId, source, () => records);
  }

  /**
   * The signals that can affect this order. If the ticket names another order or a group, they
   * are all live signals and those that the ticket names. Otherwise there are none. The platform
   * judges an order only by its links, and the other signals grow in number every day.
   */
  liveAndNamedSignals(ticket: Ticket): readonly Signal[] {
    const { systemId, conditionalUpon, replaces, ocaGroupId } = ticket;
    const named = [conditionalUpon, replaces?.serviceId, ocaGroupId].filter((id) => id != null);
    if (named.length === 0) return noSignals;
    const listed = this.#deps.state.signals(systemId);
    const namedOrLive = listed.filter((record) => isNamedOrLive(record, named));
    const openRows = this.open().filter((row) => row.ticket.systemId === systemId);
    const parents = openRows.flatMap(({ ticket: { conditionalUpon: id }, serviceIds: { parent } }) => [id, parent]);
    const ids = [...named, ...parents, ...namedOrLive.flatMap(({ serviceId, ownId }) => [serviceId, ownId])];
    // Sorted like the whole blotter, so that every preview lists related orders in this sequence.
    const found = new Set([...openRows, ...ids.flatMap((id) => this.#index.rowsNaming(systemId, id))]);
    const rows = [...found].sort((a, b) => a.createdAt - b.createdAt);
    const source = {
      rows,
      cancels: [],
      records: listed,
      reuseRefused: this.#reuseRefused(),
      selectionKey: named.join(),
    };
    // The records of these rows are included even if they have ended, because a row may not have
    // recorded its end yet.
    const idsOfRows = new Set(rows.flatMap((row) => [...idsOf(row), ...(row.candidates ?? [])]));
    const isOfRow = ({ serviceId, ownId }: CachedSignal): boolean =>
      idsOfRows.has(serviceId) || idsOfRows.has(ownId ?? '');
    const records = (): CachedSignal[] => listed.filter((record) => isNamedOrLive(record, named) || isOfRow(record));
    return cachedBlotterOf(this.#cachedBlotters.aroundTicket, systemId, source, records);
  }

  /**
   * How much of its symbol this closing order may close. `exceptRowId`: the row of this order,
   * which is not counted. `inMs`: the certainty is judged for so many milliseconds from now,
   * without a further reading.
   */
  exposure(ticket: Ticket, exceptRowId: string | null = null, inMs = 0): Exposure {
    const { clock, platformMayTradeUntil, state } = this.#deps;
    const { systemId } = ticket;
    const offset = this.#serviceOffset();
    const readAt = state.positionsReadAt(systemId);
    const workingReadAt = state.workingReading(systemId).readAt;
    const endedFrom = readAt === null ? null : { at: readAt + offset - 5, rowsChangedAt: (readAt - 5) * 1000 };
    const listed = this.listed(systemId);
    const selection =
      endedFrom === null ? this.#live.of(systemId, listed) : this.#live.liveAndEndedSince(systemId, listed, endedFrom);
    const signals = blotterRows({ ...selection, cancels: [], reuseRefused: this.#reuseRefused() });
    const others = signals.filter(({ rowId }) => rowId !== exceptRowId);
    const until = platformMayTradeUntil(systemId);
    return exposureOf(ticket, {
      positions: state.positions(systemId),
      signals: others.map((one) => inServiceTime(one, offset)),
      readAt: readAt === null ? null : readAt + offset,
      hasUnreadableTrades: state.hasUnreadableTrades(systemId),
      workingReadAt: workingReadAt === null ? null : workingReadAt + offset,
      now: Math.floor((clock.now() + inMs) / 1000) + offset,
      platformMayTradeUntil: until === null ? null : Math.floor(until / 1000) + offset,
    });
  }

  /** Entries that have filled since the positions were read: no reading shows their positions yet. */
  unreadFills(systemId: string): Signal[] {
    const readAt = this.#deps.state.positionsReadAt(systemId);
    if (readAt === null) return [];
    const offset = this.#serviceOffset();
    return this.signals(systemId).filter(
      (one) =>
        one.state === 'traded' && isEntry(one.action) && hasEndedSince(inServiceTime(one, offset), readAt + offset),
    );
  }

  /** Service time less local time, whole seconds; 0 if unknown. */
  #serviceOffset(): number {
    return Math.floor((this.#deps.serviceClockOffsetMs() ?? 0) / 1000);
  }

  effectOf(ticket: Ticket): RiskEffect {
    return isClosingOrder(ticket) && onlyReduces(ticket, this.exposure(ticket)) ? 'reduces' : 'adds';
  }

  /** The platform's id of the order with this own id; null if no row knows it. */
  serviceIdOf(systemId: string, ownId: string): string | null {
    const row = this.#index.rowsNaming(systemId, ownId).find((one) => one.ownId === ownId);
    return row?.serviceIds.signal ?? null;
  }

  lastPrice(systemId: string, symbol: string): SeenPrice | null {
    const { state } = this.#deps;
    const position = state.positions(systemId).find((one) => sameContract(one.symbol, symbol));
    return lastPrice(this.listed(systemId).ofSymbol(symbol), position);
  }

  /**
   * The signals that the platform's lists show now. This method is called right after each reading,
   * so that the index is ready for the next order.
   */
  listed(systemId: string): SignalIndex {
    const index = this.#listed.get(systemId) ?? new SignalIndex();
    this.#listed.set(systemId, index);
    return index.follow(this.#deps.state.signals(systemId));
  }

  /**
   * Service ids of listed orders that cannot be distinguished from the order of the ticket, or from
   * the parent entered with that order. Unreadable records are included: they may become readable
   * later and match. Ids from answers to other orders are not included: nothing matches a record
   * that another row claims (order-safety J7), and otherwise each order would store the ids of all
   * equal orders before it.
   */
  preExistingMatches(ticket: Ticket): string[] {
    const listed = this.listed(ticket.systemId);
    const orders = ticket.parent ? [ticket, { ...ticket, ...ticket.parent }] : [ticket];
    // A nested parent may have another symbol.
    const symbols = [...new Set(orders.map(({ symbol }) => symbol))];
    const isInAnswer = (id: string): boolean => this.#index.isInAnswer(ticket.systemId, id);
    const likely = symbols.flatMap((symbol) => listed.notInAnswers(symbol, isInAnswer));
    const matches = likely.filter((record) => orders.some((one) => matchesFingerprint(one, record)));
    return [...matches, ...this.#deps.state.unreadable(ticket.systemId)]
      .map(({ serviceId }) => serviceId)
      .filter((id) => id !== null);
  }

  /** `exceptRowId`: the row of this ticket, which does not count as another order. */
  facts(ticket: Ticket, exceptRowId: string | null = null): CheckFacts {
    const { clock, state } = this.#deps;
    const { readAt, staleAfterSeconds } = state.workingReading(ticket.systemId);
    const now = clock.now();
    const equalRows = new Set([...this.#index.equalSince(ticket, now - sameOrderMs), ...this.openRowsEqualTo(ticket)]);
    const row = exceptRowId === null ? undefined : this.find(exceptRowId);
    return {
      ticket,
      signals: this.liveAndNamedSignals(ticket),
      cancelAsked: row?.cancelFirst?.proof === null,
      exposure: isClosingOrder(ticket) ? this.exposure(this.#withCanceledOrder(ticket, row), exceptRowId) : null,
      restored: this.#deps.journal.restoredAt(ticket.systemId) !== null,
      contradicted: contradictedIds(state.unreadable(ticket.systemId)),
      positions: state.positions(ticket.systemId),
      rows: [...equalRows].filter((one) => one.rowId !== exceptRowId && !isCanceledFor(one, row)),
      now,
      serviceNow: serviceNow(this.#deps),
      age: readingAge(readAt, now),
      staleAfterSeconds,
      rehearsal: this.#deps.rehearsals.checks(ticket),
      ...this.#unreadFacts(ticket, now),
    };
  }

  /**
   * Adds `replaces` of the row to the ticket of a replacement in two steps, if the answer to the
   * cancel is later than the working list. The list then still shows the old order and its
   * siblings, although they are canceled.
   */
  #withCanceledOrder(ticket: Ticket, row: OrderRow | undefined): Ticket {
    const proof = row?.cancelFirst?.proof;
    if (!row || typeof proof !== 'object' || proof?.rule !== 'cancel-answer') return ticket;
    const startedAt = this.#deps.state.workingReadStartedAt(ticket.systemId);
    const isReadSince = startedAt !== null && startedAt >= row.changedAt;
    return isReadSince ? ticket : { ...ticket, replaces: row.ticket.replaces };
  }

  #blotter(systemId: string): StrategyBlotter {
    const blotter = this.#blotters.get(systemId) ?? new StrategyBlotter();
    this.#blotters.set(systemId, blotter);
    const listed = this.listed(systemId);
    const input = {
      rows: this.of(systemId),
      cancels: this.#cancelsOf(systemId),
      records: listed.records,
      reuseRefused: this.#reuseRefused(),
    };
    return blotter.follow(input, { systemId, index: this.#index, listed });
  }

  #cancelsOf(systemId: string): CancelRow[] {
    return this.cancels().filter((row) => row.systemId === systemId);
  }

  #unreadFacts(ticket: Ticket, now: number): Pick<CheckFacts, 'unread'> {
    const { connection, state } = this.#deps;
    const { systemId } = ticket;
    const connectionFacts = connection(systemId);
    if (connectionFacts.state !== 'unread' || !isClosingOrder(ticket)) return {};
    return {
      unread: {
        reason: connectionFacts.text,
        ordersAge: readingAge(state.workingReading(systemId).readAt, now),
        positionsAge: readingAge(state.positionsReadAt(systemId), now),
      },
    };
  }
}

const noSignals: readonly Signal[] = [];

/**
 * The signal with its last change in service time. `changedAt` of an order of the journal is in the
 * time of the computer if no list says when the order ended.
 */
const inServiceTime = (signal: Signal, offset: number): Signal =>
  signal.journal !== null && signal.endedAt === null
    ? { ...signal, changedAt: Math.max(signal.changedAt + offset, signal.postedAt ?? 0) }
    : signal;

/** Whether `row` replaces this order in two steps, and the cancel of this order is proved. */
const isCanceledFor = ({ ownId, serviceIds }: OrderRow, row: OrderRow | undefined): boolean =>
  row?.cancelFirst?.proof != null &&
  [ownId, serviceIds.signal ?? ownId].some((id) => row.cancelFirst?.names.includes(id));

function isNamedOrLive(record: CachedSignal, named: readonly string[]): boolean {
  const { serviceId, ownId, ocaId } = record;
  const isNamed = [serviceId, ownId, ocaId].some((id) => id !== null && named.includes(id));
  return isNamed || isLiveState(stateOfRecord(record));
}

/**
 * Returns the last blotter if nothing in the source has changed. Otherwise makes a new blotter from
 * `records`, a selection of the records of the source.
 */
function cachedBlotterOf(
  cache: Map<string, CachedBlotter>,
  systemId: string,
  source: Source,
  records: () => readonly CachedSignal[],
): readonly Signal[] {
  const cached = cache.get(systemId);
  if (cached && isSame(cached, source)) return cached.signals;
  const signals = blotterRows({ ...source, records: records() });
  cache.set(systemId, { ...source, signals });
  return signals;
}

const isSame = (cached: Source, source: Source): boolean =>
  cached.records === source.records &&
  cached.selectionKey === source.selectionKey &&
  cached.reuseRefused === source.reuseRefused &&
  areSame(cached.rows, source.rows) &&
  areSame(cached.cancels, source.cancels);

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((one, at) => one === b[at]));
