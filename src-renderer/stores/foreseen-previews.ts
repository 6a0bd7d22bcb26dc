import type { Preview } from '#contract/model/ticket.ts';

/** Orders foreseen at once: those of some symbols. */
const most = 40;
/** Sessions end and data grows old without a word. */
const freshMs = 60_000;

type Foreseen = { readonly at: number; readonly value: Preview };

/**
 * Previews that were asked for before their orders were called up, by the ticket as text. Good while nothing that is held or
 * working has changed: `held` names that state.
 */
export class ForeseenPreviews {
  readonly #kept = new Map<string, Foreseen>();
  #held: string | null = null;

  find(text: string, held: string | null): Preview | null {
    const found = held === this.#held ? this.#kept.get(text) : undefined;
    return found !== undefined && performance.now() - found.at < freshMs ? found.value : null;
  }

  keep(text: string, held: string, value: Preview): void {
    if (held !== this.#held || this.#kept.size >= most) this.#kept.clear();
    this.#held = held;
    this.#kept.set(text, { at: performance.now(), value });
  }
}
