import type { CommandOutcome } from '#contract/commands.ts';
import type { Preview, Ticket } from '#contract/model/ticket.ts';
import { words } from '#renderer/messages/words.ts';

type Review = { readonly rowId: string; readonly ticket: Ticket; readonly preview: Preview };
type Outcome = CommandOutcome<'orders.confirm'> | CommandOutcome<'orders.decide'>;

/**
 * Sends an order that is already in the journal. It shows a new preview first, and the trader
 * confirms the warnings of that preview.
 */
export class RowSender {
  readonly #review: (rowId: string) => Promise<CommandOutcome<'orders.review'>>;
  readonly #send: (rowId: string, confirmed: readonly string[]) => Promise<Outcome>;
  #asking = $state.raw<Review | null>(null);
  #busy = $state.raw(false);
  #failure = $state.raw<string | null>(null);

  constructor(
    review: (rowId: string) => Promise<CommandOutcome<'orders.review'>>,
    send: (rowId: string, confirmed: readonly string[]) => Promise<Outcome>,
  ) {
    this.#review = review;
    this.#send = send;
  }

  get asking(): Review | null {
    return this.#asking;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get failure(): string | null {
    return this.#failure;
  }

  async ask(rowId: string): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#failure = null;
    const outcome = await this.#review(rowId);
    this.#busy = false;
    if (outcome.ok) this.#asking = { rowId, ...outcome.value };
    else this.#failure = words(outcome.failure.message);
  }

  /** True if core accepted it. If there is a new warning, it is shown and has to be confirmed. */
  async confirm(): Promise<boolean> {
    const asking = this.#asking;
    if (asking === null || this.#busy) return false;
    this.#busy = true;
    const warnings = asking.preview.checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
    const outcome = await this.#send(asking.rowId, warnings);
    this.#busy = false;
    if (outcome.ok) {
      this.drop();
      return true;
    }
    if (outcome.failure.code === 'unconfirmed') await this.ask(asking.rowId);
    this.#failure = words(outcome.failure.message);
    return false;
  }

  drop(): void {
    this.#asking = null;
    this.#failure = null;
  }
}
