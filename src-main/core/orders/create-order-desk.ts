import { done, failed } from '#contract/outcome.ts';
import type { CommandInput, CommandOutcome, CommandOutput } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { OrderEntry } from '#contract/model/status.ts';
import type { CancelPlan, Check, Preview, Ticket } from '#contract/model/ticket.ts';
import { blotterRows, filterRows } from './blotter.ts';
import type { CancelRow } from './cancel-row.ts';
import { planCancel, type PlannedCancel } from './cancel-plan.ts';
import { CancelRunner } from './cancel-runner.ts';
import type { CheckFacts } from './checks.ts';
import { ChildFills } from './child-fills.ts';
import { Dispatcher } from './dispatcher.ts';
import { evidenceOf } from './evidence.ts';
import { looksLike } from './fingerprint.ts';
import { FirstReads } from './first-reads.ts';
import { defaultCaps, entryOf, twinOf } from './guard.ts';
import { InFlight } from './in-flight.ts';
import { IdConflict, JournalError } from './journal.ts';
import { choicesOf, journalFacts } from './journal-texts.ts';
import type { BlotterQuery, OrderDesk } from './order-desk.ts';
import type { OrderDeskDeps } from './order-desk-deps.ts';
import { cancelNotice, orderNotice } from './order-notices.ts';
import type { OrderRow } from './order-row.ts';
import { drawOwnId } from './own-id.ts';
import { postedWindow } from './posted-window.ts';
import { previewOf } from './preview.ts';
import { Reconciler } from './reconciler.ts';
import { Recorder } from './recorder.ts';
import { isOpenQuestion, isUnderCheck } from './row-states.ts';
import { isLiveState } from './signal-state.ts';
import { steadyReader } from './steady-reader.ts';

export function createOrderDesk(deps: OrderDeskDeps): OrderDesk {
  return new Desk(deps);
}

/** Milliseconds between tries of a journal that could not be written. */
const journalRetryMs = 5_000;

class Desk implements OrderDesk {
  readonly #deps: OrderDeskDeps;
  readonly #recorder: Recorder;
  readonly #dispatcher: Dispatcher;
  readonly #cancels: CancelRunner;
  readonly #reconciler: Reconciler;
  readonly #firstReads: FirstReads;
  readonly #childFills = new ChildFills();
  readonly #listeners = new Set<(systemId: string) => void>();
  readonly #revisions = new Map<string, number>();
  /** Rows as they were last told about, to see what moved. */
  readonly #told = new Map<string, OrderRow>();
  /** Sent in this run: their monotonic time means something. */
  readonly #sentHere = new Set<string>();
  #journalTimer: (() => void) | null = null;
  #closed = false;

