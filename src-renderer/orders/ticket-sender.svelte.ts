import { words } from '#renderer/messages/words.ts';
import type { Preview } from '#contract/model/ticket.ts';
import { isEntry } from '#renderer/format/action-words.ts';
import type { App } from '#renderer/stores/app-context.ts';
import type { TicketOutcome } from '#renderer/stores/ticket-store.svelte.ts';

type Parts = Pick<App, 'preferences' | 'router' | 'signals' | 'status' | 'ticket' | 'toasts'>;

/**
 * From the press on Send to the order in the journal: preview of exactly what stands in the ticket, confirmation with
 * its checks, one submit. A second press while one is under way does nothing.
 */
export class TicketSender {
  readonly #parts: Parts;
  #asking = $state.raw<Preview | null>(null);
  #busy = $state.raw(false);
  #failure = $state.raw<string | null>(null);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The preview waiting for a yes. */
  get asking(): Preview | null {
    return this.#asking;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** Resolves false when the ticket is not complete. `shown`: it is asked about even where it could go at once. */
  async press(shown = false): Promise<boolean> {
    const { status, ticket } = this.#parts;
    if (this.#busy || status.lockedFor(ticket.draft.action) !== null) return true;
    if (!ticket.attempt()) return false;
    const preview = await this.#look();
    if (preview === null) return true;
    if (shown || this.#asks() || preview.checks.some((check) => check.level !== 'note')) this.#asking = preview;
    else await this.#send(preview, true);
    return true;
  }

  /** Keeps it, held, to be sent later. Resolves false when the ticket is not complete. */
  async prepare(): Promise<boolean> {
    const { ticket, toasts } = this.#parts;
    if (this.#busy) return true;
    if (!ticket.attempt()) return false;
    this.#busy = true;
    this.#failure = null;
    const outcome = await ticket.prepare();
    this.#busy = false;
    if (outcome?.ok === true) toasts.show('good', 'Prepared, and not sent. It stands in Prepared until you send it.');
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

  async #look(): Promise<Preview | null> {
    const { ticket } = this.#parts;
    this.#busy = true;
    this.#failure = null;
    const preview = await ticket.previewNow();
    this.#busy = false;
    if (preview === null) this.#failure = ticket.previewFailure ?? 'The order was not checked, and nothing was sent.';
    return preview;
  }

  /** The trader may do without being asked, for each kind of order apart. */
  #asks(): boolean {
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
      const text = `Order taken: ${preview.summary}.`;
      toasts.show('good', text, { label: 'Go to its row', run: show });
      return;
    }
    this.#fail(outcome);
    // Something new to confirm, or no right to go without: show it, rather than ask for the same yes again.
    if (outcome.failure.code === 'unconfirmed') this.#asking = await ticket.previewNow();
    if (outcome.failure.code === 'disarmed') this.#asking = preview;
  }

  #fail(outcome: Exclude<TicketOutcome, null>): void {
    if (outcome.ok) return;
    const { message, details } = outcome.failure;
    const text = words(message);
    this.#failure = [text, ...(details ?? []).map(words).filter((line) => !text.includes(line))].join(' ');
  }
}
