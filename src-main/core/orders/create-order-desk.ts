import { done, failed } from '#contract/outcome.ts';
import type { CommandOutcome, CommandOutput } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { RiskUse } from '#contract/model/risk.ts';
import type { JournalState, Signal } from '#contract/model/signal.ts';
import type { OrderEntry as EntryState } from '#contract/model/status.ts';
import type { CancelPlan, Preview, Ticket } from '#contract/model/ticket.ts';
import { filterRows } from './blotter.ts';
import type { CancelRow } from './cancel-row.ts';
import type { Decision } from './decisions.ts';
import { createDeskParts, type DeskParts } from './desk-parts.ts';
import { evidenceOf } from './evidence.ts';
import { entryOf } from './guard.ts';
import { journalFacts } from './journal-texts.ts';
import { LastEvidence } from './last-evidence.ts';
import type { BlotterQuery, OrderDesk } from './order-desk.ts';
import type { OrderDeskDeps } from './order-desk-deps.ts';
import type { OrderRow } from './order-row.ts';
import { drawOwnId } from './own-id.ts';
import { postedWindow } from './posted-window.ts';
import { previewChecks, previewOf } from './preview.ts';
import { isOpenQuestion } from './row-states.ts';
import { isLiveState } from './signal-state.ts';
import { takeUp } from './take-up.ts';

export function createOrderDesk(deps: OrderDeskDeps): OrderDesk {
  return new Desk(deps);
}

class Desk implements OrderDesk {
  readonly #deps: OrderDeskDeps;
  readonly #parts: DeskParts;
  readonly #listeners = new Set<(systemId: string) => void>();
  readonly #revisions = new Map<string, number>();
  readonly #lastEvidence = new LastEvidence();
  #closed = false;

  constructor(deps: OrderDeskDeps) {
    this.#deps = deps;
    this.#parts = createDeskParts(deps, {
      entry: (systemId) => this.entry(systemId),
      checks: (ticket, except) => previewChecks(...this.#previewed(ticket, except)),
      watch: (systemId) => this.watch(systemId),
      evidence: (systemId) => this.evidence(systemId),
      announce: (systemId) => this.#announce(systemId),
      isClosed: () => this.#closed,
    });
    takeUp(this.#parts);
  }

  submit(
    intentId: string,
    ticket: Ticket,
    confirmed: readonly string[],
    direct = false,
  ): CommandOutcome<'orders.submit'> {
    return this.#parts.entry.submit({ intentId, ticket, confirmed, direct });
  }

  prepare(intentId: string, ticket: Ticket): CommandOutcome<'orders.prepare'> {
    return this.#parts.entry.prepare(intentId, ticket);
  }

  confirm(rowId: string, confirmed: readonly string[], direct = false): CommandOutcome<'orders.confirm'> {
    return this.#parts.entry.confirm(rowId, confirmed, direct);
  }

  abandon(rowId: string): CommandOutcome<'orders.abandon'> {
    return this.#parts.entry.abandon(rowId);
  }

  staged(systemId: string): Signal[] {
    const staged = this.#parts.rows.signals(systemId).filter(({ journal }) => journal?.staged === true);
    return staged.sort((a, b) => (b.journal?.createdAt ?? 0) - (a.journal?.createdAt ?? 0));
  }

  makeGroup(systemId: string): CommandOutcome<'orders.make-group'> {
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
    this.#parts.journalWatch.look();
    return outcome;
  }

  decide(decision: Decision): CommandOutcome<'orders.decide'> {
    return this.#parts.decisions.decide(decision);
  }

