import { untrack } from 'svelte';
import type { Preview } from '#contract/model/ticket.ts';
import { done, type Outcome } from '#contract/outcome.ts';
import { Confirmation } from '#renderer/plan/confirmation.svelte.ts';
import { shownWarnings } from '#renderer/plan/shown-warnings.ts';
import type { CancelStore } from './cancel-store.svelte.ts';
import type { ExitStore } from './exit-store.svelte.ts';
import type { TicketDraft } from './ticket-draft.ts';
import type { TicketOutcome, TicketStore } from './ticket-store.svelte.ts';

type Parts = {
  readonly ticket: TicketStore;
  /** A version-4 UUID. */
  readonly uuid: () => string;
  readonly exits: Pick<ExitStore, 'isRunOpened'>;
  readonly cancels: Pick<CancelStore, 'rowIds'>;
};

/**
 * The order that an action key makes: a quick order, which is previewed before it is sent, or an
 * order that is sent at once. It has its own ticket, so that the order ticket is unchanged. As in
 * the order ticket, one press makes one order.
 */
export class QuickOrderStore {
  readonly ticket: TicketStore;
  /** The confirmation of the order. It shows the title; the order is in `ticket`. */
  readonly #confirmation: Confirmation<string>;
  readonly #parts: Pick<Parts, 'exits' | 'cancels'>;
  readonly #release: () => void;
  /** How often a panic, the rest of an interrupted run or a cancel was opened. */
  #coverCount = 0;

  constructor({ ticket, uuid, exits, cancels }: Parts) {
    this.ticket = ticket;
    this.#parts = { exits, cancels };
    this.#confirmation = new Confirmation(uuid);
    // What was prepared before a panic or a cancel is not offered after it.
    this.#release = $effect.root(() => {
      $effect(() => {
        if (!this.#isCovered) return;
        this.#coverCount += 1;
        untrack(() => this.drop());
      });
    });
  }

  /** Whether a panic, the rest of an interrupted run or a cancel is open. */
  get #isCovered(): boolean {
    const { exits, cancels } = this.#parts;
    return exits.isRunOpened || cancels.rowIds !== null;
  }

  /** Null while no quick order is shown. */
  get title(): string | null {
    return this.#confirmation.shown;
  }

  get failure(): string | null {
    return this.#confirmation.failure;
  }

  get busy(): boolean {
    return this.#confirmation.busy;
  }

  /** True while the order is being sent. Closing the dialog does not stop the sending. */
  get sending(): boolean {
    return this.#confirmation.sending;
  }

  /** Returns false while another order is being sent, also after its dialog was closed. */
  open(draft: TicketDraft, title: string): boolean {
    if (this.busy) return false;
    this.ticket.load(draft);
    this.#confirmation.drop();
    // Request the preview before the order is rendered, so that both are painted together.
    void this.ticket.previewNow();
    this.#confirmation.show(title);
    return true;
  }

  amend(change: Partial<TicketDraft>): void {
    if (this.busy) return;
    this.ticket.change(change);
    void this.ticket.previewNow();
  }

  drop(): void {
    this.#confirmation.drop();
  }

  /**
   * Moves the order to a ticket, as if it had been typed there. Returns false while the order is
   * being sent, because the ticket could send it a second time.
   */
  moveTo(ticket: TicketStore): boolean {
    if (this.busy) return false;
    ticket.load({ ...this.ticket.draft, hotkey: null });
    this.drop();
    return true;
  }

  /**
   * Sends the order on screen with its warnings confirmed. Returns its preview if core accepted it,
   * else null.
   */
  async send(): Promise<Preview | null> {
    const { ticket, title } = this;
    if (title === null || this.busy || !ticket.checkComplete()) return null;
    if (!ticket.isPreviewCurrent || ticket.preview === null) {
      // Never send an order without its preview. Load it, and the next Enter sends.
      await ticket.previewNow();
      return null;
    }
    const { preview } = ticket;
    return this.#submit(() => ticket.submit(shownWarnings(preview.checks)), title, preview);
  }

  /**
   * Sends the order of a key at once, without a preview. The desk must be armed. Returns the title
   * if core accepted the order. Otherwise shows the order and returns null. If another strategy was
   * chosen or a panic or a cancel was opened meanwhile, only `failure` says why it was refused.
   * While another order of a key is shown or being sent, does nothing and returns null.
   */
  async sendNow(draft: TicketDraft, title: string): Promise<string | null> {
    const { ticket } = this;
    if (this.busy || this.title !== null) return null;
    ticket.load(draft);
    const { draft: loaded } = ticket;
    const coverCount = this.#coverCount;
    const sentTitle = ticket.checkComplete()
      ? await this.#submit(() => ticket.submit([], { isWithoutReview: true }), title, title)
      : null;
    // If another strategy was chosen, the ticket has another draft.
    const isLeft = ticket.draft !== loaded || this.#isCovered || coverCount !== this.#coverCount;
    if (sentTitle === null && !isLeft) {
      if (this.#confirmation.shown === null) this.#confirmation.show(title);
      await ticket.previewNow();
    }
    return sentTitle;
  }

  dispose(): void {
    this.#release();
    this.ticket.dispose();
  }

  async #submit<Sent>(request: () => Promise<TicketOutcome>, title: string, sent: Sent): Promise<Sent | null> {
    const reloadPreview = async (): Promise<Outcome<string>> => {
      await this.ticket.previewNow();
      return done(title);
    };
    const outcome = await this.#confirmation.send(request, reloadPreview);
    if (outcome?.ok !== true) return null;
    this.drop();
    return sent;
  }
}
