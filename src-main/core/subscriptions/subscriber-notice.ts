import type { Notice } from '#contract/model/status.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { History } from '#core/history/open-history.ts';

type Deps = {
  readonly cache: Pick<CacheReader, 'strategies'>;
  readonly history: Pick<History, 'subscriberReadings'>;
  /** The user asked for these notices. */
  readonly isWanted: () => boolean;
  readonly notify: (notice: Notice) => void;
};

/** Notifies once of each reading of the subscribers that differs from the one before. */
export class SubscriberNotice {
  readonly #deps: Deps;
  /** By strategy, the time of the newest reading that was checked. */
  readonly #seen = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Called when a reading of the strategy begins and when it ends. The first call only notes the
   * readings that were stored before.
   */
  check(systemId: string): void {
    const { cache, history, isWanted, notify } = this.#deps;
    if (!isWanted()) {
      this.#seen.clear();
      return;
    }
    const seen = this.#seen.get(systemId);
    const [newest, before] = history.subscriberReadings(systemId, 2);
    const at = newest?.at ?? 0;
    this.#seen.set(systemId, at);
    if (newest === undefined || before === undefined || seen === undefined || at <= seen) return;
    const strategy = cache.strategies().find((one) => one.systemId === systemId)?.name ?? systemId;
    const { joined, left, other, status } = newest;
    notify({
      id: `subscribers-${systemId}`,
      level: 'info',
      title: { code: 'subscribers.differ', strategy },
      text: { code: 'subscribers.differ-text', joined, left, status, other },
      at: newest.at,
      rowId: null,
      systemId,
    });
  }
}
