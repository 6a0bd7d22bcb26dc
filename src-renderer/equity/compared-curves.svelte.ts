import { SvelteMap } from 'svelte/reactivity';
import type { Bridge } from '#contract/bridge.ts';
import type { EventPayload } from '#contract/events.ts';
import type { EquityCurve } from '#contract/model/equity.ts';
import type { ComparedCurve } from '#renderer/chart/compared-curve.ts';
import { otherNames } from '#renderer/chart/equity-model.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategiesStore } from '#renderer/stores/strategies-store.svelte.ts';

/** The cached curve of another strategy, subscribed while it is compared. */
class OtherCurve {
  readonly #loader: Loader<EquityCurve>;
  readonly #release: () => void;
  #facts = $state.raw<EventPayload<'strategy.changed'> | null>(null);

  constructor(bridge: Bridge, systemId: string) {
    this.#release = bridge.on('strategy.changed', { systemId }, (facts) => (this.#facts = facts));
    this.#loader = new Loader(
      () => {
        const facts = this.#facts;
        return facts === null ? null : { scope: systemId, revision: `${facts.equity.revision} ${facts.plan ?? ''}` };
      },
      () => bridge.call('equity.get', { systemId }),
    );
  }

  /** Null until it is read from the cache. */
  get curve(): EquityCurve | null {
    return this.#loader.value;
  }

  dispose(): void {
    this.#release();
    this.#loader.dispose();
  }
}

/** Strategies compared with the selected one; at most as many as the chart has colors for. */
export class ComparedCurves {
  readonly #bridge: Bridge;
  readonly #strategies: Pick<StrategiesStore, 'list'>;
  readonly #others = new SvelteMap<string, OtherCurve>();
  readonly curves: readonly ComparedCurve[] = $derived.by(() => this.#loadedCurves());

  constructor(bridge: Bridge, strategies: Pick<StrategiesStore, 'list'>) {
    this.#bridge = bridge;
    this.#strategies = strategies;
  }

  has(systemId: string): boolean {
    return this.#others.has(systemId);
  }

  get count(): number {
    return this.#others.size;
  }

  /** The chart has no color for another one. */
  get full(): boolean {
    return this.#others.size >= otherNames.length;
  }

  /** Compared and read from the cache, without any points. */
  isWithoutCurve(systemId: string): boolean {
    return this.#others.get(systemId)?.curve?.times.length === 0;
  }

  set(systemId: string, compared: boolean): void {
    if (compared === this.has(systemId) || (compared && this.full)) return;
    if (compared) {
      this.#others.set(systemId, new OtherCurve(this.#bridge, systemId));
      return;
    }
    this.#others.get(systemId)?.dispose();
    this.#others.delete(systemId);
  }

  dispose(): void {
    for (const other of this.#others.values()) other.dispose();
  }

  #loadedCurves(): ComparedCurve[] {
    return [...this.#others].flatMap(([systemId, { curve }]) => {
      const name = this.#strategies.list.find((one) => one.systemId === systemId)?.name ?? systemId;
      if (curve === null || curve.times.length === 0) return [];
      // Costs of another plan are not comparable, so the name shows the plan.
      return [{ name: curve.plan === undefined ? name : `${name} (plan ${curve.plan})`, curve }];
    });
  }
}
