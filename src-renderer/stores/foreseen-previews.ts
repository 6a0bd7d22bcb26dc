import type { CommandOutcome } from '#contract/commands.ts';
import type { Preview } from '#contract/model/ticket.ts';

/** Orders foreseen at once: those of some symbols. */
const most = 40;
/** Sessions end and data grows old without a word. */
const freshMs = 60_000;

type Foreseen = { readonly at: number; readonly value: Preview };
type Answer = Promise<CommandOutcome<'orders.preview'>>;

/**
 * Previews that were asked for before their orders were called up, by the ticket as text. Good while nothing that is held or
 * working has changed: `held` names that state.
 */
export class ForeseenPreviews {
  readonly #kept = new Map<string, Foreseen>();
  readonly #underWay = new Map<string, Answer>();
  #held: string | null = null;

  find(text: string, held: string | null): Preview | null {
    const found = held === this.#held ? this.#kept.get(text) : undefined;
    return found !== undefined && performance.now() - found.at < freshMs ? found.value : null;
  }

  /** The answer that is on its way: an order called up meanwhile waits for it, and not for one behind it. */
  underWay(text: string, held: string | null): Answer | null {
    return this.#underWay.get(keyOf(text, held)) ?? null;
  }

  async ask(text: string, held: string, ask: () => Answer): Promise<void> {
    if (this.find(text, held) !== null || this.underWay(text, held) !== null) return;
    const answer = ask();
    this.#underWay.set(keyOf(text, held), answer);
    const outcome = await answer;
    this.#underWay.delete(keyOf(text, held));
    if (outcome.ok) this.#keep(text, held, outcome.value);
  }

  #keep(text: string, held: string, value: Preview): void {
    if (held !== this.#held || this.#kept.size >= most) this.#kept.clear();
    this.#held = held;
    this.#kept.set(text, { at: performance.now(), value });
  }
}

const keyOf = (text: string, held: string | null): string => `${held ?? ''} ${text}`;
