import type { Bridge } from '#contract/bridge.ts';
import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { Signal, UnreadableRecord } from '#contract/model/signal.ts';
import type { Outcome } from '#contract/outcome.ts';
import { Loader } from './loader.svelte.ts';
import { mergeSignals } from './merge-signals.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

/** `live` does not mean live mode. It means the orders that are open or were not sent. */
export type SignalScope = 'live' | 'all';
export type DecisionChoice = CommandInput<'orders.decide'>['choice'];

type ListAnswer = CommandOutcome<'signals.list'>;
type SignalLists = {
  readonly signals: readonly Signal[];
  readonly unreadable: readonly UnreadableRecord[];
};
type DecisionParts = Omit<CommandInput<'orders.decide'>, 'rowId' | 'choice'>;

/** The orders blotter of the chosen strategy, and the commands of its rows. */
export class SignalsStore {
  readonly #bridge: Bridge;
  readonly #strategy: StrategyStore;
  readonly #loader;
  #scope = $state.raw<SignalScope>('all');
  /** The last list. Its `mark` is sent as `since`, so that core answers with the changes only. */
  #cached: { readonly systemId: string; readonly mark: string; readonly signals: readonly Signal[] } | null = null;
  #detailsRowId = $state.raw<string | null>(null);
  /** A row that waits for the blotter of its strategy. */
  #rowToReveal = $state.raw<{ readonly systemId: string | null; readonly rowId: string } | null>(null);

  constructor(bridge: Bridge, strategy: StrategyStore) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#loader = new Loader(
      () => strategy.loadKey('orders', 'signalsWorking', 'signalsAll', 'tradesOpen'),
      () => this.#read(),
    );
  }

  /**
   * All orders whose state may still change, and the other orders that changed most recently. The
   * sequence is not fixed.
   */
  get list(): readonly Signal[] | null {
    return this.#loader.value?.signals ?? null;
  }

  /** Records of the platform's lists that cannot be read as a row. */
  get unreadable(): readonly UnreadableRecord[] {
    return this.#loader.value?.unreadable ?? [];
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  /** What the blotter shows of the list. */
  get scope(): SignalScope {
    return this.#scope;
  }

  set scope(scope: SignalScope) {
    this.#scope = scope;
  }

  /** The row whose details are open. */
  get detailsRowId(): string | null {
    return this.#detailsRowId;
  }

  showDetails(rowId: string | null): void {
    this.#detailsRowId = rowId;
  }

  /** The row that the blotter has to focus, until it does. */
  get rowToReveal(): string | null {
    const row = this.#rowToReveal;
    return row !== null && row.systemId === this.#strategy.systemId ? row.rowId : null;
  }

  reveal(rowId: string | null): void {
    this.#rowToReveal = rowId === null ? null : { systemId: this.#strategy.systemId, rowId };
  }

  /**
   * Reveals the row of a signal by its service id, in any state. Returns false if the signal is not
   * in the full list.
   */
  async revealByServiceId(serviceId: string): Promise<boolean> {
    const systemId = this.#strategy.systemId ?? '0';
    const outcome = await this.#bridge.call('signals.list', { systemId, text: serviceId, scope: 'all' });
    const row = outcome.ok ? outcome.value.signals.find((signal) => signal.serviceId === serviceId) : undefined;
    if (row === undefined) return false;
    this.scope = 'all';
    this.reveal(row.rowId);
    return true;
  }

  find(rowId: string): Signal | null {
    return this.list?.find((signal) => signal.rowId === rowId) ?? null;
  }

  planCancel(rowIds: readonly string[]): Promise<CommandOutcome<'orders.plan-cancel'>> {
    return this.#bridge.call('orders.plan-cancel', { systemId: this.#strategy.systemId ?? '0', rowIds: [...rowIds] });
  }

  /** `intentId` is created once for each plan or key press, so that one press makes one cancel. */
  cancel(
    intentId: string,
    rowIds: readonly string[],
    confirmed: readonly string[] = [],
  ): Promise<CommandOutcome<'orders.cancel'>> {
    const systemId = this.#strategy.systemId ?? '0';
    return this.#bridge.call('orders.cancel', { intentId, systemId, rowIds: [...rowIds], confirmed: [...confirmed] });
  }

  /** `more`: further input of the choice, see `orders.decide`. */
  decide(rowId: string, choice: DecisionChoice, more: DecisionParts = {}): Promise<CommandOutcome<'orders.decide'>> {
    return this.#bridge.call('orders.decide', { rowId, choice, ...more });
  }

  /** The ticket of an own order and a new preview of it. */
  review(rowId: string): Promise<CommandOutcome<'orders.review'>> {
    return this.#bridge.call('orders.review', { rowId });
  }

  reload(): void {
    this.#loader.reload();
  }

  dispose(): void {
    this.#loader.dispose();
  }

  async #read(): Promise<Outcome<SignalLists, string>> {
    const systemId = this.#strategy.systemId ?? '0';
    const cached = this.#cached?.systemId === systemId ? this.#cached : null;
    const since = cached === null ? {} : { since: cached.mark };
    const outcome: ListAnswer = await this.#bridge.call('signals.list', { systemId, text: '', scope: 'all', ...since });
    if (!outcome.ok) return outcome;
    const { gone, mark, unreadable = [] } = outcome.value;
    const isPartial = gone !== undefined && cached !== null;
    const signals = isPartial ? mergeSignals(cached.signals, outcome.value.signals, gone) : outcome.value.signals;
    this.#cached = mark === undefined ? null : { systemId, mark, signals };
    return { ok: true, value: { signals, unreadable } };
  }
}
