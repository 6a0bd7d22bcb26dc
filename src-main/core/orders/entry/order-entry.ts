import type { Text } from '#contract/message.ts';
import { done, failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { OrderEntry as EntryState } from '#contract/model/status.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { isEntry } from '#contract/model/order-action.ts';
import type { DeskRows } from '#core/orders/blotter/desk-rows.ts';
import type { Dispatcher } from '#core/orders/send/dispatcher.ts';
import { findDuplicate } from './guard.ts';
import { IdConflict, type Journal } from '#core/orders/journal/journal.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import { journalFacts } from '#core/orders/journal/journal-texts.ts';
import type { OrderDeskDeps, RiskGuard } from '#core/orders/order-desk-deps.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { drawOwnId } from './own-id.ts';
import type { Recorder } from '#core/orders/journal/recorder.ts';
import { needsTwoSteps, replacedOrder, ticketToSend } from '#core/orders/replace/replacement.ts';
import type { ReplaceSteps } from '#core/orders/replace/replace-steps.ts';
import { entersRisk } from '#core/orders/risk/new-risk.ts';
import { isAccepted } from '#core/orders/journal/row-states.ts';
import { isClosingOrder } from '#core/orders/exposure.ts';

type Parts = {
  readonly deps: OrderDeskDeps;
  readonly risk: RiskGuard;
  readonly rows: DeskRows;
  readonly recorder: Recorder;
  readonly dispatcher: Dispatcher;
  readonly replaceSteps: ReplaceSteps;
  readonly orderEntry: (ticket: Ticket) => EntryState;
  /** Whether the order closes no more than the position. */
  readonly onlyReduces: (ticket: Ticket) => boolean;
  readonly checks: (ticket: Ticket, exceptRowId: string | null) => readonly Check[];
  readonly watch: (systemId: string) => void;
  readonly orderChanged: (row: OrderRow) => void;
  /** Called when the journal could not be written. */
  readonly journalFailed: () => void;
};

type EntryRequest = {
  readonly intentId: string;
  readonly ticket: Ticket;
  readonly confirmed: readonly string[];
  /** Entered with one press: new risk then needs an armed desk. */
  readonly withoutReview?: boolean;
  /** Row id of an equal order. The trader chose to enter this order in addition to it. */
  readonly duplicateOf?: string;
  /**
   * Row id of the unsent order that the trader edited. That order is abandoned when the journal has
   * the edited version.
   */
  readonly editedRowId?: string | null;
  /** Called when the order is in the journal and not yet sent. */
  readonly created?: (row: OrderRow) => void;
};

type CancelFirst = Extract<OrderEvent, { readonly type: 'cancel-first-asked' }>;
type Refusal = Extract<CommandOutcome<'orders.submit'>, { ok: false }>;

/**
 * The entry point of every order. Checks, caps, kill switch and arming apply to each way of entry,
 * and the dispatcher gets only orders that the journal has.
 */
export class OrderEntry {
  readonly #parts: Parts;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  close(): void {
    this.#closed = true;
  }

  submit(request: EntryRequest): CommandOutcome<'orders.submit'> {
    const known = this.#resultOf(request.intentId);
    if (known) return known;
    if (this.#journal().knowsIntent(request.intentId)) return usedIntent();
    const refusal = this.#refusal(request, null);
    return refusal ?? this.#create(request, false);
  }

  prepare(intentId: string, ticket: Ticket, editedRowId: string | null): CommandOutcome<'orders.prepare'> {
    const known = this.#resultOf(intentId);
    if (known) return known;
    if (this.#closed) return failed('blocked', { code: 'order.connection-closed', staging: true });
    if (this.#journal().knowsIntent(intentId)) return usedIntent();
    return this.#create({ intentId, ticket, confirmed: [], editedRowId }, true);
  }

  /**
   * Queues an order that is HELD or NOT_SENT, after the same checks as for a new order. Earlier
   * confirmations count.
   */
  confirm(rowId: string, confirmed: readonly string[], withoutReview: boolean): CommandOutcome<'orders.confirm'> {
    const { deps, recorder, dispatcher, rows } = this.#parts;
    const row = rows.find(rowId);
    if (!row) return failed('unknown-row', { code: 'order.unknown-row' });
    if ((row.state !== 'HELD' && row.state !== 'NOT_SENT') || recorder.hasUnwritten(rowId)) {
      return failed('not-a-choice', { code: 'order.not-now', act: 'confirm', state: journalFacts(row).text });
    }
    const refusal = this.refusalOf(row, confirmed, withoutReview);
    if (refusal) return refusal;
    try {
      const codes = [...new Set([...row.confirmed, ...confirmed])];
      const cancelFirst = this.#cancelFirst(ticketToSend(row), codes, row.cancelFirst);
      if (cancelFirst) {
        this.#parts.replaceSteps.begin(recorder.applyNow(rowId, cancelFirst), (provedRow) => this.#release(provedRow));
        return done({});
      }
      dispatcher.enqueue(recorder.applyNow(rowId, { type: 'confirmed', at: deps.clock.now(), codes }));
      return done({});
    } catch (error) {
      return this.journalFailure(error);
    }
  }

  abandon(rowId: string): CommandOutcome<'orders.abandon'> {
    const refusal = this.#whyNotAbandoned(rowId);
    if (refusal) return refusal;
    try {
      this.#abandonNow(rowId);
      return done({});
    } catch (error) {
      return this.journalFailure(error);
    }
  }

  #whyNotAbandoned(rowId: string): ReturnType<typeof failed<'unknown-row' | 'not-a-choice'>> | null {
    const { recorder, rows } = this.#parts;
    const row = rows.find(rowId);
    if (!row) return failed('unknown-row', { code: 'order.unknown-row' });
    if (['QUEUED', 'HELD', 'NOT_SENT'].includes(row.state) && !recorder.hasUnwritten(rowId)) return null;
    return failed('not-a-choice', { code: 'order.not-now', act: 'withdraw', state: journalFacts(row).text });
  }

  #abandonNow(rowId: string): void {
    const { deps, recorder } = this.#parts;
    recorder.applyNow(rowId, { type: 'abandoned', at: deps.clock.now() });
  }

  /** Why an order of the journal may not be sent now. Null if it may be sent. */
  refusalOf(row: OrderRow, confirmed: readonly string[], withoutReview = false): Refusal | null {
    return this.#refusal({ intentId: row.rowId, ticket: ticketToSend(row), confirmed, withoutReview }, row);
  }

  journalFailure(error: unknown): ReturnType<typeof failed<'journal'>> {
    if (!(error instanceof JournalError)) throw error;
    this.#parts.journalFailed();
    return failed('journal', { code: 'nothing-sent', reason: error.text });
  }

  #journal(): Journal {
    return this.#parts.deps.journal;
  }

  #resultOf(intentId: string): Extract<CommandOutcome<'orders.prepare'>, { ok: true }> | null {
    const known = this.#parts.rows.find(intentId);
    if (!known) return null;
    return done({ rowId: known.rowId, ownId: known.ownId, enteredAt: Math.floor(known.createdAt / 1000) });
  }

  #create(
    { intentId, ticket, confirmed, created, editedRowId = null }: EntryRequest,
    staged: boolean,
  ): CommandOutcome<'orders.prepare'> {
    const refusal = editedRowId === null ? null : this.#whyNotAbandoned(editedRowId);
    if (refusal) return refusal;
    const { deps, dispatcher, orderChanged, recorder, replaceSteps } = this.#parts;
    const { clock, journal, profile, random } = deps;
    try {
      const at = clock.now();
      const codes = [...confirmed];
      const common = { intentId, at, profileId: profile.id, mode: profile.mode, ticket, confirmed: codes };
      const cancelFirst = staged ? null : this.#cancelFirst(ticket, codes);
      const order = staged || cancelFirst ? { ...common, staged: true } : common;
      const drawId = (): string => drawOwnId(clock.now(), () => random.fraction());
      const startSending = (newRow: OrderRow): void => {
        if (cancelFirst === null) dispatcher.enqueue(newRow);
        else replaceSteps.begin(recorder.applyNow(newRow.rowId, cancelFirst), (provedRow) => this.#release(provedRow));
      };
      const sendsWithinCreate = !staged && !created && cancelFirst === null && editedRowId === null;
      const row = journal.create(order, drawId, sendsWithinCreate ? startSending : undefined);
      orderChanged(row);
      if (editedRowId !== null) this.#abandonNow(editedRowId);
      created?.(row);
      if (!staged && !sendsWithinCreate) startSending(row);
      return done({ rowId: row.rowId, ownId: row.ownId });
    } catch (error) {
      if (error instanceof IdConflict)
        return failed('blocked', { code: 'order.group-id-used', id: error.message }, { field: 'ocaGroupId' });
      if (error instanceof JournalError) this.#holdUnsent(intentId, error.text);
      return this.journalFailure(error);
    }
  }

  /**
   * If the row of an order was written and a later step failed, nothing sends the order. It is put
   * on hold, so that the trader decides about it.
   */
  #holdUnsent(rowId: string, reason: Text): void {
    const { deps, recorder } = this.#parts;
    if (deps.journal.order(rowId)?.state === 'QUEUED')
      recorder.record(rowId, { type: 'held', at: deps.clock.now(), reason });
  }

  /**
   * The event that is written before the cancel of the old order is sent. Null if the replacement
   * takes only one request. `earlier` is the cancel that this order has already requested, if any.
   */
  #cancelFirst(ticket: Ticket, codes: readonly string[], earlier?: OrderRow['cancelFirst']): CancelFirst | null {
    const { deps, rows } = this.#parts;
    const replaced = replacedOrder(ticket, rows.liveAndNamedSignals(ticket));
    if (ticket.replaces === null || !needsTwoSteps(ticket, replaced, earlier?.proof === null)) return null;
    const { serviceId = null, ownId = null, kind, action } = replaced?.signal ?? {};
    const ids = [...(earlier?.names ?? []), ticket.replaces.serviceId, serviceId, ownId];
    const names = [...new Set(ids)].filter((id) => id !== null);
    const isStop = action === undefined ? earlier?.isStop === true : kind === 'stop' && !isEntry(action);
    return { type: 'cancel-first-asked', at: deps.clock.now(), names, isStop, codes: [...codes] };
  }

  /**
   * Another open replacement of the order that the ticket would replace. In two steps, one proof of
   * the cancel would release both. In one step, the second one would be sent without knowing the
   * outcome of the first (order-safety 4). An exit in one step is not refused here: the exposure
   * counts the first one.
   */
  #openReplacementOf(ticket: Ticket, exceptRowId: string | null): OrderRow | undefined {
    const oldId = ticket.replaces?.serviceId;
    if (oldId === undefined) return undefined;
    const others = this.#parts.rows
      .open()
      .filter(({ rowId, ticket: { systemId } }) => rowId !== exceptRowId && systemId === ticket.systemId);
    if (this.#cancelFirst(ticket, []) !== null)
      return others.find(({ cancelFirst }) => cancelFirst?.names.includes(oldId) === true);
    if (isClosingOrder(ticket)) return undefined;
    return others.find((row) => row.ticket.replaces?.serviceId === oldId && this.#mayStillReplace(row));
  }

  /**
   * Whether the outcome of this replacement in one step is open, or is later than the working list,
   * which still shows the old order.
   */
  #mayStillReplace(row: OrderRow): boolean {
    if (row.cancelFirst !== undefined) return false;
    if (['QUEUED', 'SENDING', 'REJECTED_SOFT', 'UNKNOWN', 'AMBIGUOUS'].includes(row.state)) return true;
    const startedAt = this.#parts.deps.state.workingReadStartedAt(row.ticket.systemId);
    return isAccepted(row) && (startedAt === null || startedAt <= row.changedAt);
  }

  /**
   * The old order is canceled. Queues the new one if nothing prevents it now, else returns the
   * reason. The age of the working list was checked before the cancel, at most `orderQueueMs` ago.
   */
  #release(row: OrderRow): Text | null {
    const { deps, dispatcher, recorder } = this.#parts;
    const refusal = this.refusalOf(row, ['stale']);
    if (refusal) return { code: 'replace.not-sent', reason: refusal.failure.message };
    try {
      dispatcher.enqueue(recorder.applyNow(row.rowId, { type: 'released', at: deps.clock.now() }));
      return null;
    } catch (error) {
      return { code: 'replace.not-sent', reason: this.journalFailure(error).failure.message };
    }
  }

  /** Why the order is not sent. Null if it is sent. `row` is null for a new order. */
  #refusal(
    { ticket, confirmed, withoutReview, duplicateOf: acceptedDuplicate, editedRowId = null }: EntryRequest,
    row: OrderRow | null,
  ): Refusal | null {
    const { deps, orderEntry, onlyReduces, risk, rows, watch } = this.#parts;
    if (this.#closed) return failed('locked', { code: 'order.connection-closed', staging: false });
    const killReason = risk.killReason();
    if (killReason !== null && !onlyReduces(ticket))
      return failed('killed', { code: 'nothing-sent', reason: killReason });
    watch(ticket.systemId);
    const state = orderEntry(ticket);
    if (!state.open) return failed('locked', { code: 'nothing-sent', reason: state.reason });
    const exceptRowId = row?.rowId ?? editedRowId;
    const checks = this.#parts.checks(ticket, exceptRowId);
    const blocks = checks.filter(({ level }) => level === 'block');
    if (blocks[0]) return failed('blocked', { code: 'nothing-sent', reason: blocks[0].text }, detailsOf(blocks));
    // A row that has already requested the cancel of its old order is not compared.
    const otherReplacement = row?.cancelFirst === undefined ? this.#openReplacementOf(ticket, exceptRowId) : undefined;
    if (otherReplacement) {
      const state = journalFacts(otherReplacement).text;
      return failed('blocked', { code: 'replace.in-progress', state }, { field: 'replaces' });
    }
    // An equal order that the trader chose to supersede by this one does not block it.
    const others = rows
      .openRowsEqualTo(ticket)
      .filter(
        ({ rowId, supersededBy }) =>
          rowId !== exceptRowId && rowId !== acceptedDuplicate && (row === null || supersededBy !== row.rowId),
      );
    const equal = findDuplicate(ticket, others, deps.clock.now());
    if (equal) return failed('duplicate', { code: 'order.duplicate', state: journalFacts(equal).text });
    if (withoutReview === true && entersRisk(ticket) && !risk.useArming(ticket.systemId)) {
      return failed('disarmed', { code: 'order.not-armed' });
    }
    const confirmedCodes = [...confirmed, ...(row?.confirmed ?? [])];
    const unconfirmed = checks.filter(({ level, code }) => level === 'warn' && !confirmedCodes.includes(code));
    if (unconfirmed[0])
      return failed(
        'unconfirmed',
        { code: 'order.confirm-to-send', warning: unconfirmed[0].text },
        detailsOf(unconfirmed),
      );
    return null;
  }
}

const usedIntent = () => failed('blocked', { code: 'order.intent-used' });

/**
 * The message of a refusal is the text of the first check. This returns the field of the first
 * check and the texts of the others.
 */
const detailsOf = ([first, ...others]: readonly Check[]): { details: Text[]; field?: string } => {
  const field = first?.field ?? null;
  const details = others.map(({ text }) => text);
  return field === null ? { details } : { details, field };
};
