import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { EventPayload } from '#contract/events.ts';
import type { Dataset, DatasetState } from '#contract/model/status.ts';
import { datasetWords } from '#renderer/format/dataset-words.ts';
import { freshnessOf, type Freshness } from '#renderer/messages/freshness.ts';
import { leastReliable } from '#renderer/messages/least-reliable.ts';
import type { ClockStore } from './clock-store.svelte.ts';
import type { LoadKey } from './loader.svelte.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';
import type { StatusStore } from './status-store.svelte.ts';
import type { StrategiesStore } from './strategies-store.svelte.ts';
import type { ToastsStore } from './toasts-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

type Parts = {
  readonly bridge: Bridge;
  readonly clock: ClockStore;
  readonly status: StatusStore;
  readonly preferences: PreferencesStore;
  readonly strategies: StrategiesStore;
  readonly toasts: Pick<ToastsStore, 'show'>;
};

/**
 * The chosen strategy, which is the context of every panel, with the age and the revision of each
 * of its datasets.
 */
export class StrategyStore {
  readonly #parts: Parts;
  #facts = $state.raw<EventPayload<'strategy.changed'> | null>(null);
  /** The strategy that was shown last, and its connection. */
  #shown: { readonly profileId: string; readonly systemId: string } | null = null;
  readonly #release: () => void;
  /** Why orders cannot be entered for the strategy: another person owns it. Otherwise null. */
  readonly accessDeniedBecause: string | null = $derived.by(() => {
    const facts = this.#facts;
    const isSubscriber = facts !== null && facts.systemId === this.systemId && facts.access === 'subscriber';
    return isSubscriber ? words({ code: 'access.subscriber' }) : null;
  });
  readonly systemId: string | null = $derived.by(() => this.#chosenId());
  readonly strategy = $derived.by(
    () => this.#parts.strategies.list.find((one) => one.systemId === this.systemId) ?? null,
  );

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#release = $effect.root(() => {
      $effect(() => {
        const systemId = this.systemId;
        untrack(() => (this.#facts = null));
        if (systemId === null) return;
        const profile = untrack(() => parts.status.profile);
        this.#shown = profile && { profileId: profile.id, systemId };
        return parts.bridge.on('strategy.changed', { systemId }, (facts) => (this.#facts = facts));
      });
    });
  }

  /** Chooses a strategy. The choice is stored for each profile. */
  choose(systemId: string): void {
    const { preferences, status } = this.#parts;
    const profile = status.profile;
    if (profile === null || systemId === this.systemId) return;
    void preferences.set({ strategies: { [profile.id]: systemId } });
  }

  dataset(name: Dataset): DatasetState | null {
    const facts = this.#facts;
    return facts !== null && facts.systemId === this.systemId ? facts[name] : null;
  }

  freshness(name: Dataset): Freshness {
    return freshnessOf(datasetWords[name], this.dataset(name), this.#parts.clock.now);
  }

  /**
   * The freshness of data that is made of several datasets: that of the least reliable dataset.
   * Null without datasets.
   */
  combinedFreshness(...names: readonly Dataset[]): Freshness | null {
    return leastReliable(names.map((name) => this.freshness(name)));
  }

  /** The key of a `Loader` that depends on these datasets. Null while the strategy is not known. */
  loadKey(...names: readonly (Dataset | 'orders')[]): LoadKey | null {
    const facts = this.#facts;
    const profile = this.#parts.status.profile;
    if (facts === null || profile === null || facts.systemId !== this.systemId) return null;
    const revision = names.map((name) => revisionOf(facts, name)).join('.');
    return { scope: `${profile.id} ${facts.systemId}`, revision };
  }

  /** Reads these datasets now, ahead of background requests. */
  async refresh(...datasets: readonly Dataset[]): Promise<void> {
    const { bridge, toasts } = this.#parts;
    const outcome = await bridge.call('sync.refresh', { systemId: this.systemId, datasets: [...datasets] });
    // The panel shows why a reading failed, but not that a review bundle allows no readings.
    if (!outcome.ok && outcome.failure.code === 'read-only') toasts.show('info', words(outcome.failure.message));
  }

  dispose(): void {
    this.#release();
  }

  /**
   * The chosen strategy if it is listed, else the one shown last, else the first of the list. A new
   * reading can put another strategy first, and orders must not go there unasked.
   */
  #chosenId(): string | null {
    const { preferences, status, strategies } = this.#parts;
    const profile = status.profile;
    if (profile === null) return null;
    const storedId = preferences.value.strategies[profile.id];
    const shownId = this.#shown?.profileId === profile.id ? this.#shown.systemId : null;
    const list = strategies.list;
    const find = (systemId: string | null | undefined) => list.find((one) => one.systemId === systemId);
    return (find(storedId) ?? find(shownId) ?? list[0])?.systemId ?? null;
  }
}

/** The revision of equity includes the commission plan, because each plan has its own curve. */
function revisionOf(facts: EventPayload<'strategy.changed'>, name: Dataset | 'orders'): string {
  if (name === 'orders') return String(facts.ordersRevision);
  return name === 'equity' ? `${facts.equity.revision} ${facts.plan ?? ''}` : String(facts[name].revision);
}