  constructor(deps: OrderDeskDeps) {
    const { clock, log, client, journal, serviceClockOffsetMs } = deps;
    const reader = steadyReader(deps.reader, log);
    this.#deps = deps;
    for (const row of this.#rows()) this.#told.set(row.rowId, row);
    const recorder = new Recorder(
      journal,
      log,
      (row) => this.#moved(row),
      () => this.#watchJournal(),
    );
    const inFlight = new InFlight();
    const changed = (row: CancelRow): void => this.#cancelMoved(row);
    this.#recorder = recorder;
    this.#reconciler = new Reconciler({
      clock,
      log,
      reader,
      recorder,
      rows: () => this.#rows(),
      serviceClockOffsetMs,
      decided: (row) => deps.nudge(row.ticket.systemId),
    });
    this.#firstReads = new FirstReads({ clock, reader, read: (systemId) => this.#firstRead(systemId) });
    this.#cancels = new CancelRunner({ clock, log, client, reader, journal, inFlight, changed });
    this.#dispatcher = new Dispatcher({
      clock,
      log,
      client,
      journal,
      recorder,
      inFlight,
      entry: (systemId) => this.entry(systemId),
      strangers: (row) => this.#lookAlikes(row.ticket),
      settled: (row) => deps.nudge(row.ticket.systemId),
    });
    this.#takeUp();
  }

  submit(intentId: string, ticket: Ticket, confirmed: readonly string[]): CommandOutcome<'orders.submit'> {
    const { clock, journal, profile, random } = this.#deps;
    const known = journal.order(intentId);
    if (known) return done({ rowId: known.rowId, ownId: known.ownId });
    const refusal = this.#refusal(intentId, ticket, confirmed);
    if (refusal) return refusal;
    try {
      const at = clock.now();
      const order = { intentId, at, profileId: profile.id, mode: profile.mode, ticket, confirmed: [...confirmed] };
      const row = journal.create(order, () => drawOwnId(clock.now(), () => random.fraction()));
      this.#moved(row);
      this.#dispatcher.enqueue(row);
      return done({ rowId: row.rowId, ownId: row.ownId });
    } catch (error) {
      if (error instanceof IdConflict) return failed('blocked', error.message, { field: 'ocaGroupId' });
      return this.#journalFailure(error);
    }
  }

  planCancel(systemId: string, rowIds: readonly string[]): CancelPlan {
    return planCancel(this.#signals(systemId), rowIds).plan;
  }

  cancel(intentId: string, systemId: string, rowIds: readonly string[]): CommandOutcome<'orders.cancel'> {
    const { clock, journal } = this.#deps;
    if (journal.knowsIntent(intentId)) {
      const earlier = [...journal.cancels()].filter((row) => row.intentId === intentId);
      return done({ queued: earlier.map(({ rowId }) => rowId), skipped: [] });
    }
    const { plan, requests, withdrawn } = planCancel(this.#signals(systemId), rowIds);
    for (const rowId of withdrawn) this.#recorder.record(rowId, { type: 'abandoned', at: clock.now() });
    this.#cancels.enqueue(requests.map((request, index) => this.#cancelRow(intentId, index, systemId, request)));
    this.#watchJournal();
    const queued = [...withdrawn, ...requests.map(({ rowId }) => rowId)];
    return done({ queued, skipped: plan.skipped.map(({ rowId }) => rowId) });
  }

  decide(rowId: string, choice: CommandInput<'orders.decide'>['choice']): CommandOutcome<'orders.decide'> {
    const row = this.#deps.journal.order(rowId);
    if (row?.profileId !== this.#deps.profile.id) return failed('unknown-row', 'This order is not in the journal.');
    if (!choicesOf(row).includes(choice) || this.#recorder.waits(rowId)) {
      return failed('not-a-choice', `That can not be done with this order now: ${journalFacts(row).text}`);
    }
    if (choice === 'check-now') {
      this.#reconciler.now(row.ticket.systemId);
      if (row.state === 'PROBABLY_ABSENT') this.#deps.nudge(row.ticket.systemId);
      return done({ rowId });
    }
    if (choice !== 'send-again' && choice !== 'abandon' && choice !== 'acknowledge')
      return failed('not-a-choice', 'Not offered yet.');
    return this.#decided(row, choice);
  }

  preview(ticket: Ticket): Preview {
    const { state } = this.#deps;
    return previewOf(this.#facts(ticket), state.pointValue(ticket.systemId, ticket.symbol), defaultCaps);
  }

  blotter(systemId: string, { text, scope }: BlotterQuery): CommandOutput<'signals.list'> {
    const keep = (signal: Signal): boolean => scope === 'all' || isLiveState(signal.state);
    const rows = filterRows(this.#signals(systemId), text, keep);
    const live = rows.filter(({ state }) => isLiveState(state));
    const rest = rows.filter(({ state }) => !isLiveState(state));
    const signals = [...live, ...rest].slice(0, limits.blotterSignals);
    return { signals, total: rows.length, revision: this.revision(systemId) };
  }

  entry(systemId: string): OrderEntry {
    const { clock, connection, journal, state } = this.#deps;
    return entryOf({
      journalProblem: journal.problem(),
      connection: connection(),
      reconciled: this.#firstReads.isClean(systemId),
      ...state.workingAge(systemId),
      now: Math.floor(clock.now() / 1000),
    });
  }

  unknownCount(): number {
    return this.#rows().filter(isOpenQuestion).length;
  }

  revision(systemId: string): number {
    return this.#revisions.get(systemId) ?? 0;
  }

  watch(systemId: string): void {
    if (!this.#closed) this.#firstReads.watch(systemId);
  }

  evidence(systemId: string): void {
    if (this.#closed) return;
    const { clock, notify, serviceClockOffsetMs, state } = this.#deps;
    const now = clock.now();
    const rows = this.#rowsOf(systemId);
    const records = state.signals(systemId);
    const window = (row: OrderRow) => postedWindow(row.sentAt ?? now, now, serviceClockOffsetMs());
    for (const notice of this.#childFills.notices(rows, records, now)) notify(notice);
    for (const { rowId, event } of evidenceOf({ rows, records, now, window })) {
      if (!this.#recorder.waits(rowId)) this.#recorder.record(rowId, event);
    }
  }

  onChange(listener: (systemId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hold(reason: string): void {
    this.#dispatcher.holdAll(reason);
    this.#firstReads.reset();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#dispatcher.holdAll('the connection was closed');
    this.#closed = true;
    this.#firstReads.close();
    this.#reconciler.close();
    await Promise.all([this.#dispatcher.idle(), this.#cancels.close()]);
    this.#journalTimer?.();
    this.#recorder.flush();
    this.#listeners.clear();
  }

  /** What an earlier run left: nothing is sent by itself, and nothing that may have been sent is forgotten. */
  #takeUp(): void {
    const at = this.#deps.clock.now();
    for (const row of this.#rows()) {
      const reason = 'the program ended before it was sent';
      if (row.state === 'QUEUED') this.#recorder.record(row.rowId, { type: 'held', at, reason });
      if (row.state === 'SENDING') {
        this.#recorder.record(row.rowId, {
          type: 'found-at-start',
          at,
          reason: 'the program ended before its answer came',
        });
      }
      if (isUnderCheck(row)) this.#reconciler.take(row, null);
    }
    for (const row of this.#cancelRows()) {
      if (row.state !== 'QUEUED' && row.state !== 'SENDING' && row.state !== 'UNKNOWN') continue;
      const dropped: CancelRow = { ...row, state: 'DROPPED', version: row.version + 1, changedAt: at };
      this.#deps.journal.saveCancel(dropped);
      this.#cancelMoved(dropped);
    }
    this.#watchJournal();
  }

  #refusal(intentId: string, ticket: Ticket, confirmed: readonly string[]): CommandOutcome<'orders.submit'> | null {
    if (this.#closed) return failed('locked', 'This connection was closed. Nothing was sent.');
    if (this.#deps.journal.knowsIntent(intentId)) return failed('blocked', 'This press was already used for a cancel.');
    this.watch(ticket.systemId);
    const entry = this.entry(ticket.systemId);
    if (!entry.open) return failed('locked', `${entry.reason} Nothing was sent.`);
    const { checks } = this.preview(ticket);
    const blocks = checks.filter(({ level }) => level === 'block');
    if (blocks[0]) return failed('blocked', `${blocks[0].text} Nothing was sent.`, detailsOf(blocks));
    const twin = twinOf(ticket, this.#rows());
    if (twin) return failed('twin', `An equal order is not settled yet. ${journalFacts(twin).text} Nothing was sent.`);
    const open = checks.filter(({ level, code }) => level === 'warn' && !confirmed.includes(code));
    if (open[0]) return failed('unconfirmed', `${open[0].text} Confirm it to send the order.`, detailsOf(open));
    return null;
  }

  #decided(row: OrderRow, choice: 'send-again' | 'abandon' | 'acknowledge'): CommandOutcome<'orders.decide'> {
    const at = this.#deps.clock.now();
    const { rowId, ticket } = row;
    if (choice === 'send-again') {
      const entry = this.entry(ticket.systemId);
      if (!entry.open) return failed('locked', `${entry.reason} Nothing was sent.`);
    }
    try {
      const types = { 'send-again': 'confirmed', abandon: 'abandoned', acknowledge: 'acknowledged' } as const;
      const next = this.#recorder.applyNow(rowId, { type: types[choice], at });
      if (next.state === 'QUEUED') this.#dispatcher.enqueue(next);
      return done({ rowId });
    } catch (error) {
      return this.#journalFailure(error);
    }
  }

  #journalFailure(error: unknown): ReturnType<typeof failed<'journal'>> {
    if (!(error instanceof JournalError)) throw error;
    this.#watchJournal();
    return failed('journal', `${error.message} Nothing was sent.`);
  }

  #facts(ticket: Ticket): CheckFacts {
    const { clock, state } = this.#deps;
    const { readAt, staleAfterSeconds } = state.workingAge(ticket.systemId);
    const now = clock.now();
    return {
      ticket,
      signals: this.#signals(ticket.systemId),
      positions: state.positions(ticket.systemId),
      rows: this.#rowsOf(ticket.systemId),
      now,
      age: readAt === null ? null : Math.max(0, Math.floor(now / 1000) - readAt),
      staleAfterSeconds,
    };
  }

  #signals(systemId: string): Signal[] {
    const cancels = this.#cancelRows().filter((row) => row.systemId === systemId);
    return blotterRows({ rows: this.#rowsOf(systemId), cancels, records: this.#deps.state.signals(systemId) });
  }

  #cancelRow(intentId: string, index: number, systemId: string, request: PlannedCancel): CancelRow {
    const { clock, profile } = this.#deps;
    const at = clock.now();
    return {
      ...request,
      covers: [...request.covers],
      cancelId: `${intentId}#${index}`,
      intentId,
      profileId: profile.id,
      mode: profile.mode,
      systemId,
      state: 'QUEUED',
      version: 1,
      attempts: 0,
      createdAt: at,
      sentAt: null,
      changedAt: at,
      answer: [],
    };
  }

  #lookAlikes(ticket: Ticket): string[] {
    const records = this.#deps.state.signals(ticket.systemId);
    return records.filter((record) => looksLike(ticket, record)).map(({ serviceId }) => serviceId);
  }

  #firstRead(systemId: string): void {
    this.evidence(systemId);
    this.#announce(systemId);
  }

  #moved(row: OrderRow): void {
    const before = this.#told.get(row.rowId);
    this.#told.set(row.rowId, row);
    if (row.state === 'SENDING') this.#sentHere.add(row.rowId);
    const isNew = isUnderCheck(row) && (before === undefined || !isUnderCheck(before));
    if (isNew) this.#reconciler.take(row, this.#sentHere.has(row.rowId) ? row.sentMonotonic : null);
    const notice = orderNotice(before, row);
    if (notice) this.#deps.notify(notice);
    this.#announce(row.ticket.systemId);
  }

  #cancelMoved(row: CancelRow): void {
    const notice = cancelNotice(row);
    if (notice) this.#deps.notify(notice);
    const isOver = row.state !== 'QUEUED' && row.state !== 'SENDING';
    if (isOver && !this.#closed) this.#deps.nudge(row.systemId);
    this.#announce(row.systemId);
  }

  #announce(systemId: string): void {
    this.#revisions.set(systemId, this.revision(systemId) + 1);
    for (const listener of this.#listeners) listener(systemId);
  }

  /** While the journal can not be written it is tried again; what was learned meanwhile is then written. */
  #watchJournal(): void {
    const { clock, journal, log } = this.#deps;
    if (this.#closed || this.#journalTimer !== null || journal.problem() === null) return;
    this.#journalTimer = clock.after(journalRetryMs, () => {
      this.#journalTimer = null;
      if (this.#recorder.flush()) log.info('journal-writable-again');
      else this.#watchJournal();
    });
  }

  #rows(): OrderRow[] {
    const { id, mode } = this.#deps.profile;
    return [...this.#deps.journal.orders()].filter((row) => row.profileId === id && row.mode === mode);
  }

  #rowsOf(systemId: string): OrderRow[] {
    return this.#rows().filter((row) => row.ticket.systemId === systemId);
  }

  #cancelRows(): CancelRow[] {
    const { id, mode } = this.#deps.profile;
    return [...this.#deps.journal.cancels()].filter((row) => row.profileId === id && row.mode === mode);
  }
}

const detailsOf = (checks: readonly Check[]): { details: string[]; field?: string } => {
  const field = checks[0]?.field ?? null;
  const details = checks.map(({ text }) => text);
  return field === null ? { details } : { details, field };
};
