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

/** Gives notice of a reading of the subscribers that differs from the one before, once for each. */
export class SubscriberNotice {
  readonly #deps: Deps;
  /** Of each strategy, the time of the newest reading that was looked at. Those of earlier runs are known. */
  readonly #seen = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const { systemId } of deps.cache.strategies()) {
      this.#seen.set(systemId, deps.history.subscriberReadings(systemId, 1)[0]?.at ?? 0);
    }
  }

  /** After every reading of the strategy. */
  check(systemId: string): void {
    const { cache, history, isWanted, notify } = this.#deps;
    const seen = this.#seen.get(systemId) ?? 0;
    const [newest, before] = history.subscriberReadings(systemId, 2);
    if (newest === undefined || newest.at <= seen) return;
    this.#seen.set(systemId, newest.at);
    if (before === undefined || !isWanted()) return;
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
