import { untrack } from 'svelte';
import type { App } from '#renderer/stores/app-context.ts';
import type { TicketDraft } from '#renderer/stores/ticket-draft.ts';
import { replacementOrder, keyOrder, lastOrder, orderVerbs, focusedSymbol, type OrderVerb } from './hotkey-orders.ts';

/** A prefetch waits until nothing has changed for this long. */
const quietMs = 150;

/**
 * Prefetches the previews of the orders that keys would open for the focused symbol, so that an
 * order and its preview are painted together. A prefetch starts at once if the symbol changes and
 * has not changed in the last `quietMs`. Another one starts when nothing has changed for `quietMs`.
 */
export class OrderPrefetch {
  readonly #app: App;
  #symbol: string | null = null;
  #changedAt = -quietMs;

  constructor(app: App) {
    this.#app = app;
  }

  /**
   * An effect. It runs again when the symbol, the keys, the focused row, positions or working
   * orders change.
   */
  watch(): (() => void) | undefined {
    const { desk, quickOrder, focusedRow } = this.#app;
    const { selectedOrFocusedRowIds } = focusedRow;
    const symbol = focusedSymbol(this.#app);
    if (quickOrder.ticket.accountRevision === null) return undefined;
    const verbs = orderVerbs.filter((verb) => this.#isPreviewed(verb));
    // Not on an armed desk: its next key may send an order, which the prefetch would delay.
    if (symbol !== null && this.#takeSymbol(symbol) && !desk.armed) this.#prefetch(() => this.#draftsOf(verbs, symbol));
    const verbsOnListedOrders = (['repeat', 'change'] as const).filter((verb) => this.#isPreviewed(verb));
    const timer = setTimeout(
      () =>
        this.#prefetch(() => [
          ...this.#draftsOf(verbs, symbol),
          ...verbsOnListedOrders.map((verb) => this.#draftFor(verb, selectedOrFocusedRowIds)),
        ]),
      quietMs,
    );
    return () => clearTimeout(timer);
  }

  /** An order that a key sends at once has no preview. */
  #isPreviewed(verb: OrderVerb | 'repeat' | 'change'): boolean {
    const { desk, hotkeys } = this.#app;
    const { combo, send } = hotkeys.map.bindings[verb];
    return combo !== null && !(desk.armed && send);
  }

  /**
   * Stores the symbol. Returns true if it is new and no other symbol was new in the last `quietMs`.
   * So it returns false while the focus moves over rows, and when only a list has changed.
   */
  #takeSymbol(symbol: string): boolean {
    if (symbol === this.#symbol) return false;
    const wasQuiet = performance.now() - this.#changedAt >= quietMs;
    this.#symbol = symbol;
    this.#changedAt = performance.now();
    return wasQuiet;
  }

  #draftsOf(verbs: readonly OrderVerb[], symbol: string | null): TicketDraft[] {
    return symbol === null ? [] : verbs.map((verb) => keyOrder(verb, symbol, this.#app));
  }

  #draftFor(verb: 'repeat' | 'change', selectedOrFocusedIds: readonly string[]): TicketDraft | null {
    if (verb === 'repeat') return lastOrder(this.#app);
    return replacementOrder(this.#app.signals.list ?? [], selectedOrFocusedIds)?.draft ?? null;
  }

  #prefetch(drafts: () => readonly (TicketDraft | null)[]): void {
    untrack(() => {
      for (const draft of drafts()) if (draft !== null) this.#app.quickOrder.ticket.prefetch(draft);
    });
  }
}
