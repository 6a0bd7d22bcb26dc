import { SvelteMap } from 'svelte/reactivity';
import type { Bridge } from '#contract/bridge.ts';
import type { EventPayload } from '#contract/events.ts';
import type { EquityCurve } from '#contract/model/equity.ts';
import type { ComparedCurve } from '#renderer/chart/compared-curve.ts';
import { otherCurveNames } from '#renderer/chart/equity-model.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';
import type { StrategiesStore } from '#renderer/stores/strategies-store.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';

/** The cached curve of another strategy, subscribed while it is compared. */
class OtherCurve {
  readonly #loader: Loader<EquityCurve>;
  readonly #release: () => void;
  #lastChange = $state.raw<EventPayload<'strategy.changed'> | null>(null);

  /** `profileId` returns the id of its connection, or null while another connection is in use. */
  constructor(bridge: Bridge, systemId: string, profileId: () => string | null) {
    this.#release = bridge.on('strategy.changed', { systemId }, (change) => (this.#lastChange = change));
    this.#loader = new Loader(
      () => {
        const [change, profile] = [this.#lastChange, profileId()];
        if (change === null || profile === null) return null;
        return { scope: `${profile} ${systemId}`, revision: `${change.equity.revision} ${change.plan ?? ''}` };
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

type ComparedEntry = { readonly profileId: string | null; readonly other: OtherCurve };

/**
 * Strategies compared with the selected one; at most as many as the chart has colors for. Those of
 * another connection are not shown: practice is never drawn beside live. A compared strategy is not
 * shown either while it is the selected one.
 */
export class ComparedCurves {
  readonly #bridge: Bridge;
  readonly #strategies: Pick<StrategiesStore, 'list'>;
  readonly #status: Pick<StatusStore, 'profile'>;
  readonly #strategy: Pick<StrategyStore, 'systemId'>;
  readonly #all = new SvelteMap<string, ComparedEntry>();
  readonly #entries = $derived.by(() => [...this.#all].filter(([, one]) => one.profileId === this.#profileId));
  readonly #shownEntries = $derived.by(() => this.#entries.filter(([id]) => id !== this.#strategy.systemId));
  readonly curves: readonly ComparedCurve[] = $derived.by(() => this.#loadedCurves());

  constructor(
    bridge: Bridge,
    strategies: Pick<StrategiesStore, 'list'>,
    status: Pick<StatusStore, 'profile'>,
    strategy: Pick<StrategyStore, 'systemId'>,
  ) {
    this.#bridge = bridge;
    this.#strategies = strategies;
    this.#status = status;
    this.#strategy = strategy;
  }

  has(systemId: string): boolean {
    return this.#find(systemId) !== undefined;
  }

  get count(): number {
    return this.#shownEntries.length;
  }

  /** True if the chart has no color for another curve. */
  get isFull(): boolean {
    return this.#shownEntries.length >= otherCurveNames.length;
  }

  /** True if the strategy is compared and its curve was read from the cache, but has no points. */
  isWithoutCurve(systemId: string): boolean {
    return this.#find(systemId)?.curve?.times.length === 0;
  }

  set(systemId: string, compared: boolean): void {
    if (compared === this.has(systemId) || (compared && this.isFull)) return;
    // The selected strategy, which is not shown, gives its color to the new one.
    if (compared && this.#entries.length >= otherCurveNames.length) this.#remove(this.#strategy.systemId ?? '');
    this.#all.get(systemId)?.other.dispose();
    const profileId = this.#profileId;
    const ownProfile = (): string | null => (this.#profileId === profileId ? profileId : null);
    if (compared) this.#all.set(systemId, { profileId, other: new OtherCurve(this.#bridge, systemId, ownProfile) });
    else this.#all.delete(systemId);
  }

  dispose(): void {
    for (const { other } of this.#all.values()) other.dispose();
  }

  #remove(systemId: string): void {
    this.#all.get(systemId)?.other.dispose();
    this.#all.delete(systemId);
  }

  get #profileId(): string | null {
    return this.#status.profile?.id ?? null;
  }

  #find(systemId: string): OtherCurve | undefined {
    return this.#shownEntries.find(([id]) => id === systemId)?.[1].other;
  }

  #loadedCurves(): ComparedCurve[] {
    return this.#shownEntries.flatMap(([systemId, { other }]) => {
      const { curve } = other;
      const name = this.#strategies.list.find((one) => one.systemId === systemId)?.name ?? systemId;
      if (curve === null || curve.times.length === 0) return [];
      // Costs of another plan are not comparable, so the name shows the plan.
      return [{ name: curve.plan === undefined ? name : `${name} (plan ${curve.plan})`, curve }];
    });
  }
}
