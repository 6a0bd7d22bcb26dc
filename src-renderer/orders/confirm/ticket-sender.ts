import type { Preview } from '#contract/model/ticket.ts';
import { done, failed, type Outcome } from '#contract/outcome.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { words } from '#renderer/messages/words.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { Confirmation } from '#renderer/plan/confirmation.svelte.ts';
import { shownWarnings } from '#renderer/plan/shown-warnings.ts';
import { revealOrder } from '#renderer/orders/reveal-order.ts';
import { submittedText } from './submitted-text.ts';
import { leaveConfirmation } from './leave-confirmation.ts';

type Parts = Pick<
  App,
  'preferences' | 'router' | 'signals' | 'status' | 'strategies' | 'strategy' | 'ticket' | 'toasts' | 'uuid'
>;

/**
 * Takes a ticket from the press of Send to the order in the journal: a preview of exactly this
 * ticket, a confirmation with its checks, and one submit. The intent id belongs to the ticket, so a
 * ticket that is sent again after an unknown result keeps its id.
 */
export class TicketSender {
  readonly confirmation: Confirmation<Preview>;
  readonly #parts: Parts;
  /** `ticket.text` at the time of the last preview. */
  #previewedText: string | null = null;
  /** The order of the pending request, in words. */
  #order = '';
  #leaveCount = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.confirmation = new Confirmation(parts.uuid);
  }

  /** Resolves false if the ticket is incomplete. `alwaysAsk`: ask even if confirmations are off. */
  async press(alwaysAsk = false): Promise<boolean> {
    const { confirmation } = this;
    const { status, ticket, toasts } = this.#parts;
    if (confirmation.busy || status.lockReasonFor(ticket.draft.action) !== null) return true;
    if (!ticket.checkComplete()) return false;
    this.#nameOrder();
    const leaveCount = this.#leaveCount;
    const outcome = await confirmation.run(() => this.#preview());
    if (outcome?.ok !== true) return true;
    if (leaveCount !== this.#leaveCount) {
      toasts.show(
        'warn',
        `${this.#order}: Nothing was sent, because the ticket was left before the order was checked.`,
      );
      return true;
    }
    const preview = outcome.value;
    if (alwaysAsk || this.#needsConfirmation() || preview.checks.some((check) => check.level !== 'note'))
      confirmation.show(preview);
    else await this.#send(preview, true);
    return true;
  }

  /** Stages the order, to be sent later. Resolves false if the ticket is incomplete. */
  async stage(): Promise<boolean> {
    const { ticket, toasts } = this.#parts;
    if (this.confirmation.busy) return true;
    if (!ticket.checkComplete()) return false;
    this.#nameOrder();
    const outcome = await this.confirmation.run(() => ticket.stage());
    if (outcome?.ok === true) toasts.show('good', 'Staged, not sent. It remains in Staged until you send it.');
    return true;
  }

  /** The page or the strategy is left. A late refusal must not be shown with another ticket. */
  leave(): void {
    this.#leaveCount += 1;
    leaveConfirmation(this.confirmation, this.#parts.toasts, this.#order);
  }

  async confirm(): Promise<void> {
    const { shown, busy } = this.confirmation;
    if (shown === null || busy) return;
    // The ticket may have changed behind the dialog. Its new content is shown, not sent.
    if (this.#parts.ticket.text !== this.#previewedText) await this.confirmation.reload(() => this.#preview());
    else await this.#send(shown, false);
  }

  #nameOrder(): void {
    const { action, quantity, symbol } = this.#parts.ticket.draft;
    this.#order = `${action} ${quantity} ${symbol}`;
  }

  async #preview(): Promise<Outcome<Preview, 'not-checked'>> {
    const { ticket } = this.#parts;
    const preview = await ticket.previewNow();
    if (preview !== null) {
      this.#previewedText = ticket.text;
      return done(preview);
    }
    return failed('not-checked', ticket.previewFailure ?? 'The order was not checked. Nothing was sent.');
  }

  /** Confirmations can be turned off separately for each kind of order. */
  #needsConfirmation(): boolean {
    const { preferences, ticket } = this.#parts;
    const { confirm } = preferences.value;
    if (ticket.draft.replaces !== null) return confirm.replace;
    return isEntry(ticket.draft.action) ? confirm.entry : confirm.exit;
  }

  async #send(preview: Preview, isWithoutReview: boolean): Promise<void> {
    const { strategy, ticket, toasts } = this.#parts;
    const { systemId } = strategy;
    this.#order = words(preview.summary);
    const outcome = await this.confirmation.send(
      () => ticket.submit(shownWarnings(preview.checks), { isWithoutReview }),
      () => this.#preview(),
    );
    if (outcome?.ok !== true) return;
    this.confirmation.drop();
    const { rowId } = outcome.value;
    const showOrder = (): void => revealOrder(this.#parts, { rowId, systemId });
    toasts.show('good', submittedText(preview), { label: 'Show order', run: showOrder });
  }
}
