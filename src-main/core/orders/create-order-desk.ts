import { done, failed } from '#contract/outcome.ts';
import type { CommandOutcome, CommandOutput } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { Text } from '#contract/message.ts';
import type { RiskUse } from '#contract/model/risk.ts';
import type { Signal, UnreadableRecord } from '#contract/model/signal.ts';
import type { OrderEntry as EntryState } from '#contract/model/status.ts';
import type { CancelPlan, Preview, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { newAlarm } from './alarms.ts';
import { isOpen } from '#rules/calendar/session.ts';
import { filterRows } from './blotter/blotter.ts';
import type { CancelRow } from './journal/cancel-row.ts';
import type { Decision } from './reconcile/decisions.ts';
import { createDeskParts, type DeskParts } from './desk-parts.ts';
import { isClosingOrder, exitVerdict, type Exposure } from './exposure.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import { evidenceOf } from './reconcile/evidence.ts';
import { entryOf } from './entry/guard.ts';
import { journalFacts } from './journal/journal-texts.ts';
import type { BlotterQuery, DeskOrder, OrderDesk } from './order-desk.ts';
import type { OrderDeskDeps } from './order-desk-deps.ts';
import type { OrderRow } from './journal/order-row.ts';
import { drawOwnId } from './entry/own-id.ts';
import { postedWindow } from './reconcile/posted-window.ts';
import { previewChecks, previewOf } from './preview/preview.ts';
import { needsTwoSteps, replacedOrder, ticketToSend } from './replace/replacement.ts';
import { ownMedian } from './risk/own-sizes.ts';
import type { PrecautionFacts } from './risk/precautions.ts';
import { isAccepted, isUnresolved } from './journal/row-states.ts';
import { serviceNow } from '#core/service-now.ts';
import { isLiveState } from './signal-state.ts';
import { unreadableRecords } from './blotter/unreadable-records.ts';
import { recoverPending } from './reconcile/recover-pending.ts';

/**
 * Milliseconds after the start at which the stored lists are compared with the accepted orders. An
 * earlier comparison would delay the first window.
 */
const compareStoredListsAfterMs = 1_000;

export function createOrderDesk(deps: OrderDeskDeps): OrderDesk {
  return new Desk(deps);
}

class Desk implements OrderDesk {
  readonly #deps: OrderDeskDeps;
  readonly #parts: DeskParts;
  readonly #listeners = new Set<(systemId: string) => void>();
  readonly #revisions = new Map<string, number>();
  #closed = false;

  constructor(deps: OrderDeskDeps) {
    this.#deps = deps;
    this.#parts = createDeskParts(deps, {
      orderEntry: (ticket) => this.orderEntry(ticket.systemId, this.#parts.rows.effectOf(ticket)),
      checks: (ticket, exceptRowId) => previewChecks(...this.#previewInputs(ticket, exceptRowId)),
      watch: (systemId) => this.watch(systemId),
      listsChanged: (systemId) => this.listsChanged(systemId),
      announceChange: (systemId) => this.#announceChange(systemId),
      isClosed: () => this.#closed,
    });
    recoverPending(this.#parts);
    this.#compareStoredLists();
  }

  submit(
    intentId: string,
    ticket: Ticket,
    confirmed: readonly string[],
    withoutReview = false,
    editedRowId: string | null = null,
  ): CommandOutcome<'orders.submit'> {
    return this.#parts.entry.submit({ intentId, ticket, confirmed, withoutReview, editedRowId });
  }

  prepare(intentId: string, ticket: Ticket, editedRowId: string | null = null): CommandOutcome<'orders.prepare'> {
    return this.#parts.entry.prepare(intentId, ticket, editedRowId);
  }

  confirm(rowId: string, confirmed: readonly string[], withoutReview = false): CommandOutcome<'orders.confirm'> {
    return this.#parts.entry.confirm(rowId, confirmed, withoutReview);
  }

  abandon(rowId: string): CommandOutcome<'orders.abandon'> {
    return this.#parts.entry.abandon(rowId);
  }

  staged(systemId: string): Signal[] {
    const staged = this.#parts.rows.live(systemId).filter(({ journal }) => journal?.staged === true);
    return staged.sort((a, b) => (b.journal?.createdAt ?? 0) - (a.journal?.createdAt ?? 0));
  }

  reserveGroup(systemId: string): CommandOutcome<'orders.make-group'> {
    const { clock, journal, random } = this.#deps;
    try {
      return done({
        ocaGroupId: journal.reserveGroup(systemId, () => drawOwnId(clock.now(), () => random.fraction())),
      });
    } catch (error) {
      return this.#parts.entry.journalFailure(error);
    }
  }

  planCancel(systemId: string, rowIds: readonly string[]): CancelPlan {
    return this.#parts.cancels.plan(systemId, rowIds);
  }

  cancel(intentId: string, systemId: string, rowIds: readonly string[]): CommandOutcome<'orders.cancel'> {
    const outcome = this.#parts.cancels.cancel(intentId, systemId, rowIds);
    this.#parts.journalWatch.start();
    return outcome;
  }

  decide(decision: Decision): CommandOutcome<'orders.decide'> {
    return this.#parts.decisions.decide(decision);
  }

  preview(ticket: Ticket): Preview {
    return previewOf(...this.#previewInputs(ticket, null));
  }

  review(rowId: string): CommandOutcome<'orders.review'> {
    const ticket = this.ticketOf(rowId);
    if (!ticket) return failed('unknown-row', { code: 'order.unknown-row' });
    return done({ ticket, preview: previewOf(...this.#previewInputs(ticket, rowId)) });
  }

  ticketOf(rowId: string): Ticket | undefined {
    const row = this.#parts.rows.find(rowId);
    return row && ticketToSend(row);
  }

  riskUsed(): { readonly day: RiskUse; readonly minute: RiskUse } {
    return { day: this.#parts.tally.day(), minute: this.#parts.tally.minute() };
  }

  blotter(systemId: string, query: BlotterQuery): CommandOutput<'signals.list'> {
    const { signals, total } = this.#shown(systemId, query);
    const unreadable = this.unreadable(systemId);
    const revision = this.revision(systemId);
    return { signals, total, revision, ...(unreadable.length === 0 ? {} : { unreadable }) };
  }

  unreadable(systemId: string): UnreadableRecord[] {
    return unreadableRecords(this.#deps.state.unreadable(systemId), () => this.#parts.rows.signals(systemId));
  }

  hasReadPositions(systemId: string): boolean {
    return this.#deps.state.positionsReadAt(systemId) !== null;
  }

  unreadFills(systemId: string): readonly Signal[] {
    return this.#parts.rows.unreadFills(systemId);
  }

  hasUnreadableTrades(systemId: string): boolean {
    return this.#deps.state.hasUnreadableTrades(systemId);
  }

  orderEntry(systemId: string, effect: RiskEffect = 'adds'): EntryState {
    const { clock, connection, entryLock, journal, risk, state } = this.#deps;
    // Retries the journal: a write may have failed in a part that starts no retry, and order entry
    // would stay locked.
    this.#parts.journalWatch.start();
    const facts = {
      journalProblem: journal.problem(),
      entryLock: entryLock(systemId, effect),
      killReason: risk.killReason(),
      connection: connection(systemId),
      reconciled: this.#parts.firstReads.hasRead(systemId),
      restored: this.#parts.restoredGate.isLocked(systemId),
      ...state.workingReading(systemId),
      now: clock.now(),
    };
    return entryOf(facts, effect);
  }

  unknownCount(): number {
    return this.#parts.rows.open().filter(isUnresolved).length;
  }

  hasWaiting(): boolean {
    return this.#parts.replaceSteps.isRunning || this.#parts.rows.open().some(({ state }) => state === 'QUEUED');
  }

  order(rowId: string): DeskOrder | undefined {
    const row = this.#parts.rows.find(rowId);
    if (!row) return undefined;
    const { ocaGroupId, systemId } = row.ticket;
    const isListed = (): boolean =>
      this.#deps.state
        .signals(systemId)
        .some(({ serviceId, ocaId }) => serviceId === row.serviceIds.signal && ocaId === ocaGroupId);
    const isEchoed = row.state === 'ACKED' && row.alarm === null && row.notShown?.includes('group') !== true;
    const groupShown = ocaGroupId !== null && (isEchoed || isListed());
    return { state: row.state, text: journalFacts(row).text, groupShown };
  }

  cancels(intentId: string): CancelRow[] {
    return this.#parts.rows.cancels().filter((row) => row.intentId === intentId);
  }

  signals(systemId: string): readonly Signal[] {
    return this.#parts.rows.signals(systemId);
  }

  positions(systemId: string): readonly Position[] {
    return this.#parts.positions.of(systemId);
  }

  revision(systemId: string): number {
    return this.#revisions.get(systemId) ?? 0;
  }

  watch(systemId: string): void {
    if (this.#closed) return;
    this.#parts.firstReads.watch(systemId);
    this.#parts.restoredGate.watch(systemId);
  }

  listsChanged(systemId: string): void {
    if (this.#closed) return;
    const { clock, notify, state } = this.#deps;
    this.#compareWithLists(systemId);
    this.#parts.replaceSteps.listsRead(systemId, state.signals(systemId));
    const unreadable = state.unreadable(systemId);
    for (const notice of this.#parts.contradictions.notices(systemId, unreadable, clock.now())) notify(notice);
    this.#recordEvidence(systemId, () => true);
  }

  #shown(systemId: string, { text, scope }: BlotterQuery): { readonly signals: Signal[]; readonly total: number } {
    const { rows } = this.#parts;
    const limit = limits.blotterSignals;
    if (scope === 'all' && text.trim() === '') {
      const shown = rows.shown(systemId);
      return { signals: shown.first(limit), total: shown.total };
    }
    const isIncluded = (signal: Signal): boolean => scope === 'all' || isLiveState(signal.state);
    const found = filterRows(scope === 'all' ? rows.signals(systemId) : rows.live(systemId), text, isIncluded);
    return { signals: found.slice(0, limit), total: found.length };
  }

  /**
   * The last run may have ended between storing a list and recording what it shows, for example a
   * second record of an order. The next reading of a strategy that is not in view may be an hour
   * away. Stored lists prove no absence, so only accepted and rejected orders are compared.
   */
  #compareStoredLists(): void {
    const isAnswered = (row: OrderRow): boolean => isAccepted(row) || row.state === 'REJECTED';
    const answered = this.#parts.rows.all().filter(isAnswered);
    for (const systemId of new Set(answered.map(({ ticket }) => ticket.systemId))) {
      this.#deps.clock.after(compareStoredListsAfterMs, () => {
        if (!this.#closed) this.#recordEvidence(systemId, isAnswered);
      });
    }
  }

  #recordEvidence(systemId: string, isIncluded: (row: OrderRow) => boolean): void {
    const { absentWatch, childFills, recorder } = this.#parts;
    const { clock, notify, serviceClockOffsetMs, state } = this.#deps;
    const now = clock.now();
    const rows = this.#parts.rows.of(systemId);
    const listed = this.#parts.rows.listed(systemId);
    const { records } = listed;
    const unreadable = state.unreadable(systemId);
    const rowsToCompare = this.#parts.rows.rowsToCompare();
    const dueRows = rowsToCompare.dueRows(systemId, { records, unreadable }).filter(isIncluded);
    if (dueRows.length === 0) return;
    const window = (row: OrderRow) => postedWindow(row, now, serviceClockOffsetMs());
    for (const notice of childFills.notices(dueRows, listed, now)) notify(notice);
    const bothListsReadAt = absentWatch.bothListsReadAt(systemId);
    const input = { rows, judged: dueRows, records, recordsById: listed, unreadable, now, bothListsReadAt, window };
    const { found, undecided } = evidenceOf(input);
    rowsToCompare.repeat(systemId, undecided);
    for (const { rowId, event } of found) {
      if (recorder.hasUnwritten(rowId)) rowsToCompare.repeat(systemId, [rowId]);
      else recorder.record(rowId, event);
    }
  }

  onChange(listener: (systemId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hold(reason: Text): void {
    this.#parts.replaceSteps.stop();
    this.#parts.dispatcher.holdAll(reason);
    this.#parts.firstReads.reset();
  }

  holdNewRisk(reason: Text, systemId?: string): void {
    const { dispatcher, rows } = this.#parts;
    const isIncluded = (ticket: Ticket): boolean => systemId === undefined || ticket.systemId === systemId;
    dispatcher.hold(reason, (ticket) => isIncluded(ticket) && rows.effectOf(ticket) === 'adds');
  }

  needsReading(ticket: Ticket): boolean {
    if (!isClosingOrder(ticket)) return false;
    const { rows } = this.#parts;
    const isInTwoSteps = needsTwoSteps(ticket, replacedOrder(ticket, rows.liveAndNamedSignals(ticket)));
    // The second step relies on the reading that was made before the first one.
    const exposure = rows.exposure(ticket, null, isInTwoSteps ? limits.orderQueueMs : 0);
    return exitVerdict(ticket.quantity, exposure) === 'read-first';
  }

  exposure(ticket: Ticket): Exposure {
    return this.#parts.rows.exposure(ticket);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    const {
      absentWatch,
      cancelCheck,
      dispatcher,
      entry,
      firstReads,
      journalWatch,
      reconciler,
      recorder,
      replaceSteps,
      restoredGate,
      runner,
    } = this.#parts;
    dispatcher.holdAll({ code: 'hold.connection-closed' });
    this.#closed = true;
    replaceSteps.stop();
    entry.close();
    for (const part of [firstReads, restoredGate, reconciler, cancelCheck, absentWatch]) part.close();
    await Promise.all([dispatcher.whenIdle(), runner.close()]);
    journalWatch.close();
    recorder.flush();
    this.#listeners.clear();
  }

  /**
   * Compares what was sent with the lists at each reading, whether or not the reading changed the
   * lists.
   */
  #compareWithLists(systemId: string): void {
    const { sentOrderCheck, recorder } = this.#parts;
    const { clock, serviceClockOffsetMs, state } = this.#deps;
    const at = clock.now();
    const rows = this.#parts.rows.open().filter(({ ticket }) => ticket.systemId === systemId);
    const startedAt = state.workingReadStartedAt(systemId);
    for (const [rowId, found] of sentOrderCheck.compare(
      { rows, records: this.#parts.rows.listed(systemId), startedAt, clockOffsetMs: serviceClockOffsetMs() },
      at,
    )) {
      const row = this.#parts.rows.find(rowId);
      const alarm = row && newAlarm(row, [found]);
      if (!alarm || recorder.hasUnwritten(rowId)) continue;
      const { serviceIds, mirror } = row;
      recorder.record(rowId, { type: 'mirrored', at, serviceIds, mirror, alarm, evidence: { rule: 'two-lists' } });
    }
  }

  #previewInputs(ticket: Ticket, exceptRowId: string | null): Parameters<typeof previewOf> {
    const { risk, state } = this.#deps;
    const { rows, tally } = this.#parts;
    const pointValue = (symbol: string): string | null => state.pointValue(ticket.systemId, symbol);
    const used = { day: () => tally.day(exceptRowId), minute: () => tally.minute(exceptRowId) };
    return [
      rows.facts(ticket, exceptRowId),
      pointValue,
      { caps: risk.caps(), used, precautions: this.#precautionFacts(ticket, pointValue) },
    ];
  }

  #precautionFacts({ systemId }: Ticket, pointValue: (symbol: string) => string | null): PrecautionFacts {
    const { profile, risk, state } = this.#deps;
    const { rows } = this.#parts;
    return {
      precautions: risk.precautions(),
      isLive: profile.mode === 'LIVE',
      margin: state.margin(systemId),
      pointValue,
      lastPrice: (symbol) => rows.lastPrice(systemId, symbol),
      median: (instrument) => ownMedian(state.signals(systemId), instrument, pointValue),
      // The practice market has its own hours.
      isOpen: (instrument) => (profile.mode === 'LIVE' ? isOpen(instrument, serviceNow(this.#deps)) : null),
    };
  }

  #announceChange(systemId: string): void {
    this.#revisions.set(systemId, this.revision(systemId) + 1);
    for (const listener of this.#listeners) listener(systemId);
  }
}
