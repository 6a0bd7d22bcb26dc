import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { EventPayload } from '#contract/events.ts';
import type { DesiredState } from '#contract/model/desired.ts';
import type { DatasetState } from '#contract/model/status.ts';
import type { WholeReading } from '#contract/model/whole-reading.ts';
import type { Margin, StrategyDetails } from '#contract/model/strategy.ts';
import type { ClockStore } from '#renderer/stores/clock-store.svelte.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';

/** What the Strategies page reads of a strategy. */
const datasets = ['details', 'margin', 'desired'] as const;

/**
 * Details and account of the strategy that is looked at in the list, which need not be the one the panels work on. Asked
 * from the platform once when it is looked at, and only when what the cache holds is missing or stale.
 */
export class StrategyDetailsStore {
  readonly #bridge: Bridge;
  readonly #clock: Pick<ClockStore, 'now'>;
  readonly #loader;
  readonly #desired: Loader<DesiredState>;
  #systemId = $state.raw<string | null>(null);
  #facts = $state.raw<EventPayload<'strategy.changed'> | null>(null);
  #release: () => void = () => undefined;

  constructor(bridge: Bridge, clock: Pick<ClockStore, 'now'>) {
    this.#bridge = bridge;
    this.#clock = clock;
    this.#loader = new Loader(
      () => {
        const facts = this.#facts;
        if (facts === null) return null;
        return { scope: facts.systemId, revision: `${facts.details.revision}.${facts.margin.revision}` };
      },
      () => bridge.call('strategies.details', { systemId: this.#systemId ?? '0' }),
    );
    this.#desired = new Loader(
      () => {
        const facts = this.#facts;
        return facts === null ? null : { scope: facts.systemId, revision: String(facts.desired.readAt) };
      },
      () => bridge.call('desired.get', { systemId: this.#systemId ?? '0', fresh: false }),
    );
  }

  /** The target portfolio; null until the cache answered. */
  get desired(): DesiredState | null {
    return this.#desired.value;
  }

  /** How far the reading of everything is; null where none was asked for in this run. */
  get whole(): WholeReading | null {
    return this.#facts?.whole ?? null;
  }

  get systemId(): string | null {
    return this.#systemId;
  }

  get details(): StrategyDetails | null {
    return this.#loader.value?.details ?? null;
  }

  get margin(): Margin | null {
    return this.#loader.value?.margin ?? null;
  }

  /** True once the cache has answered. */
  get known(): boolean {
    return this.#loader.value !== null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  dataset(name: (typeof datasets)[number] | 'subscribers'): DatasetState | null {
    return this.#facts?.[name] ?? null;
  }

  /** Looks at another strategy, or at none. */
  inspect(systemId: string | null): void {
    if (systemId === untrack(() => this.#systemId)) return;
    this.#release();
    this.#release = () => undefined;
    this.#systemId = systemId;
    this.#facts = null;
    if (systemId === null) return;
    let asked = false;
    this.#release = this.#bridge.on('strategy.changed', { systemId }, (facts) => {
      this.#facts = facts;
      if (!asked && datasets.some((name) => this.#isOld(facts[name]))) void this.refresh();
      asked = true;
    });
  }

  /** Reads them now. What fails is told by the state of the dataset. */
  async refresh(): Promise<void> {
    const systemId = this.#systemId;
    if (systemId !== null) await this.#bridge.call('sync.refresh', { systemId, datasets: [...datasets] });
  }

  async readWhole(): Promise<void> {
    if (this.#systemId !== null) await this.#bridge.call('sync.read-whole', { systemId: this.#systemId });
  }

  async stopWhole(): Promise<void> {
    if (this.#systemId !== null) await this.#bridge.call('sync.stop-whole', { systemId: this.#systemId });
  }

  dispose(): void {
    this.#release();
    this.#loader.dispose();
    this.#desired.dispose();
  }

  #isOld({ readAt, staleAfterSeconds }: DatasetState): boolean {
    return readAt === null || untrack(() => this.#clock.now) - readAt > staleAfterSeconds;
  }
}
