import { untrack } from 'svelte';
import type { App } from '#renderer/stores/app-context.ts';
import type { TicketDraft } from '#renderer/stores/ticket-draft.ts';
import { changedOrder, keyOrder, lastOrder, orderVerbs, symbolAtHand, type OrderVerb } from './hotkey-orders.ts';

/** While the hand moves on or the lists change faster than this nothing is foreseen. */
const restMs = 150;

/**
 * What the keys would order in the symbol at hand is asked for before one is pressed, so that the order and what it would do
 * are painted together: at once for the first symbol after a rest, else when nothing has moved for a while.
 */
export class OrderForesight {
  readonly #app: App;
  #symbol: string | null = null;
  #movedAt = -restMs;

  constructor(app: App) {
    this.#app = app;
  }

  /** An effect: runs again when the symbol, the keys, what is picked or what is held and working change. */
  look(): (() => void) | undefined {
    const { desk, layer, picked } = this.#app;
    const { signalIds } = picked;
    const symbol = symbolAtHand(this.#app);
    if (layer.ticket.held === null) return undefined;
    const verbs = orderVerbs.filter((verb) => this.#isShown(verb));
    // An armed desk may send with the next key: nothing shall be on the line before that order.
    if (symbol !== null && this.#comesToRest(symbol) && !desk.armed) this.#foresee(() => this.#ofSymbol(verbs, symbol));
    const again = (['repeat', 'change'] as const).filter((verb) => this.#isShown(verb));
    const timer = setTimeout(
      () =>
        this.#foresee(() => [...this.#ofSymbol(verbs, symbol), ...again.map((verb) => this.#ofList(verb, signalIds))]),
      restMs,
    );
    return () => clearTimeout(timer);
  }

  /** What a key sends at once is not shown. */
  #isShown(verb: OrderVerb | 'repeat' | 'change'): boolean {
    const { desk, hotkeys } = this.#app;
    const { combo, send } = hotkeys.map.bindings[verb];
    return combo !== null && !(desk.armed && send);
  }

  /** True for another symbol after a rest: not for each of those that a hand runs over, nor whenever a list changes. */
  #comesToRest(symbol: string): boolean {
    if (symbol === this.#symbol) return false;
    const rested = performance.now() - this.#movedAt >= restMs;
    this.#symbol = symbol;
    this.#movedAt = performance.now();
    return rested;
  }

  #ofSymbol(verbs: readonly OrderVerb[], symbol: string | null): TicketDraft[] {
    return symbol === null ? [] : verbs.map((verb) => keyOrder(verb, symbol, this.#app));
  }

  #ofList(verb: 'repeat' | 'change', pickedIds: readonly string[]): TicketDraft | null {
    if (verb === 'repeat') return lastOrder(this.#app);
    return changedOrder(this.#app.signals.list ?? [], pickedIds)?.draft ?? null;
  }

  #foresee(drafts: () => readonly (TicketDraft | null)[]): void {
    untrack(() => {
      for (const draft of drafts()) if (draft !== null) this.#app.layer.ticket.foresee(draft);
    });
  }
}
