import type { Bridge } from '#contract/bridge.ts';
import type { Preview, Ticket } from '#contract/model/ticket.ts';
import { ForeseenPreviews } from './foreseen-previews.ts';
import { words } from '#renderer/messages/words.ts';

/** The preview follows the typing once it pauses. */
const pauseMs = 200;

/** The preview of what stands in the ticket, `of` being that ticket as text. An answer to what was changed since is thrown away. */
export class PreviewLoader {
  readonly #bridge: Bridge;
  #preview = $state.raw<{ readonly of: string; readonly value: Preview } | null>(null);
  #failure = $state.raw<string | null>(null);
  #wanted: string | null = null;
  /** The ticket that is being asked about now. */
  #asked: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #foreseen = new ForeseenPreviews();

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

  soon(text: string | null, ticket: Ticket | null, known: boolean): void {
    this.#stopTimer();
    this.#wanted = text;
    if (text === null || ticket === null || !known || text === this.#asked) return;
    this.#timer = setTimeout(() => void this.now(text, ticket, null), pauseMs);
  }

  /** Asks about an order that may be called up; `held` names the state of what is held and working. */
  async foresee(text: string, ticket: Ticket, held: string): Promise<void> {
    await this.#foreseen.ask(text, held, () => this.#bridge.call('orders.preview', { ticket }));
  }

  /** What was foreseen is shown at once, and asked about again like everything else; what is being foreseen is waited for. */
  async now(text: string, ticket: Ticket, held: string | null): Promise<void> {
    this.#stopTimer();
    this.#wanted = text;
    const foreseen = this.#foreseen.find(text, held);
    if (foreseen !== null) {
      this.#preview = { of: text, value: foreseen };
      this.#failure = null;
    }
    this.#asked = text;
    const outcome = await (this.#foreseen.underWay(text, held) ?? this.#bridge.call('orders.preview', { ticket }));
    if (this.#asked === text) this.#asked = null;
    if (text !== this.#wanted) return;
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
