import type { Bridge } from '#contract/bridge.ts';
import type { Preview, Ticket } from '#contract/model/ticket.ts';
import { PrefetchedPreviews } from './prefetched-previews.ts';
import { words } from '#renderer/messages/words.ts';

/** A preview is requested after this pause in typing. */
const pauseMs = 200;

/**
 * The preview of the ticket. `of` is that ticket as text. An answer for an earlier text is ignored.
 */
export class PreviewLoader {
  readonly #bridge: Bridge;
  #preview = $state.raw<{ readonly of: string; readonly value: Preview } | null>(null);
  #failure = $state.raw<string | null>(null);
  #currentText: string | null = null;
  /** The ticket text of the pending request. */
  #requestedText: string | null = null;
  /** The state of positions and working orders for which the pending request was made. */
  #requestedRevision: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #prefetched = new PrefetchedPreviews();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get value(): Preview | null {
    return this.#preview?.value ?? null;
  }

  get of(): string | null {
    return this.#preview?.of ?? null;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** `revision`: the state of positions and working orders. Null while it is not known. */
  soon(text: string | null, ticket: Ticket | null, revision: string | null): void {
    this.#stopTimer();
    this.#currentText = text;
    if (text === null || ticket === null || revision === null) return;
    if (text === this.#requestedText && revision === this.#requestedRevision) return;
    this.#timer = setTimeout(() => void this.now(text, ticket, revision), pauseMs);
  }

  /**
   * Prefetches the preview of a possible order. `revision` identifies the state of positions and
   * working orders.
   */
  async prefetch(text: string, ticket: Ticket, revision: string): Promise<void> {
    await this.#prefetched.ask(text, revision, () => this.#bridge.call('orders.preview', { ticket }));
  }

  /** Shows a prefetched preview at once and requests it again. Waits for a pending prefetch. */
  async now(text: string, ticket: Ticket, revision: string | null): Promise<void> {
    this.#stopTimer();
    this.#currentText = text;
    const prefetched = this.#prefetched.find(text, revision);
    if (prefetched !== null) {
      this.#preview = { of: text, value: prefetched };
      this.#failure = null;
    }
    this.#requestedText = text;
    this.#requestedRevision = revision;
    const outcome = await (this.#prefetched.underWay(text, revision) ??
      this.#bridge.call('orders.preview', { ticket }));
    if (this.#requestedText === text) this.#requestedText = null;
    if (text !== this.#currentText) return;
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    this.#preview = outcome.ok ? { of: text, value: outcome.value } : null;
  }

  dispose(): void {
    this.#stopTimer();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
