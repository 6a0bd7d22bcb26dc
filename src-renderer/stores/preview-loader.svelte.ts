import type { Bridge } from '#contract/bridge.ts';
import type { Preview, Ticket } from '#contract/model/ticket.ts';
import { PrefetchedPreviews } from './prefetched-previews.ts';
import { words } from '#renderer/messages/words.ts';

/** A preview is requested after this pause in typing. */
const pauseMs = 200;

/**
 * The preview of the ticket. An answer is ignored if the text of the ticket has changed since, or
 * if a later request was answered before.
 */
export class PreviewLoader {
  readonly #bridge: Bridge;
  #preview = $state.raw<{ readonly ticketText: string; readonly value: Preview } | null>(null);
  #failure = $state.raw<string | null>(null);
  #currentText: string | null = null;
  /** The ticket text of the pending request. */
  #requestedText: string | null = null;
  /** The state of positions and working orders for which the pending request was made. */
  #requestedRevision: string | null = null;
  #requestCount = 0;
  /** The number of the latest request that was answered. */
  #answeredRequest = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #prefetched = new PrefetchedPreviews();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get value(): Preview | null {
    return this.#preview?.value ?? null;
  }

  /** The ticket that was previewed, as text. */
  get ticketText(): string | null {
    return this.#preview?.ticketText ?? null;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** `revision`: the state of positions and working orders. Null while it is not known. */
  loadSoon(text: string | null, ticket: Ticket | null, revision: string | null): void {
    this.#stopTimer();
    this.#currentText = text;
    if (text === null || ticket === null || revision === null) return;
    if (text === this.#requestedText && revision === this.#requestedRevision) return;
    this.#timer = setTimeout(() => void this.loadNow(text, ticket, revision), pauseMs);
  }

  /**
   * Prefetches the preview of a possible order. `revision` identifies the state of positions and
   * working orders.
   */
  async prefetch(text: string, ticket: Ticket, revision: string): Promise<void> {
    await this.#prefetched.request(text, revision, () => this.#bridge.call('orders.preview', { ticket }));
  }

  /**
   * Shows a prefetched preview at once, if there is one, and requests a new one. If a prefetch is
   * pending, its answer is awaited and nothing is requested.
   */
  async loadNow(text: string, ticket: Ticket, revision: string | null): Promise<void> {
    this.#stopTimer();
    this.#currentText = text;
    const prefetched = this.#prefetched.find(text, revision);
    if (prefetched !== null) {
      this.#preview = { ticketText: text, value: prefetched };
      this.#failure = null;
    }
    this.#requestedText = text;
    this.#requestedRevision = revision;
    this.#requestCount += 1;
    const request = this.#requestCount;
    const outcome = await (this.#prefetched.pendingAnswer(text, revision) ??
      this.#bridge.call('orders.preview', { ticket }));
    if (request === this.#requestCount) this.#requestedText = null;
    if (text !== this.#currentText || request < this.#answeredRequest) return;
    this.#answeredRequest = request;
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    this.#preview = outcome.ok ? { ticketText: text, value: outcome.value } : null;
  }

  dispose(): void {
    this.#stopTimer();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
