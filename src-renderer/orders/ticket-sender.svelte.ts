import { failureLines } from '#renderer/messages/failure-lines.ts';
import { words } from '#renderer/messages/words.ts';
import type { Preview } from '#contract/model/ticket.ts';
import { isEntry } from '#renderer/format/action-words.ts';
import type { App } from '#renderer/stores/app-context.ts';
import type { TicketOutcome } from '#renderer/stores/ticket-store.svelte.ts';

type Parts = Pick<App, 'preferences' | 'router' | 'signals' | 'status' | 'ticket' | 'toasts'>;

/**
 * From the press on Send to the order in the journal: a preview of exactly this ticket, a
 * confirmation with its checks, one submit. A second press meanwhile does nothing.
 */
export class TicketSender {
  readonly #parts: Parts;
  #asking = $state.raw<Preview | null>(null);
  #busy = $state.raw(false);
  #failure = $state.raw<string | null>(null);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The preview that has to be confirmed. */
  get asking(): Preview | null {
    return this.#asking;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** Resolves false if the ticket is incomplete. `shown`: ask even if confirmations are off. */
  async press(shown = false): Promise<boolean> {
    const { status, ticket } = this.#parts;
    if (this.#busy || status.lockedFor(ticket.draft.action) !== null) return true;
    if (!ticket.attempt()) return false;
    const preview = await this.#preview();
    if (preview === null) return true;
    if (shown || this.#needsConfirmation() || preview.checks.some((check) => check.level !== 'note'))
      this.#asking = preview;
    else await this.#send(preview, true);
    return true;
  }

  /** Stages the order, to be sent later. Resolves false if the ticket is incomplete. */
  async stage(): Promise<boolean> {
    const { ticket, toasts } = this.#parts;
    if (this.#busy) return true;
    if (!ticket.attempt()) return false;
    this.#busy = true;
    this.#failure = null;
    const outcome = await ticket.stage();
    this.#busy = false;
    if (outcome?.ok === true) toasts.show('good', 'Staged, not sent. It remains in Staged until you send it.');
    else if (outcome !== null) this.#fail(outcome);
    return true;
  }

  async confirm(): Promise<void> {
    if (this.#asking !== null) await this.#send(this.#asking, false);
  }

  drop(): void {
    this.#asking = null;
    this.#failure = null;
  }

  async #preview(): Promise<Preview | null> {
    const { ticket } = this.#parts;
    this.#busy = true;
    this.#failure = null;
    const preview = await ticket.previewNow();
    this.#busy = false;
    if (preview === null) this.#failure = ticket.previewFailure ?? 'The order was not checked. Nothing was sent.';
    return preview;
  }

  /** Confirmations can be off for each kind of order. */
  #needsConfirmation(): boolean {
    const { preferences, ticket } = this.#parts;
    const { confirm } = preferences.value;
    if (ticket.draft.replaces !== null) return confirm.replace;
    return isEntry(ticket.draft.action) ? confirm.entry : confirm.exit;
  }

  async #send(preview: Preview, direct: boolean): Promise<void> {
    const { router, signals, ticket, toasts } = this.#parts;
    if (this.#busy) return;
    this.#busy = true;
    const warnings = preview.checks.filter((check) => check.level === 'warn').map((check) => check.code);
    const outcome = await ticket.submit(warnings, direct);
    this.#busy = false;
    if (outcome === null) return;
    if (outcome.ok) {
      this.#asking = null;
      const { rowId } = ticket.sent ?? {};
      const show = (): void => {
        router.go('trade');
        if (rowId !== undefined) signals.reveal(rowId);
      };
      const text = `Order accepted: ${words(preview.summary)}.`;
      toasts.show('good', text, { label: 'Show order', run: show });
      return;
    }
    this.#fail(outcome);
    // A new warning, or no permission to send without confirmation: show the preview again.
    if (outcome.failure.code === 'unconfirmed') this.#asking = await ticket.previewNow();
    if (outcome.failure.code === 'disarmed') this.#asking = preview;
  }

  #fail(outcome: Exclude<TicketOutcome, null>): void {
    if (outcome.ok) return;
    this.#failure = failureLines(outcome.failure).join(' ');
  }
}
