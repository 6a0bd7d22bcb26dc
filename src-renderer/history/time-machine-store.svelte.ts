import type { Bridge } from '#contract/bridge.ts';
import type { HistoryDifference, Moment, PastAccount } from '#contract/model/history.ts';
import { words } from '#renderer/messages/words.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';

/** Moments per page; older ones are loaded on demand. */
const pageSize = 300;

/**
 * Past readings of the selected strategy: their list, the account at one of them, and the
 * differences of two.
 */
export class TimeMachineStore {
  readonly #bridge: Bridge;
  readonly #strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>;
  readonly #newest;
  readonly #account;
  readonly #differences;
  #older = $state.raw<{ readonly scope: string; readonly moments: readonly Moment[] } | null>(null);
  #olderFailure = $state.raw<{ readonly scope: string; readonly text: string } | null>(null);
  #at = $state.raw<{ readonly scope: string; readonly at: number } | null>(null);
  #base = $state.raw<{ readonly scope: string; readonly at: number } | null>(null);

  constructor(bridge: Bridge, strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#newest = new Loader(
      () => strategy.loadKey('margin', 'details', 'tradesOpen', 'signalsWorking', 'desired', 'equity'),
      () => bridge.call('history.moments', { systemId: this.#systemId, before: null, limit: pageSize }),
    );
    // The past account on screen remains until the next one is loaded. It is always shown with its
    // own time.
    this.#account = new Loader(
      () => (this.at === null ? null : { scope: this.#scope, revision: String(this.at) }),
      () => bridge.call('history.account', { systemId: this.#systemId, at: this.at ?? 0 }),
    );
    this.#differences = new Loader(
      () => {
        const { span } = this;
        return span === null ? null : { scope: `${this.#scope} ${span.from} ${span.to}`, revision: '' };
      },
      () => bridge.call('history.compare', { systemId: this.#systemId, ...(this.span ?? { from: 0, to: 0 }) }),
    );
  }

  /** Newest first; null until the first answer. */
  get moments(): readonly Moment[] | null {
    const newest = this.#newest.value?.moments;
    if (newest === undefined) return null;
    const oldest = newest.at(-1)?.at ?? 0;
    const known = this.#older?.scope === this.#scope ? this.#older.moments : [];
    // After a whole page of new readings, those between the page and the known ones are not loaded.
    const isContinuous = (known[0]?.at ?? 0) >= oldest;
    return isContinuous ? [...newest, ...known.filter(({ at }) => at < oldest)] : newest;
  }

  get total(): number {
    return this.#newest.value?.total ?? 0;
  }

  /** The selected moment; null for the current account. */
  get at(): number | null {
    return this.#at?.scope === this.#scope ? this.#at.at : null;
  }

  /** The moment to compare with; null for none. */
  get base(): number | null {
    return this.#base?.scope === this.#scope ? this.#base.at : null;
  }

  get account(): PastAccount | null {
    return this.at === null ? null : this.#account.value;
  }

  /** The two compared moments, the earlier one first. Null if fewer than two are chosen. */
  get span(): { readonly from: number; readonly to: number } | null {
    const { at, base } = this;
    return at === null || base === null || at === base ? null : { from: Math.min(at, base), to: Math.max(at, base) };
  }

  /**
   * How the account at the later moment differs from the earlier one. Null while the differences
   * are not loaded, and without a base.
   */
  get differences(): readonly HistoryDifference[] | null {
    return this.#differences.value?.differences ?? null;
  }

  get failure(): string | null {
    const older = this.#olderFailure?.scope === this.#scope ? this.#olderFailure.text : null;
    return this.#newest.failure ?? this.#account.failure ?? this.#differences.failure ?? older;
  }

  select(at: number): void {
    this.#at = { scope: this.#scope, at };
  }

  showCurrent(): void {
    this.#at = null;
    this.#base = null;
  }

  /** Marks the selected moment for comparison, or removes the mark. */
  toggleMark(): void {
    const { at } = this;
    this.#base = at === null || at === this.base ? null : { scope: this.#scope, at };
  }

  async loadOlder(): Promise<void> {
    const scope = this.#scope;
    const knownMoments = this.moments ?? [];
    const before = knownMoments.at(-1)?.at ?? null;
    const outcome = await this.#bridge.call('history.moments', { systemId: this.#systemId, before, limit: pageSize });
    if (scope !== this.#scope) return;
    this.#olderFailure = outcome.ok ? null : { scope, text: words(outcome.failure.message) };
    // Includes the newest page, because each later reading pushes one moment out of that page.
    if (outcome.ok) this.#older = { scope, moments: [...knownMoments, ...outcome.value.moments] };
  }

  dispose(): void {
    for (const loader of [this.#newest, this.#account, this.#differences]) loader.dispose();
  }

  get #systemId(): string {
    return this.#strategy.systemId ?? '0';
  }

  /** The strategy of the readings. A selection made for another strategy does not apply. */
  get #scope(): string {
    return this.#strategy.loadKey('margin')?.scope ?? '';
  }
}
