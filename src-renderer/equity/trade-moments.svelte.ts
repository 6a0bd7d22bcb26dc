import type { Bridge } from '#contract/bridge.ts';
import { limits } from '#contract/limits.ts';
import { everyTrade, type TradeFilter } from '#contract/model/trade-filter.ts';
import { done } from '#contract/outcome.ts';
import type { TradeMoment } from '#renderer/chart/trade-moment.ts';
import { dateText } from '#renderer/format/time-text.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';

/** Unix seconds. */
type Times = { readonly from: number; readonly to: number };
type Days = { readonly from: string; readonly to: string };
type FoundMoments = { readonly moments: readonly TradeMoment[]; readonly omittedCount: number };

/** Entries and exits of trades in the visible range. They are read while the chart marks them. */
export class TradeMoments {
  readonly #bridge: Bridge;
  readonly #strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>;
  readonly #loader: Loader<FoundMoments>;

  constructor(bridge: Bridge, strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>, shownTimes: () => Times | null) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#loader = new Loader(
      () => {
        const key = strategy.loadKey('trades', 'tradesOpen');
        const days = newYorkDays(shownTimes());
        return key === null || days === null
          ? null
          : { scope: key.scope, revision: `${key.revision} ${days.from} ${days.to}` };
      },
      () => this.#read(newYorkDays(shownTimes()) ?? { from: '', to: '' }),
    );
  }

  get moments(): readonly TradeMoment[] {
    return this.#loader.value?.moments ?? [];
  }

  /** The number of entries and exits beyond the page limit. They have no mark. */
  get omittedCount(): number {
    return this.#loader.value?.omittedCount ?? 0;
  }

  dispose(): void {
    this.#loader.dispose();
  }

  async #read(days: Days) {
    const [opened, closed] = await Promise.all([this.#trades({ opened: days }), this.#trades({ closed: days })]);
    if (!opened.ok) return opened;
    if (!closed.ok) return closed;
    const moment = (kind: TradeMoment['kind'], at: number | null) => (at === null ? [] : [{ kind, at }]);
    const moments = [
      ...opened.value.trades.flatMap(({ openedAt }) => moment('entry', openedAt)),
      ...closed.value.trades.flatMap(({ closedAt }) => moment('exit', closedAt)),
    ];
    return done({ moments, omittedCount: opened.value.total + closed.value.total - moments.length });
  }

  #trades(bounds: Partial<TradeFilter>) {
    return this.#bridge.call('trades.query', {
      systemId: this.#strategy.systemId ?? '0',
      filter: { ...everyTrade, ...bounds },
      sort: { column: 'openedAt', descending: true },
      offset: 0,
      limit: limits.pageRows,
    });
  }
}

/** The trade filter takes New York days. The zone of the chart does not matter. */
const newYorkDays = (times: Times | null): Days | null =>
  times === null ? null : { from: dateText(times.from, 'ET'), to: dateText(times.to, 'ET') };
