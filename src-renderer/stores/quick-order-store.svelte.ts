import type { TicketDraft } from './ticket-draft.ts';
import type { TicketStore } from './ticket-store.svelte.ts';
import { failureLines } from '#renderer/messages/failure-lines.ts';
import { words } from '#renderer/messages/words.ts';

/**
 * The quick order that a key opened, previewed before it is sent. It has its own ticket, so that
 * the order ticket is unchanged. Intents have the same rule as in the ticket: one press, one order.
 */
export class QuickOrderStore {
  readonly ticket: TicketStore;
  #title = $state.raw<string | null>(null);
  #failure = $state.raw<string | null>(null);
  #sending = $state.raw(false);

  constructor(ticket: TicketStore) {
    this.ticket = ticket;
  }

  /** Null while no quick order is shown. */
  get title(): string | null {
    return this.#title;
  }

  get failure(): string | null {
    return this.#failure;
  }

  get sending(): boolean {
    return this.#sending;
  }

  open(draft: TicketDraft, title: string): void {
    if (this.#sending) return;
    this.ticket.load(draft);
    this.#failure = null;
    // Request the preview before the order is rendered, so that both are painted together.
    void this.ticket.previewNow();
    this.#title = title;
  }

  amend(change: Partial<TicketDraft>): void {
    if (this.#sending) return;
    this.ticket.change(change);
    void this.ticket.previewNow();
  }

  drop(): void {
    this.#title = null;
    this.#failure = null;
  }

  /**
   * Sends the order on screen with its warnings confirmed. Returns the summary if core accepted it,
   * else null.
   */
  async send(): Promise<string | null> {
    const { ticket } = this;
    if (this.#title === null || this.#sending || !ticket.attempt()) return null;
    if (!ticket.previewCurrent || ticket.preview === null) {
      // Never send an order without its preview. Load it, and the next Enter sends.
      await ticket.previewNow();
      return null;
    }
    const { summary, checks } = ticket.preview;
    return this.#submit(
      checks.filter(({ level }) => level === 'warn').map(({ code }) => code),
      false,
      words(summary),
    );
  }

  /**
   * For a key set to send at once, on an armed desk: one press, no preview. If the order is not
   * accepted, it is shown instead. Further presses meanwhile do nothing.
   */
  async sendNow(draft: TicketDraft, title: string): Promise<string | null> {
    if (this.#sending || this.#title !== null) return null;
    this.#sending = true;
    this.ticket.load(draft);
    const summary = this.ticket.attempt() ? await this.#submit([], true, title) : null;
    this.#sending = false;
    if (summary === null) {
      this.#title = title;
      await this.ticket.previewNow();
    }
    return summary;
  }

  dispose(): void {
    this.ticket.dispose();
  }

  async #submit(confirmed: readonly string[], direct: boolean, summary: string): Promise<string | null> {
    this.#sending = true;
    this.#failure = null;
    const outcome = await this.ticket.submit(confirmed, direct);
    this.#sending = false;
    if (outcome === null) return null;
    if (outcome.ok) {
      this.drop();
      return summary;
    }
    this.#failure = failureLines(outcome.failure).join(' ');
    if (outcome.failure.code === 'unconfirmed') await this.ticket.previewNow();
    return null;
  }
}
