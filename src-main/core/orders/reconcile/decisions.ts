import { done, failed } from '#contract/outcome.ts';
import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { CancelCheck } from '#core/orders/cancel/cancel-check.ts';
import { claimedByOthers } from '#core/orders/journal/claims.ts';
import type { DeskRows } from '#core/orders/blotter/desk-rows.ts';
import type { Dispatcher } from '#core/orders/send/dispatcher.ts';
import { findDuplicate } from '#core/orders/entry/guard.ts';
import { choicesOf, journalFacts, typedConfirmationOf } from '#core/orders/journal/journal-texts.ts';
import { serviceIdsOf } from './match.ts';
import { mirrorOf } from './mirror.ts';
import type { OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import type { OrderEntry } from '#core/orders/entry/order-entry.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { dayOrderEnd } from '#core/orders/protection/stop-end.ts';
import { postedWindow } from './posted-window.ts';
import type { Reconciler } from './reconciler.ts';
import type { Recorder } from '#core/orders/journal/recorder.ts';
import { serviceNow } from '#core/service-now.ts';

const dayMs = 24 * 60 * 60 * 1000;

export type Decision = CommandInput<'orders.decide'>;
type Answer = CommandOutcome<'orders.decide'>;

type Parts = {
  readonly deps: OrderDeskDeps;
  readonly rows: DeskRows;
  readonly recorder: Recorder;
  readonly dispatcher: Dispatcher;
  readonly reconciler: Reconciler;
  readonly entry: OrderEntry;
  readonly cancelCheck: CancelCheck;
  readonly reuseRefused: () => boolean;
};

/**
 * Carries out the trader's decisions about a row (order-safety 4.5, 6.2). Only the choices that the
 * row offers are accepted, and each is in the journal before it has an effect.
 */
export class Decisions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  decide(decision: Decision): Answer {
    const { rows, recorder, reuseRefused } = this.#parts;
    const row = rows.find(decision.rowId);
    if (!row) return failed('unknown-row', { code: 'order.unknown-row' });
    if (!choicesOf(row, reuseRefused()).includes(decision.choice) || recorder.hasUnwritten(row.rowId)) {
      return failed('not-a-choice', { code: 'order.not-now', act: 'decide', state: journalFacts(row).text });
    }
    try {
      return this.#carryOut(row, decision);
    } catch (error) {
      return this.#parts.entry.journalFailure(error);
    }
  }

  #carryOut(row: OrderRow, decision: Decision): Answer {
    const { deps, cancelCheck, entry, recorder } = this.#parts;
    const { rowId } = row;
    const at = deps.clock.now();
    switch (decision.choice) {
      case 'check-now':
        return this.#checkNow(row);
      case 'send-again':
        return this.#confirm(row, decision.confirmed ?? []);
      case 'abandon': {
        const outcome = entry.abandon(rowId);
        return outcome.ok ? done({ rowId }) : outcome;
      }
      case 'acknowledge':
        recorder.applyNow(rowId, { type: 'acknowledged', at });
        return done({ rowId });
      case 'keep-waiting':
        recorder.applyNow(rowId, { type: 'kept-waiting', at, until: this.#waitEnd(row) });
        return done({ rowId });
      case 'check-by-cancelling':
        cancelCheck.sendCancel(recorder.applyNow(rowId, { type: 'cancel-check-asked', at }));
        return done({ rowId });
      case 'send-again-same-id':
        return this.#resend(row, decision.confirmed ?? []);
      case 'new-order':
        return this.#newOrder(row, decision);
      case 'pick':
        return this.#pick(row, decision.serviceId ?? '');
    }
  }

  /** The time until which the trader waits for a lost order to appear, milliseconds. */
  #waitEnd({ sentAt, ticket }: OrderRow): number {
    const { deps } = this.#parts;
    if (ticket.duration === 'GTC') return (sentAt ?? deps.clock.now()) + dayMs;
    return dayOrderEnd(ticket, Math.floor(serviceNow(deps) / 1000)) * 1000;
  }

  #checkNow(row: OrderRow): Answer {
    const { deps, reconciler } = this.#parts;
    reconciler.pollNow(row.ticket.systemId);
    if (row.state === 'PROBABLY_ABSENT') deps.scheduleRefresh(row.ticket.systemId);
    return done({ rowId: row.rowId });
  }

  #confirm({ rowId }: OrderRow, confirmed: readonly string[]): Answer {
    const outcome = this.#parts.entry.confirm(rowId, confirmed, false);
    return outcome.ok ? done({ rowId }) : outcome;
  }

  /**
   * Checks the order as if it were entered now. Warnings that the trader confirmed earlier stay
   * confirmed. Price and age have to be confirmed again, in one confirmation, because minutes have
   * passed.
   */
  #resend(row: OrderRow, confirmed: readonly string[]): Answer {
    const { deps, dispatcher, entry, recorder, rows } = this.#parts;
    const others = rows.openRowsEqualTo(row.ticket).filter((one) => one.rowId !== row.rowId);
    const duplicate = findDuplicate(row.ticket, others, deps.clock.now());
    if (duplicate) return failed('duplicate', { code: 'order.duplicate-of', ownId: duplicate.ownId });
    const refusal = entry.refusalOf(row, confirmed);
    if (refusal) return refusal;
    if (!confirmed.includes('resend-age')) {
      const minutes = Math.max(1, Math.round((deps.clock.now() - row.confirmedAt) / 60_000));
      return failed('unconfirmed', { code: 'order.confirm-age', minutes });
    }
    dispatcher.enqueue(recorder.applyNow(row.rowId, { type: 'resend-asked', at: deps.clock.now() }));
    return done({ rowId: row.rowId });
  }

  #newOrder(row: OrderRow, { typed, intentId, confirmed }: Decision): Answer {
    const { deps, entry, recorder } = this.#parts;
    const expectedText = typedConfirmationOf(row);
    if (expectedText === null || typed?.trim().toLowerCase() !== expectedText || intentId === undefined) {
      return failed('not-typed', { code: 'order.type-to-confirm', text: expectedText ?? '' });
    }
    // The order that the lost replacement was to replace is already gone.
    const ticket = row.exposed === true ? { ...row.ticket, replaces: null } : row.ticket;
    const outcome = entry.submit({
      intentId,
      ticket,
      confirmed: [...(confirmed ?? []), 'same-order', `duplicate-of-${row.ownId}`],
      duplicateOf: row.rowId,
      created: (next) => recorder.applyNow(row.rowId, { type: 'superseded', at: deps.clock.now(), by: next.rowId }),
    });
    return outcome.ok ? done({ rowId: outcome.value.rowId }) : outcome;
  }

  #pick(row: OrderRow, serviceId: string): Answer {
    const { deps, recorder, rows } = this.#parts;
    const records = deps.state.signals(row.ticket.systemId);
    const record = records.find((one) => one.serviceId === serviceId);
    const claimed = claimedByOthers(rows.all(), row.rowId);
    if (!record || row.candidates?.includes(serviceId) !== true || claimed.has(serviceId)) {
      return failed('unknown-candidate', { code: 'order.not-a-candidate' });
    }
    const at = deps.clock.now();
    const window = postedWindow(row, at, deps.serviceClockOffsetMs());
    recorder.applyNow(row.rowId, {
      type: 'picked',
      at,
      serviceIds: serviceIdsOf({ row, records, claimed, window }, record),
      mirror: mirrorOf(record),
      alarm: null,
      evidence: { rule: 'picked', serviceId },
    });
    return done({ rowId: row.rowId });
  }
}
