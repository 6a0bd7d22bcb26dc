import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitChoice, ExitPlan, ExitProgress, ExitRequest, PlanRow, UnfinishedExit } from '#contract/model/exit.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

/** The plan on screen: of one position, or the panic plan of the strategy. */
export type OpenedExit =
  | { readonly kind: Exclude<ExitRequest['kind'], 'flatten' | 'resume'>; readonly positionId: string }
  | { readonly kind: 'flatten'; readonly atOnce?: boolean }
  | { readonly kind: 'resume'; readonly runId: string };

type Parts = {
  readonly bridge: Bridge;
  readonly strategy: StrategyStore;
  /** A version-4 UUID. */
  readonly uuid: () => string;
};

/** A plan with its request and its intent id. One intent executes the plan once. */
type Planned = { readonly of: ExitRequest; readonly value: ExitPlan; readonly intentId: string };

/**
 * Exits of positions: the request, the plan that core made for it, and the progress of the running
 * plan. Only the plan on screen is executed, with the intent id that was created with it.
 */
export class ExitStore {
  readonly #parts: Parts;
  #opened = $state.raw<OpenedExit | null>(null);
  #request = $state.raw<ExitRequest | null>(null);
  #plan = $state.raw<Planned | null>(null);
  #failure = $state.raw<string | null>(null);
  #busy = $state.raw(false);
  #progress = $state.raw<ExitProgress | null>(null);
  #unfinished = $state.raw<UnfinishedExit | null>(null);
  /** The rows of the plan that was confirmed last. */
  #confirmedRows = $state.raw<readonly PlanRow[]>([]);
  /** The plan that this window started. The dialog shows its progress. */
  #followed = $state.raw<string | null>(null);
  readonly #release: () => void;
  /** The plan of the current request only. */
  readonly plan = $derived(this.#plan !== null && this.#plan.of === this.#request ? this.#plan.value : null);
  readonly running = $derived(this.#progress?.state === 'running' ? this.#progress : null);
  readonly following = $derived(
    this.#progress !== null && this.#progress.planId === this.#followed ? this.#progress : null,
  );

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#release = $effect.root(() => {
      $effect(() => {
        const { systemId } = parts.strategy;
        if (systemId === null) return;
        const release = parts.bridge.on('exit.changed', { systemId }, ({ progress, unfinished }) => {
          this.#progress = progress;
          this.#unfinished = unfinished;
        });
        return () => {
          release();
          this.#progress = null;
          this.#unfinished = null;
          // A plan of the previous strategy must not be confirmed.
          this.close();
        };
      });
    });
  }

  get opened(): OpenedExit | null {
    return this.#opened;
  }

  /** Shows the plan. Nothing is sent before the trader confirms it. */
  open(opened: OpenedExit): void {
    this.clearRequest();
    this.#followed = null;
    this.#opened = opened;
  }

  close(): void {
    this.clearRequest();
    this.#opened = null;
  }

  /** The last plan of the chosen strategy since the program started. */
  get progress(): ExitProgress | null {
    return this.#progress;
  }

  /** A run that the end of the program interrupted. The trader has to decide what to do with it. */
  get unfinished(): UnfinishedExit | null {
    return this.#unfinished;
  }

  get confirmedRows(): readonly PlanRow[] {
    return this.#confirmedRows;
  }

  /** True if the panic button was held down: the plan on screen is sent as soon as it is ready. */
  get atOnce(): boolean {
    return this.#opened?.kind === 'flatten' && this.#opened.atOnce === true && this.#followed === null && !this.#busy;
  }

  async resolve(runId: string, choice: ExitChoice): Promise<void> {
    const { systemId } = this.#parts.strategy;
    if (systemId !== null) await this.#parts.bridge.call('orders.resolve-exit', { systemId, runId, choice });
  }

  get failure(): string | null {
    return this.#failure;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Plans the request. Nothing is sent. An answer to an earlier request is ignored. */
  async ask(request: ExitRequest): Promise<ExitPlan | null> {
    this.#request = request;
    this.#failure = null;
    const outcome = await this.#parts.bridge.call('orders.plan-exit', { request });
    if (request !== this.#request) return null;
    this.#plan = outcome.ok ? { of: request, value: outcome.value, intentId: this.#parts.uuid() } : null;
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    return this.plan;
  }

  /** Removes the request, because the typed fields are incomplete. */
  clearRequest(): void {
    this.#request = null;
    this.#plan = null;
    this.#failure = null;
  }

  /**
   * Null without a plan or during another execution. `confirmed`: codes of the warnings that were
   * shown.
   */
  async execute(confirmed: readonly string[]): Promise<CommandOutcome<'orders.execute-exit'> | null> {
    const plan = this.#plan;
    if (this.#busy || plan?.of !== this.#request) return null;
    this.#busy = true;
    // A button that is held down sends once. After a failure the trader has to press again.
    if (this.#opened?.kind === 'flatten') this.#opened = { kind: 'flatten' };
    const { intentId, value } = plan;
    const outcome = await this.#parts.bridge.call('orders.execute-exit', {
      intentId,
      planId: value.planId,
      confirmed: [...confirmed],
    });
    this.#busy = false;
    if (outcome.ok) {
      this.#followed = value.planId;
      this.#confirmedRows = value.rows;
    } else if (outcome.failure.code === 'outdated' || outcome.failure.code === 'unknown-plan') {
      // The plan is outdated. Show a new one, so that the trader confirms what will be done.
      await this.ask(plan.of);
      this.#failure = words(outcome.failure.message);
    } else this.#failure = words(outcome.failure.message);
    return outcome;
  }

  dispose(): void {
    this.#release();
  }
}