  preview(ticket: Ticket): Preview {
    return previewOf(...this.#previewed(ticket, null));
  }

  review(rowId: string): CommandOutcome<'orders.review'> {
    const row = this.#parts.rows.find(rowId);
    if (!row) return failed('unknown-row', 'This order is not in the journal.');
    return done({ ticket: row.ticket, preview: previewOf(...this.#previewed(row.ticket, rowId)) });
  }

  used(): { readonly day: RiskUse; readonly minute: RiskUse } {
    return { day: this.#parts.tally.day(), minute: this.#parts.tally.minute() };
  }

  blotter(systemId: string, { text, scope }: BlotterQuery): CommandOutput<'signals.list'> {
    const keep = (signal: Signal): boolean => scope === 'all' || isLiveState(signal.state);
    const rows = filterRows(this.#parts.rows.signals(systemId), text, keep);
    const live = rows.filter(({ state }) => isLiveState(state));
    const rest = rows.filter(({ state }) => !isLiveState(state));
    const signals = [...live, ...rest].slice(0, limits.blotterSignals);
    return { signals, total: rows.length, revision: this.revision(systemId) };
  }

  entry(systemId: string): EntryState {
    const { clock, connection, engaged, journal, risk, state } = this.#deps;
    return entryOf({
      journalProblem: journal.problem(),
      engaged: engaged(systemId),
      killed: risk.killed(),
      connection: connection(),
      reconciled: this.#parts.firstReads.isClean(systemId),
      ...state.workingAge(systemId),
      now: Math.floor(clock.now() / 1000),
    });
  }

  unknownCount(): number {
    return this.#parts.rows.open().filter(isOpenQuestion).length;
  }

  order(rowId: string): { readonly state: JournalState; readonly text: string } | undefined {
    const row = this.#parts.rows.find(rowId);
    return row && { state: row.state, text: journalFacts(row).text };
  }

  cancels(intentId: string): CancelRow[] {
    return this.#parts.rows.cancels().filter((row) => row.intentId === intentId);
  }

  signals(systemId: string): readonly Signal[] {
    return this.#parts.rows.signals(systemId);
  }

  revision(systemId: string): number {
    return this.#revisions.get(systemId) ?? 0;
  }

  watch(systemId: string): void {
    if (!this.#closed) this.#parts.firstReads.watch(systemId);
  }

  evidence(systemId: string): void {
    if (this.#closed) return;
    const { childFills, recorder } = this.#parts;
    const { clock, notify, serviceClockOffsetMs, state } = this.#deps;
    const now = clock.now();
    const rows = this.#parts.rows.of(systemId);
    const records = state.signals(systemId);
    this.#parts.rows.listed(records);
    if (this.#lastEvidence.isSame(systemId, { rows, records })) return;
    const window = (row: OrderRow) => postedWindow(row, now, serviceClockOffsetMs());
    for (const notice of childFills.notices(rows, records, now)) notify(notice);
    const found = evidenceOf({ rows, records, now, window });
    for (const { rowId, event } of found) if (!recorder.waits(rowId)) recorder.record(rowId, event);
    if (found.length === 0) this.#lastEvidence.saidNothing(systemId, { rows, records });
  }

  onChange(listener: (systemId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hold(reason: string): void {
    this.#parts.dispatcher.holdAll(reason);
    this.#parts.firstReads.reset();
  }

  holdQueued(reason: string): void {
    this.#parts.dispatcher.holdAll(reason);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    const { absentWatch, check, dispatcher, entry, firstReads, journalWatch, reconciler, recorder, runner } =
      this.#parts;
    dispatcher.holdAll('the connection was closed');
    this.#closed = true;
    entry.close();
    for (const part of [firstReads, reconciler, check, absentWatch]) part.close();
    await Promise.all([dispatcher.idle(), runner.close()]);
    journalWatch.close();
    recorder.flush();
    this.#listeners.clear();
  }

  /** What a preview is made of. */
  #previewed(ticket: Ticket, except: string | null): Parameters<typeof previewOf> {
    const { risk, state } = this.#deps;
    const { rows, tally } = this.#parts;
    const pointValue = (symbol: string): string | null => state.pointValue(ticket.systemId, symbol);
    const used = { day: () => tally.day(), minute: () => tally.minute() };
    return [rows.facts(ticket, except), pointValue, { caps: risk.caps(), used }];
  }

  #announce(systemId: string): void {
    this.#revisions.set(systemId, this.revision(systemId) + 1);
    for (const listener of this.#listeners) listener(systemId);
  }
}
