import type { TicketDraft } from './ticket-draft.ts';
import type { TicketStore } from './ticket-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

/**
 * The order that a key called up, shown before it is sent. It has a ticket of its own, so that what stands in the order
 * ticket stays as it was typed; the rules of intents are the ticket's (one press, one order).
 */
export class LayerStore {
  readonly ticket: TicketStore;
  #title = $state.raw<string | null>(null);
  #failure = $state.raw<string | null>(null);
  #sending = $state.raw(false);

  constructor(ticket: TicketStore) {
    this.ticket = ticket;
  }

  /** Null: nothing is shown. */
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
    // Asked for before the window is busy with showing the order: both are then painted together.
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

  /** Sends what is shown, its warnings seen. The summary of what was taken, else null. */
  async send(): Promise<string | null> {
    const { ticket } = this;
    if (this.#title === null || this.#sending || !ticket.attempt()) return null;
    if (!ticket.previewCurrent || ticket.preview === null) {
      // Nothing goes out that was not on screen: the next Enter sends what is shown then.
      await ticket.previewNow();
      return null;
    }
    const { summary, checks } = ticket.preview;
    return this.#submit(
      checks.filter(({ level }) => level === 'warn').map(({ code }) => code),
      false,
      summary,
    );
  }

  /**
   * A key set to Send, on an armed desk: one press, no review. Whatever stands in the way puts the order on screen
   * instead. Presses while one is under way do nothing.
   */
  async sendNow(draft: TicketDraft, title: string): Promise<string | null> {
    if (this.#sending || this.#title !== null) return null;
    this.#sending = true;
    this.ticket.load(draft);
    const taken = this.ticket.attempt() ? await this.#submit([], true, title) : null;
    this.#sending = false;
    if (taken === null) {
      this.#title = title;
      await this.ticket.previewNow();
    }
    return taken;
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
    this.#failure = [words(outcome.failure.message), ...(outcome.failure.details ?? []).map(words)].join(' ');
    if (outcome.failure.code === 'unconfirmed') await this.ticket.previewNow();
    return null;
  }
}
