import type { CommandOutcome } from '#contract/commands.ts';
import type { Preview } from '#contract/model/ticket.ts';

/** The maximum number of cached previews, enough for several symbols. */
const maxPreviews = 40;
/** A preview expires, because the data ages without an event. */
const maxAgeMs = 60_000;

type CachedPreview = { readonly at: number; readonly value: Preview };
type Answer = Promise<CommandOutcome<'orders.preview'>>;

/**
 * Previews by ticket text, read before their orders are opened. Valid while positions and working
 * orders are unchanged: `revision` identifies that state.
 */
export class PrefetchedPreviews {
  readonly #cached = new Map<string, CachedPreview>();
  readonly #pending = new Map<string, Answer>();
  #revision: string | null = null;

  find(text: string, revision: string | null): Preview | null {
    const found = revision === this.#revision ? this.#cached.get(text) : undefined;
    return found !== undefined && performance.now() - found.at < maxAgeMs ? found.value : null;
  }

  /**
   * The pending answer. An order that is opened before the answer arrives waits for it and requests
   * no second preview.
   */
  pendingAnswer(text: string, revision: string | null): Answer | null {
    return this.#pending.get(keyOf(text, revision)) ?? null;
  }

  async request(text: string, revision: string, send: () => Answer): Promise<void> {
    if (this.find(text, revision) !== null || this.pendingAnswer(text, revision) !== null) return;
    const answer = send();
    this.#pending.set(keyOf(text, revision), answer);
    const outcome = await answer;
    this.#pending.delete(keyOf(text, revision));
    if (outcome.ok) this.#store(text, revision, outcome.value);
  }

  #store(text: string, revision: string, value: Preview): void {
    if (revision !== this.#revision || this.#cached.size >= maxPreviews) this.#cached.clear();
    this.#revision = revision;
    this.#cached.set(text, { at: performance.now(), value });
  }
}

const keyOf = (text: string, revision: string | null): string => `${revision ?? ''} ${text}`;
