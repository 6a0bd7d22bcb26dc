import type { Preview } from '#contract/model/ticket.ts';
import type { App } from '#renderer/stores/app-context.ts';

type Parts = Pick<App, 'preferences' | 'status' | 'ticket' | 'toasts'>;

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

  /** Resolves false when the ticket is not complete. */
  async press(): Promise<boolean> {
    const { preferences, status, ticket } = this.#parts;
    if (this.#busy || status.lockedBecause !== null) return true;
    if (!ticket.attempt()) return false;
    this.#busy = true;
    this.#failure = null;
    const preview = await ticket.previewNow();
    this.#busy = false;
    if (preview === null) this.#failure = ticket.previewFailure ?? 'The order was not checked, and nothing was sent.';
    else if (preferences.value.confirmOrders || preview.checks.some((check) => check.level !== 'note'))
      this.#asking = preview;
    else await this.#send(preview);
    return true;
  }

  async confirm(): Promise<void> {
    if (this.#asking !== null) await this.#send(this.#asking);
  }

  drop(): void {
    this.#asking = null;
    this.#failure = null;
  }

  async #send(preview: Preview): Promise<void> {
    const { ticket, toasts } = this.#parts;
    if (this.#busy) return;
    this.#busy = true;
    const warnings = preview.checks.filter((check) => check.level === 'warn').map((check) => check.code);
    const outcome = await ticket.submit(warnings);
    this.#busy = false;
    if (outcome === null) return;
    if (outcome.ok) {
      this.#asking = null;
      toasts.show('good', `Order taken: ${preview.summary}. Its row shows what becomes of it.`);
      return;
    }
    this.#failure = [outcome.failure.message, ...(outcome.failure.details ?? [])].join(' ');
    // Something new to confirm: show it, rather than ask for the same yes again.
    if (outcome.failure.code === 'unconfirmed') this.#asking = await ticket.previewNow();
  }
}
