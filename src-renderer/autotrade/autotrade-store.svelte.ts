import type { Bridge } from '#contract/bridge.ts';
import type { AutoTradeLink } from '#contract/model/autotrade.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { BrokerList } from '#contract/model/broker.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import { words } from '#renderer/messages/words.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';
import type { TypeFilter } from './broker-choices.ts';

type ShortOptionsFilter = {
  /** The strategy and the person that the filter was requested for. */
  readonly scope: string | null;
  readonly isOn: boolean;
  /** Null until the platform has answered. */
  readonly codes: readonly string[] | null;
  readonly failure: string | null;
};
const notAsked: ShortOptionsFilter = { scope: null, isOn: false, codes: null, failure: null };

/**
 * The copies at brokers, and the brokers of the chosen strategy, while the AutoTrade page is open.
 */
export class AutoTradeStore {
  #actsRevision = $state.raw<number | null>(null);
  readonly #links: Loader<{ links: AutoTradeLink[] }>;
  readonly #brokers: Loader<CommandOutput<'brokers.list'>>;
  readonly #release: () => void;
  readonly #bridge: Bridge;
  readonly #strategy: StrategyStore;
  #shortOptionsFilter = $state.raw<ShortOptionsFilter>(notAsked);
  #person = $state.raw<{ readonly systemId: string; readonly personId: string } | null>(null);
  #isReading = $state(false);
  /**
   * Why the last read for a person failed. `shownReadAt` is the `readAt` of the list that was on
   * screen at that time; undefined if there was none.
   */
  #failedRead = $state.raw<{ readonly text: string; readonly shownReadAt: number | null | undefined } | null>(null);

  constructor(bridge: Bridge, status: StatusStore, strategy: StrategyStore) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#release = bridge.on('acts.changed', {}, ({ revision }) => (this.#actsRevision = revision));
    this.#links = new Loader(
      () => {
        const profileId = status.profile?.id;
        if (profileId === undefined || this.#actsRevision === null) return null;
        return { scope: profileId, revision: `${this.#actsRevision} ${strategy.loadKey('brokers')?.revision ?? ''}` };
      },
      () => bridge.call('autotrade.links', {}),
    );
    this.#brokers = new Loader(
      () => {
        const key = strategy.loadKey('brokers', 'tradesOpen', 'trades', 'margin');
        return key === null ? null : { ...key, scope: `${key.scope} ${this.personId ?? ''}` };
      },
      () => bridge.call('brokers.list', { systemId: strategy.systemId ?? '0', personId: this.personId }),
    );
  }

  /** Null until they are read. */
  get links(): readonly AutoTradeLink[] | null {
    return this.#links.value?.links ?? null;
  }

  get linksFailure(): string | null {
    return this.#links.failure;
  }

  /**
   * The chosen owner of the account. Null is the owner of the strategy or, without a private
   * platform, the person whose key the connection uses. A choice applies only to the strategy for
   * which it was made.
   */
  get personId(): string | null {
    const person = this.#person;
    return person !== null && person.systemId === this.#strategy.systemId ? person.personId : null;
  }

  /**
   * Chooses the owner of the account, and reads the brokers for that account. Null has the meaning
   * described at `personId`; nothing is read for it here.
   */
  async choosePerson(personId: string | null): Promise<void> {
    const { systemId } = this.#strategy;
    this.#failedRead = null;
    this.#person = personId === null || systemId === null ? null : { systemId, personId };
    await this.readPersonBrokers();
  }

  /** Reads the brokers for the account of the chosen person. */
  async readPersonBrokers(): Promise<void> {
    const person = this.#person;
    if (person === null) return;
    this.#isReading = true;
    const outcome = await this.#bridge.call('brokers.read', person);
    // A later choice replaced this one.
    if (this.#person !== person) return;
    this.#isReading = false;
    this.#failedRead = outcome.ok
      ? null
      : { text: words(outcome.failure.message), shownReadAt: this.#brokers.value?.readAt };
    this.#brokers.reload();
  }

  /** When the brokers of the chosen person were read, and why the last read failed. */
  get personBrokersState() {
    const { readAt = null, failure = null } = this.#brokers.value ?? {};
    const { text = null, shownReadAt } = this.#failedRead ?? {};
    const hasNewerReading = shownReadAt !== undefined && shownReadAt !== readAt;
    return { readAt, failure: failure ?? (hasNewerReading ? null : text), reading: this.#isReading };
  }

  /** Null until they are read from the cache, and while the platform was never asked. */
  get brokers(): BrokerList | null {
    return this.#brokers.value?.brokers ?? null;
  }

  /** Types that the strategy trades. */
  get traded(): TypeFilter {
    const types = this.#brokers.value?.traded ?? [];
    const isTraded = (type: Instrument): boolean => types.includes(type);
    return {
      stock: isTraded('stock'),
      option: isTraded('option'),
      future: isTraded('future'),
      forex: isTraded('forex'),
    };
  }

  /** `modelAccountValue`; null if it was never read. */
  get accountValue(): string | null {
    return this.#brokers.value?.accountValue ?? null;
  }

  get brokersFailure(): string | null {
    return this.#brokers.failure;
  }

  /** The filter for choices that sell options short. */
  get shortOptionsFilter(): ShortOptionsFilter {
    return this.#shortOptionsFilter.scope === this.#scope ? this.#shortOptionsFilter : notAsked;
  }

  get #scope(): string {
    return `${this.#strategy.systemId ?? ''} ${this.personId ?? ''}`;
  }

  /**
   * Asks the platform which choices sell options short, because the broker list has no member for
   * it. `types` says which types a broker must be able to trade.
   */
  async askShortOptions(isOn: boolean, types: TypeFilter): Promise<void> {
    const { systemId } = this.#strategy;
    if (!isOn || systemId === null) {
      this.#shortOptionsFilter = notAsked;
      return;
    }
    const pendingFilter: ShortOptionsFilter = { ...notAsked, scope: this.#scope, isOn };
    this.#shortOptionsFilter = pendingFilter;
    const outcome = await this.#bridge.call('brokers.ask', {
      systemId,
      personId: this.personId,
      types: { ...types, option: true },
      shortOptions: true,
    });
    // A later press replaced this one.
    if (this.#shortOptionsFilter !== pendingFilter) return;
    this.#shortOptionsFilter = outcome.ok
      ? { ...pendingFilter, codes: outcome.value.codes }
      : { ...pendingFilter, isOn: false, failure: words(outcome.failure.message) };
  }

  reloadLinks(): void {
    this.#links.reload();
  }

  dispose(): void {
    this.#release();
    this.#links.dispose();
    this.#brokers.dispose();
  }
}
