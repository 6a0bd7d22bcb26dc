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

type Target = { readonly systemId: string; readonly name: string };
type Asking = { readonly order: string; readonly draft: TicketDraft; readonly targets: readonly Target[] };

/**
 * Copies an order of a subscribed strategy into the ticket of a strategy that the trader owns.
 * Sends nothing. If the trader owns several strategies, the dialog asks for one.
 */
export class OrderToTicketStore {
  readonly #parts: Parts;
  #asking = $state.raw<Asking | null>(null);
  /** Grows with every ticket that was loaded, so that the page can focus it. */
  #loadCount = $state.raw(0);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get asking(): Asking | null {
    return this.#asking;
  }

  get loadCount(): number {
    return this.#loadCount;
  }

  /** `order` is the text of the order that the draft was made from. */
  ask(order: string, draft: TicketDraft): void {
    const { status, strategies, strategy, toasts } = this.#parts;
    if (status.readOnlyBecause !== null) return;
    const copiedFrom = `${strategy.strategy?.name ?? 'another strategy'}: ${order}`;
    const targets = strategies.list.filter(
      ({ systemId, alive, listed }) => !strategies.subscribed.includes(systemId) && alive !== false && listed !== false,
    );
    this.#asking = { order, draft: { ...draft, copiedFrom }, targets };
    const [firstTarget] = targets;
    if (firstTarget === undefined) {
      this.drop();
      toasts.show('warn', 'You have no strategy of your own to copy the order to.');
    } else if (targets.length === 1) this.choose(firstTarget);
  }

  choose({ systemId, name }: Target): void {
    const asking = this.#asking;
    if (asking === null) return;
    this.drop();
    this.#parts.ticket.loadFor(systemId, asking.draft);
    this.#parts.toasts.show('info', `Copied to the ticket of ${name}. Nothing was sent.`);
    this.#loadCount += 1;
  }

  drop(): void {
    this.#asking = null;
  }
}
