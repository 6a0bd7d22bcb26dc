import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { EventPayload } from '#contract/events.ts';
import type { DesiredState } from '#contract/model/desired.ts';
import type { DatasetState } from '#contract/model/status.ts';
import type { FullSyncProgress } from '#contract/model/full-sync-progress.ts';
import type { TradeCheck } from '#contract/model/trade-check.ts';
import type { Margin, StrategyDetails } from '#contract/model/strategy.ts';
import { isStale } from '#renderer/messages/freshness.ts';
import { words } from '#renderer/messages/words.ts';
import type { ClockStore } from '#renderer/stores/clock-store.svelte.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';

/** The datasets that the Strategies page reads. */
const datasets = ['details', 'margin', 'desired'] as const;

/**
 * The comparison of the stored trades with the trade lists of the platform. `result`: null until it
 * has succeeded.
 */
type CheckState = { readonly isRunning: boolean; readonly failure: string | null; readonly result: TradeCheck | null };

const notChecked: CheckState = { isRunning: false, failure: null, result: null };

/**
 * Details, account (`margin`) and target portfolio of the strategy that is inspected in the list of
 * strategies. This strategy may differ from the chosen strategy of the window. The datasets are
 * read from the platform once for each inspection, and only if the cache is missing or stale.
 */
export class StrategyDetailsStore {
  readonly #bridge: Bridge;
  readonly #clock: Pick<ClockStore, 'now'>;
  readonly #loader;
  readonly #desired: Loader<DesiredState>;
  #systemId = $state.raw<string | null>(null);
  #lastEvent = $state.raw<EventPayload<'strategy.changed'> | null>(null);
  #tradeCheck = $state.raw(notChecked);
  #stopListening: () => void = () => undefined;

  constructor(bridge: Bridge, clock: Pick<ClockStore, 'now'>) {
    this.#bridge = bridge;
    this.#clock = clock;
    this.#loader = new Loader(
      () => {
        const event = this.#lastEvent;
        if (event === null) return null;
        return { scope: event.systemId, revision: `${event.details.revision}.${event.margin.revision}` };
      },
      () => bridge.call('strategies.details', { systemId: this.#systemId ?? '0' }),
    );
    this.#desired = new Loader(
      () => {
        const event = this.#lastEvent;
        return event === null ? null : { scope: event.systemId, revision: String(event.desired.readAt) };
      },
      () => bridge.call('desired.get', { systemId: this.#systemId ?? '0', fresh: false }),
    );
  }

  /** The target portfolio; null until it is read from the cache. */
  get desired(): DesiredState | null {
    return this.#desired.value;
  }

  /** Why the target portfolio could not be read from the cache. */
  get desiredFailure(): string | null {
    return this.#desired.failure;
  }

  /** The progress of a full sync; null when none was started in this run. */
  get fullSync(): FullSyncProgress | null {
    return this.#lastEvent?.fullSync ?? null;
  }

  get tradeCheck(): CheckState {
    return this.#tradeCheck;
  }

  /** Another person owns the strategy. */
  get isSubscriber(): boolean {
    return this.#lastEvent?.access === 'subscriber';
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

  /** True once details and account are read from the cache. */
  get known(): boolean {
    return this.#loader.value !== null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  dataset(name: (typeof datasets)[number] | 'subscribers'): DatasetState | null {
    return this.#lastEvent?.[name] ?? null;
  }

  /** Inspects another strategy, or none. */
  inspect(systemId: string | null): void {
    if (systemId === untrack(() => this.#systemId)) return;
    this.#stopListening();
    this.#stopListening = () => undefined;
    this.#systemId = systemId;
    this.#lastEvent = null;
    this.#tradeCheck = notChecked;
    if (systemId === null) return;
    let isFirstEventHandled = false;
    this.#stopListening = this.#bridge.on('strategy.changed', { systemId }, (event) => {
      this.#lastEvent = event;
      if (!isFirstEventHandled && datasets.some((name) => this.#isStale(event[name]))) void this.refresh();
      isFirstEventHandled = true;
    });
  }

  /** Reads the datasets now. A failure appears in their state. */
  async refresh(): Promise<void> {
    const systemId = this.#systemId;
    if (systemId !== null) await this.#bridge.call('sync.refresh', { systemId, datasets: [...datasets] });
  }

  async startFullSync(): Promise<void> {
    if (this.#systemId !== null) await this.#bridge.call('sync.read-whole', { systemId: this.#systemId });
  }

  async stopFullSync(): Promise<void> {
    if (this.#systemId !== null) await this.#bridge.call('sync.stop-whole', { systemId: this.#systemId });
  }

  /** Compares the stored trades with the trade lists of the platform. */
  async checkTrades(): Promise<void> {
    const systemId = this.#systemId;
    if (systemId === null || this.#tradeCheck.isRunning) return;
    const running: CheckState = { ...notChecked, isRunning: true };
    this.#tradeCheck = running;
    const outcome = await this.#bridge.call('trades.check', { systemId });
    // Another strategy has been inspected in the meantime.
    if (this.#tradeCheck !== running) return;
    this.#tradeCheck = outcome.ok
      ? { ...notChecked, result: outcome.value }
      : { ...notChecked, failure: words(outcome.failure.message) };
  }

  dispose(): void {
    this.#stopListening();
    this.#loader.dispose();
    this.#desired.dispose();
  }

  #isStale({ readAt, staleAfterSeconds }: DatasetState): boolean {
    return isStale(
      readAt,
      staleAfterSeconds,
      untrack(() => this.#clock.now),
    );
  }
}
