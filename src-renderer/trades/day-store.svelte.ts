import type { Bridge } from '#contract/bridge.ts';
import { limits } from '#contract/limits.ts';
import type { NoteHit } from '#contract/model/note.ts';
import type { Signal } from '#contract/model/signal.ts';
import { everyTrade } from '#contract/model/trade-filter.ts';
import type { Trade } from '#contract/model/trade.ts';
import { done } from '#contract/outcome.ts';
import { readDay } from '#renderer/format/read-day.ts';
import { dateText } from '#renderer/format/time-text.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';
import { dayDatasets } from './day-datasets.ts';
import { dayAfter } from './query-form.ts';

/**
 * The events of a New York day. Trades are sorted by the time of opening. An order belongs to the
 * day of its last change, and orders are sorted by the time of that change.
 */
export type DayFacts = {
  readonly opened: readonly Trade[];
  readonly closed: readonly Trade[];
  readonly traded: readonly Signal[];
  readonly canceled: readonly Signal[];
  /**
   * Orders without a fill or a cancel as far as is known: expired, rejected, never sent, abandoned,
   * absent, no longer listed or of unknown outcome.
   */
  readonly unfilled: readonly Signal[];
  /** False when more trades were opened or closed on this day than are listed. */
  readonly allTradesListed: boolean;
  /** False when only the most recent signals are listed, and older ones may belong to this day. */
  readonly allSignalsListed: boolean;
  /** False when not all signals posted on this day were read from the platform. */
  readonly allSignalsRead: boolean;
};

const unfilledStates: ReadonlySet<Signal['state']> = new Set([
  'expired',
  'rejected',
  'not-sent',
  'abandoned',
  'absent',
  'unknown',
  'unlisted',
]);
/**
 * States in which an order has ended for good. The list has all other orders first, then these with
 * the latest change first, so that only these are cut off.
 */
const endedStates: ReadonlySet<Signal['state']> = new Set(['traded', 'canceled', 'expired', 'rejected', 'abandoned']);
export const maxDayTrades = 500;

/** One day of the selected strategy, and the search in its notes and orders. */
export class DayStore {
  readonly #bridge: Bridge;
  readonly #strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>;
  readonly #today: () => string;
  readonly #facts;
  readonly #hits;
  #day = $state.raw('');
  #text = $state.raw('');
  /** Grows with each change of a note. The search is then repeated. */
  #notesRevision = $state.raw(0);
  readonly #release: () => void;

  /** `today`: the current day of New York, or the day on which a shown review bundle was made. */
  constructor(bridge: Bridge, strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>, today: () => string) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#today = today;
    this.#day = today();
    this.#release = bridge.on('notes.changed', {}, ({ revision }) => (this.#notesRevision = revision));
    this.#facts = new Loader(
      () => {
        const key = strategy.loadKey('orders', ...dayDatasets);
        return key === null ? null : { scope: `${key.scope} ${this.#day}`, revision: key.revision };
      },
      () => this.#read(strategy.systemId ?? '0', this.#day),
    );
    this.#hits = new Loader(
      () => {
        const scope = strategy.loadKey()?.scope;
        const text = this.#text.trim();
        return scope === undefined || text === '' ? null : { scope, revision: `${this.#notesRevision} ${text}` };
      },
      () => bridge.call('notes.search', { systemId: strategy.systemId ?? '0', text: this.#text.trim().slice(0, 80) }),
    );
  }

  get systemId(): string | null {
    return this.#strategy.systemId;
  }

  /** For example `2026-03-02`. */
  get day(): string {
    return this.#day;
  }

  /** Returns false for an invalid day, and does not change the shown day then. */
  choose(day: string): boolean {
    if (readDay(day) !== day) return false;
    this.#day = day;
    return true;
  }

  /** Opens a day from the search results and ends the search. */
  open(day: string): void {
    this.choose(day);
    this.search('');
  }

  step(days: number): void {
    this.#day = dayAfter(this.#day, days);
  }

  /** Null until it is read from the cache. */
  get facts(): DayFacts | null {
    return this.#facts.value;
  }

  get failure(): string | null {
    return this.#facts.failure;
  }

  get text(): string {
    return this.#text;
  }

  search(text: string): void {
    this.#text = text;
  }

  /**
   * Null without a search text, and until the first answer. While a text is typed, the hits of the
   * previous text remain until the next answer.
   */
  get hits(): { readonly hits: readonly NoteHit[]; readonly total: number } | null {
    return this.#text.trim() === '' ? null : this.#hits.value;
  }

  get searchFailure(): string | null {
    return this.#hits.failure;
  }

  dispose(): void {
    this.#release();
    this.#facts.dispose();
    this.#hits.dispose();
  }

  async #read(systemId: string, day: string) {
    const dayRange = { from: day, to: day };
    const queryTrades = (filter: object) =>
      this.#bridge.call('trades.query', {
        systemId,
        filter: { ...everyTrade, ...filter },
        sort: { column: 'openedAt', descending: false },
        offset: 0,
        limit: maxDayTrades,
      });
    const [opened, closed, signals, readPeriods] = await Promise.all([
      queryTrades({ opened: dayRange }),
      queryTrades({ closed: dayRange }),
      this.#bridge.call('signals.list', { systemId, text: '', scope: 'all' }),
      this.#bridge.call('signals.windows', { systemId }),
    ]);
    if (!opened.ok) return opened;
    if (!closed.ok) return closed;
    if (!signals.ok) return signals;
    if (!readPeriods.ok) return readPeriods;
    const { signals: list, total } = signals.value;
    const signalsOfDay = list
      .filter((signal) => dateText(signal.changedAt, 'ET') === day)
      .sort((one, other) => one.changedAt - other.changedAt);
    // A period that ends on a past day may lack the last signals of that day. A period that ends on
    // the current day is enough, because that day is not over.
    const isCurrentDay = day >= this.#today();
    const facts: DayFacts = {
      opened: opened.value.trades,
      closed: closed.value.trades,
      traded: signalsOfDay.filter(({ state }) => state === 'traded'),
      canceled: signalsOfDay.filter(({ state }) => state === 'canceled'),
      unfilled: signalsOfDay.filter(({ state }) => unfilledStates.has(state)),
      allTradesListed: opened.value.total <= maxDayTrades && closed.value.total <= maxDayTrades,
      // Core reads no more than the limit from the cache, so `total` does not count the rest.
      allSignalsListed: total < limits.blotterSignals || isBefore(list.findLast(hasEnded), day),
      allSignalsRead: readPeriods.value.windows.some(({ from, to }) => {
        const lastDay = dateText(to, 'ET');
        return dateText(from, 'ET') < day && (lastDay > day || (lastDay === day && isCurrentDay));
      }),
    };
    return done(facts);
  }
}

const hasEnded = ({ state }: Signal): boolean => endedStates.has(state);

const isBefore = (signal: Signal | undefined, day: string): boolean =>
  signal !== undefined && dateText(signal.changedAt, 'ET') < day;
