import type { StatusStore } from './status-store.svelte.ts';
import type { StrategiesStore } from './strategies-store.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';
import type { TicketDraft } from './ticket-draft.ts';
import type { TicketStore } from './ticket-store.svelte.ts';
import type { ToastsStore } from './toasts-store.svelte.ts';

type Parts = {
  readonly status: Pick<StatusStore, 'readOnlyBecause'>;
  readonly strategies: Pick<StrategiesStore, 'list' | 'subscribed'>;
  readonly strategy: Pick<StrategyStore, 'strategy'>;
  readonly ticket: Pick<TicketStore, 'loadFor'>;
  readonly toasts: Pick<ToastsStore, 'show'>;
};

type OwnStrategy = { readonly systemId: string; readonly name: string };
type Question = { readonly order: string; readonly draft: TicketDraft; readonly ownStrategies: readonly OwnStrategy[] };

/**
 * Copies an order of a subscribed strategy into the ticket of a strategy that the trader owns.
 * Sends nothing. If the trader owns several strategies, the dialog asks for one.
 */
export class OrderToTicketStore {
  readonly #parts: Parts;
  #question = $state.raw<Question | null>(null);
  /** Grows with every ticket that was loaded, so that the page can focus it. */
  #loadCount = $state.raw(0);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Asks which own strategy the order is copied to. Null while nothing is asked. */
  get question(): Question | null {
    return this.#question;
  }

  get loadCount(): number {
    return this.#loadCount;
  }

  /** `order` is the text of the order that the draft was made from. */
  ask(order: string, draft: TicketDraft): void {
    const { status, strategies, strategy, toasts } = this.#parts;
    if (status.readOnlyBecause !== null) return;
    const copiedFrom = `${strategy.strategy?.name ?? 'another strategy'}: ${order}`;
    const ownStrategies = strategies.list.filter(
      ({ systemId, alive, listed }) => !strategies.subscribed.includes(systemId) && alive !== false && listed !== false,
    );
    this.#question = { order, draft: { ...draft, copiedFrom }, ownStrategies };
    const [firstStrategy] = ownStrategies;
    if (firstStrategy === undefined) {
      this.drop();
      toasts.show('warn', 'You have no strategy of your own to copy the order to.');
    } else if (ownStrategies.length === 1) this.choose(firstStrategy);
  }

  choose({ systemId, name }: OwnStrategy): void {
    const question = this.#question;
    if (question === null) return;
    this.drop();
    // Another connection may be open by now. It does not have this strategy.
    const { strategies, ticket, toasts } = this.#parts;
    if (!strategies.list.some((one) => one.systemId === systemId)) {
      toasts.show('warn', `The order was not copied: ${name} is no longer in the list of strategies.`);
      return;
    }
    ticket.loadFor(systemId, question.draft);
    toasts.show('info', `Copied to the ticket of ${name}. Nothing was sent.`);
    this.#loadCount += 1;
  }

  drop(): void {
    this.#question = null;
  }
}
