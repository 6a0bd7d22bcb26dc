import type { CommandOutcome } from '#contract/commands.ts';
import type { CancelPlan } from '#contract/model/ticket.ts';
import { done, type Outcome } from '#contract/outcome.ts';
import { Confirmation } from '#renderer/plan/confirmation.svelte.ts';
import type { SignalsStore } from '#renderer/stores/signals-store.svelte.ts';

export type CancelScope = 'entries' | 'all';

/** `entries` is planned only if the trader asked for all orders and the full plan has entries. */
type Plans = { readonly full: CancelPlan; readonly entries: CancelPlan | null };

type Parts = {
  readonly signals: Pick<SignalsStore, 'cancel' | 'planCancel'>;
  /** A version-4 UUID. */
  readonly uuid: () => string;
  readonly rowIds: readonly string[];
  /** The trader asked for all orders. If they include stops, the entries can be chosen alone. */
  readonly all: boolean;
};

/** Plans a cancel of orders, and sends one cancel for the orders of the plan on screen. */
export class CancelReview {
  readonly #parts: Parts;
  readonly #confirmation: Confirmation<Plans>;
  #scope = $state<CancelScope>('entries');

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#confirmation = new Confirmation(parts.uuid);
  }

  get scope(): CancelScope {
    return this.#scope;
  }

  get hasChoice(): boolean {
    return this.#parts.all && (this.#confirmation.shown?.full.stops.length ?? 0) > 0;
  }

  /** The plan of the chosen orders. */
  get plan(): CancelPlan | null {
    const plans = this.#confirmation.shown;
    return (this.hasChoice && this.#scope === 'entries' ? plans?.entries : plans?.full) ?? null;
  }

  get failure(): string | null {
    return this.#confirmation.failure;
  }

  get busy(): boolean {
    return this.#confirmation.busy;
  }

  get sending(): boolean {
    return this.#confirmation.sending;
  }

  async open(): Promise<void> {
    await this.#confirmation.ask(() => this.#load());
  }

  /** The dialog is closed. `report` gets the failure of a pending request. */
  leave(report: (failure: string) => void): void {
    this.#confirmation.leave(report);
  }

  /**
   * Another scope cancels other orders, which needs a new intent id: core refuses an id that it
   * knows. `show` makes the new id.
   */
  choose(scope: CancelScope): void {
    if (scope === this.#scope) return;
    this.#scope = scope;
    const plans = this.#confirmation.shown;
    if (plans !== null) this.#confirmation.show(plans);
  }

  /**
   * Returns the plan if core accepted its cancel, else null. If no order can be canceled any more,
   * nothing was sent, and the plan is made again.
   */
  async send(): Promise<CancelPlan | null> {
    const sent = this.plan;
    if (sent === null) return null;
    const confirmed = sent.askedUntil === undefined ? [] : ['asked-to-wait'];
    const outcome = await this.#confirmation.send(
      (intentId): Promise<CommandOutcome<'orders.cancel'>> =>
        this.#parts.signals.cancel(intentId, sent.rowIds, confirmed),
      () => this.#load(),
    );
    if (outcome?.ok !== true) return null;
    if (outcome.value.queued.length > 0) return sent;
    await this.open();
    return null;
  }

  async #load(): Promise<Outcome<Plans, string>> {
    const { all, rowIds, signals } = this.#parts;
    const full = await signals.planCancel(rowIds);
    if (!full.ok) return full;
    if (!all || full.value.entries.length === 0) return done({ full: full.value, entries: null });
    const entries = await signals.planCancel(full.value.entries);
    return entries.ok ? done({ full: full.value, entries: entries.value }) : entries;
  }
}
