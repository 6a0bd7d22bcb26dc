import type { Bridge } from '#contract/bridge.ts';
import type { HistoryDifference, Moment, PastAccount } from '#contract/model/history.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';

/** Moments of the first page; older ones are asked for. */
const pageSize = 300;

/** Past readings of the chosen strategy: the list of them, the account as of one, and what two tell apart. */
export class TimeMachineStore {
  readonly #bridge: Bridge;
  readonly #strategy: Pick<StrategyStore, 'key' | 'systemId'>;
  readonly #newest;
  readonly #account;
  readonly #differences;
  #older = $state.raw<{ readonly scope: string; readonly moments: readonly Moment[] } | null>(null);
  #at = $state.raw<{ readonly scope: string; readonly at: number } | null>(null);
  #base = $state.raw<{ readonly scope: string; readonly at: number } | null>(null);

  constructor(bridge: Bridge, strategy: Pick<StrategyStore, 'key' | 'systemId'>) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#newest = new Loader(
      () => strategy.key('margin', 'details', 'tradesOpen', 'signalsWorking', 'equity'),
      () => bridge.call('history.moments', { systemId: this.#systemId, before: null, limit: pageSize }),
    );
    // The account stays until the next one is here: what is shown always bears its own time.
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
    const older = this.#older?.scope === this.#scope ? this.#older.moments.filter(({ at }) => at < oldest) : [];
    return [...newest, ...older];
  }

  get total(): number {
    return this.#newest.value?.total ?? 0;
  }

  /** The moment looked at; null is now. */
  get at(): number | null {
    return this.#at?.scope === this.#scope ? this.#at.at : null;
  }

  /** What the moment looked at is compared with; null is nothing. */
  get base(): number | null {
    return this.#base?.scope === this.#scope ? this.#base.at : null;
  }

  get account(): PastAccount | null {
    return this.at === null ? null : this.#account.value;
  }

  /** The two moments compared, the earlier first, whichever of them was marked; null where there are no two. */
  get span(): { readonly from: number; readonly to: number } | null {
    const { at, base } = this;
    return at === null || base === null || at === base ? null : { from: Math.min(at, base), to: Math.max(at, base) };
  }

  /** What the later of the two shows differently; null while they are not known or there is no base. */
  get differences(): readonly HistoryDifference[] | null {
    return this.#differences.value?.differences ?? null;
  }

  get failure(): string | null {
    return this.#newest.failure ?? this.#account.failure ?? this.#differences.failure;
  }

  look(at: number): void {
    this.#at = { scope: this.#scope, at };
  }

  now(): void {
    this.#at = null;
    this.#base = null;
  }

  /** Marks the moment looked at, or takes the mark away from it. */
  mark(): void {
    const { at } = this;
    this.#base = at === null || at === this.base ? null : { scope: this.#scope, at };
  }

  async more(): Promise<void> {
    const scope = this.#scope;
    const known = this.moments ?? [];
    const before = known.at(-1)?.at ?? null;
    const outcome = await this.#bridge.call('history.moments', { systemId: this.#systemId, before, limit: pageSize });
    if (!outcome.ok || scope !== this.#scope) return;
    const newest = this.#newest.value?.moments.length ?? 0;
    this.#older = { scope, moments: [...known.slice(newest), ...outcome.value.moments] };
  }

  dispose(): void {
    for (const loader of [this.#newest, this.#account, this.#differences]) loader.dispose();
  }

  get #systemId(): string {
    return this.#strategy.systemId ?? '0';
  }

  /** Whose readings these are: what was chosen of another strategy is no choice here. */
  get #scope(): string {
    return this.#strategy.key('margin')?.scope ?? '';
  }
}
