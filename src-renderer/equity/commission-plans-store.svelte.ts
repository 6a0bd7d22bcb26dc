import type { Bridge } from '#contract/bridge.ts';
import type { PlanChoice } from '#contract/model/equity.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';
import type { ToastsStore } from '#renderer/stores/toasts-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

/** The commission plan of the selected strategy's equity, and the plans with a stored curve. */
export class CommissionPlansStore {
  readonly #bridge: Bridge;
  readonly #strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>;
  readonly #toasts: Pick<ToastsStore, 'show'>;
  readonly #loader: Loader<PlanChoice>;

  constructor(
    bridge: Bridge,
    strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>,
    toasts: Pick<ToastsStore, 'show'>,
  ) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#toasts = toasts;
    this.#loader = new Loader(
      () => strategy.loadKey('equity'),
      () => bridge.call('equity.plans', { systemId: strategy.systemId ?? '0' }),
    );
  }

  /** Null if none is chosen. The platform then decides, which may not be the plan `default`. */
  get plan(): string | null {
    return this.#loader.value?.plan ?? null;
  }

  /** The plans to choose from: one named `default`, those with a stored curve, the current one. */
  readonly names: readonly string[] = $derived.by(() => {
    const { plan = null, stored = [] } = this.#loader.value ?? {};
    const all = ['default', ...stored, ...(plan === null ? [] : [plan])];
    return all.filter((one, at) => all.indexOf(one) === at);
  });

  /** The new choice is read after the event `strategy.changed`. */
  async choose(plan: string | null): Promise<void> {
    const { systemId } = this.#strategy;
    if (systemId === null || plan === this.plan) return;
    const outcome = await this.#bridge.call('equity.choose', { systemId, plan });
    if (!outcome.ok) this.#toasts.show('danger', words(outcome.failure.message));
  }

  dispose(): void {
    this.#loader.dispose();
  }
}
