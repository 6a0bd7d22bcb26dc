import { isStale } from '#renderer/messages/freshness.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { Subscriber } from '#contract/model/people.ts';
import type { DatasetState } from '#contract/model/status.ts';
import type { SubscriberChange, SubscriberReading, SubscriberStep } from '#contract/model/subscriber-changes.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';

type InspectedStrategy = () => { readonly systemId: string | null; readonly state: DatasetState | null };

/**
 * The subscribers of the inspected strategy as last read, and the differences between the stored
 * readings. The store reads the subscribers from the platform only in `open` and `refresh`.
 */
export class SubscribersStore {
  readonly #bridge: Bridge;
  readonly #inspected: InspectedStrategy;
  readonly #loader: Loader<{ subscribers: Subscriber[] }>;
  readonly #readings: Loader<{ readings: SubscriberReading[] }>;
  readonly #steps: Loader<{ steps: SubscriberStep[] }>;
  readonly #changes: Loader<{ changes: SubscriberChange[] }>;
  #shownId = $state.raw<string | null>(null);
  /** The times of the two readings that are compared. */
  #range = $state.raw<{ readonly from: number; readonly to: number } | null>(null);
  /** The strategies that were opened. Opening one of them again does not read its subscribers. */
  #opened: readonly string[] = [];

  constructor(bridge: Bridge, inspected: InspectedStrategy) {
    this.#bridge = bridge;
    this.#inspected = inspected;
    this.#loader = new Loader(
      () => this.#key(''),
      () => bridge.call('subscribers.list', { systemId: this.#systemId }),
    );
    this.#readings = new Loader(
      () => this.#key(''),
      () => bridge.call('subscribers.readings', { systemId: this.#systemId }),
    );
    this.#steps = new Loader(
      () => (this.#shownId === null ? null : this.#key(this.#shownId)),
      () => bridge.call('subscribers.history', { systemId: this.#systemId, subscriptionId: this.#shownId ?? '0' }),
    );
    this.#changes = new Loader(
      () => (this.#range === null ? null : this.#key(`${this.#range.from} ${this.#range.to}`)),
      () => bridge.call('subscribers.changes', { systemId: this.#systemId, ...(this.#range ?? { from: 0, to: 0 }) }),
    );
  }

  /** Null until it is read from the cache. */
  get list(): readonly Subscriber[] | null {
    return this.#loader.value?.subscribers ?? null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  /** The stored readings, each different from the one before it, newest first; null until known. */
  get readings(): readonly SubscriberReading[] | null {
    return this.#readings.value?.readings ?? null;
  }

  get readingsFailure(): string | null {
    return this.#readings.failure;
  }

  /** The history of the person of the shown subscription; null until it is read. */
  get steps(): readonly SubscriberStep[] | null {
    return this.#steps.value?.steps ?? null;
  }

  get stepsFailure(): string | null {
    return this.#steps.failure;
  }

  /** The changes between the chosen readings; null until they are read. */
  get changes(): readonly SubscriberChange[] | null {
    return this.#changes.value?.changes ?? null;
  }

  get changesFailure(): string | null {
    return this.#changes.failure;
  }

  show(subscriptionId: string | null): void {
    this.#shownId = subscriptionId;
  }

  compare(from: number, to: number): void {
    this.#range = { from, to };
  }

  /** Reads the subscribers from the platform if they are stale, at most once for each strategy. */
  open(now: number): void {
    const { systemId, state } = this.#inspected();
    if (systemId === null || state === null || this.#opened.includes(systemId)) return;
    this.#opened = [...this.#opened, systemId];
    if (isStale(state.readAt, state.staleAfterSeconds, now)) void this.refresh();
  }

  async refresh(): Promise<void> {
    const { systemId } = this.#inspected();
    if (systemId !== null) await this.#bridge.call('sync.refresh', { systemId, datasets: ['subscribers'] });
  }

  reload(): void {
    this.#loader.reload();
  }

  dispose(): void {
    for (const one of [this.#loader, this.#readings, this.#steps, this.#changes]) one.dispose();
  }

  get #systemId(): string {
    return this.#inspected().systemId ?? '0';
  }

  #key(id: string) {
    const { systemId, state } = this.#inspected();
    return systemId === null || state === null
      ? null
      : { scope: `${systemId} ${id}`, revision: `${state.revision} ${state.readAt ?? ''}` };
  }
}
