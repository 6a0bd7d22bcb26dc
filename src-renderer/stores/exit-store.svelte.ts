import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitChoice, ExitPlan, ExitProgress, ExitRequest, UnfinishedExit } from '#contract/model/exit.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { ApplyState } from '#renderer/plan/apply-state.ts';
import { words } from '#renderer/messages/words.ts';
import { PlanReview } from '#renderer/plan/plan-review.svelte.ts';
import { exitChanges } from './exit-changes.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

/** The prices that a reversal begins with. Null for a leg that is not wanted. */
export type ReversalBracket = Pick<Ticket, 'profitTarget' | 'stopLoss'>;

/**
 * What the plan on screen is for: an exit of one position, the panic of the strategy, or the rest
 * of an interrupted run. `bracket` is for a reversal, and null if the trader has to type the
 * prices.
 */
export type OpenedExit =
  | {
      readonly kind: Exclude<ExitRequest['kind'], 'flatten' | 'resume'>;
      readonly positionId: string;
      readonly bracket?: ReversalBracket | null;
    }
  | { readonly kind: 'flatten'; readonly atOnce?: boolean }
  | { readonly kind: 'resume'; readonly runId: string };

type Parts = {
  readonly bridge: Bridge;
  readonly strategy: StrategyStore;
  /** A version-4 UUID. */
  readonly uuid: () => string;
};

/**
 * Exits of positions: the request, the plan that core made for it, and the progress of the running
 * plan. Only the plan on screen is executed, with the intent id that was created with it.
 */
export class ExitStore {
  readonly #parts: Parts;
  #opened = $state.raw<OpenedExit | null>(null);
  #openCount = $state.raw(0);
  /** One for each strategy: a request without an answer blocks only the exits of its strategy. */
  readonly #reviews: Record<string, PlanReview<ExitRequest, ExitPlan>> = {};
  readonly #review = $derived.by(() => this.#reviewOf(this.#parts.strategy.systemId ?? ''));
  #progress = $state.raw<ExitProgress | null>(null);
  #unfinished = $state.raw<UnfinishedExit | null>(null);
  #confirmed = $state.raw<ExitPlan | null>(null);
  /**
   * Id of the plan whose progress the dialog shows. The plan is a panic, or this window started it.
   */
  #followedId = $state.raw<string | null>(null);
  readonly #release: () => void;
  readonly running = $derived(this.#progress?.state === 'running' ? this.#progress : null);
  readonly followedRun = $derived(
    this.#progress !== null && this.#progress.planId === this.#followedId ? this.#progress : null,
  );

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#release = $effect.root(() => {
      $effect(() => {
        const { systemId } = parts.strategy;
        if (systemId === null) return;
        const review = untrack(() => this.#reviewOf(systemId));
        const release = parts.bridge.on('exit.changed', { systemId }, ({ progress, unfinished }) => {
          this.#progress = progress;
          this.#unfinished = unfinished;
          untrack(() => this.#followPanic());
        });
        return () => {
          release();
          this.#progress = null;
          this.#unfinished = null;
          // A plan of the previous strategy must not be confirmed.
          review.clear();
          this.#opened = null;
        };
      });
    });
  }

  #reviewOf(systemId: string): PlanReview<ExitRequest, ExitPlan> {
    const { bridge, uuid } = this.#parts;
    return (this.#reviews[systemId] ??= new PlanReview({
      plan: (request) => bridge.call('orders.plan-exit', { request }),
      changes: exitChanges,
      uuid,
      intentPolicy: 'keep',
    }));
  }

  /** The plan of the current request, never of an earlier one. */
  get plan(): ExitPlan | null {
    return this.#review.plan;
  }

  /** Grows with each opening, so that a dialog that is already open asks for its plan again. */
  get openCount(): number {
    return this.#openCount;
  }

  get opened(): OpenedExit | null {
    return this.#opened;
  }

  /** Whether the panic or the rest of an interrupted run is open. No other plan may cover it. */
  get isRunOpened(): boolean {
    return this.#opened?.kind === 'flatten' || this.#opened?.kind === 'resume';
  }

  /** Opens the dialog, which asks for the plan. Nothing is sent yet, but see `atOnce`. */
  open(opened: OpenedExit): void {
    this.clearRequest();
    this.#followedId = null;
    this.#opened = opened;
    this.#openCount += 1;
    this.#followPanic();
  }

  /** Shows a running panic to its end, also if another window started it. */
  #followPanic(): void {
    const { opened, running } = this;
    if (opened?.kind === 'flatten' && running?.kind === 'flatten') this.#followedId = running.planId;
  }

  close(): void {
    this.clearRequest();
    this.#opened = null;
  }

  /** The running or last run of the chosen strategy since the connection was opened. */
  get progress(): ExitProgress | null {
    return this.#progress;
  }

  /** A run that the end of the program interrupted. The trader has to decide what to do with it. */
  get unfinished(): UnfinishedExit | null {
    return this.#unfinished;
  }

  /** The plan that was confirmed last. */
  get confirmed(): ExitPlan | null {
    return this.#confirmed;
  }

  /** True if the panic button was held down: the plan on screen is sent as soon as it is ready. */
  get atOnce(): boolean {
    return this.#opened?.kind === 'flatten' && this.#opened.atOnce === true && this.#followedId === null && !this.busy;
  }

  /** Stores the decision about an interrupted run. Resolves to null, or to why it was refused. */
  async resolve(runId: string, choice: ExitChoice): Promise<string | null> {
    const { systemId } = this.#parts.strategy;
    if (systemId === null) return null;
    const outcome = await this.#parts.bridge.call('orders.resolve-exit', { systemId, runId, choice });
    return outcome.ok ? null : words(outcome.failure.message);
  }

  get failure(): string | null {
    return this.#review.failure;
  }

  get busy(): boolean {
    return this.#review.busy;
  }

  /** What changed since the plan that was refused as outdated. */
  get changes(): readonly string[] {
    return this.#review.changes;
  }

  get state(): ApplyState {
    return this.#review.state;
  }

  /** Plans the request. Nothing is sent. An answer to an earlier request is ignored. */
  ask(request: ExitRequest): Promise<ExitPlan | null> {
    return this.#review.ask(request);
  }

  /** As `ask`, but until the answer the previous plan remains on screen. It cannot be sent. */
  update(request: ExitRequest): Promise<void> {
    return this.#review.update(request);
  }

  /** Removes the request and its plan, for example while the typed fields are incomplete. */
  clearRequest(): void {
    this.#review.clear();
  }

  /**
   * Resolves null if there is no plan or the store is busy. `warningCodes`: the warnings that were
   * shown. An outdated plan is replaced, so that the trader confirms what will be done.
   */
  async execute(warningCodes: readonly string[]): Promise<CommandOutcome<'orders.execute-exit'> | null> {
    const { plan } = this;
    const review = this.#review;
    if (plan === null || this.busy) return null;
    // A button that is held down sends once. After a failure the trader has to press again.
    if (this.#opened?.kind === 'flatten') this.#opened = { kind: 'flatten' };
    const { opened } = this;
    const outcome = await review.send((intentId, { planId }) =>
      this.#parts.bridge.call('orders.execute-exit', { intentId, planId, confirmed: [...warningCodes] }),
    );
    // Another strategy may be chosen by now.
    if (outcome?.ok !== true || review !== this.#review) return outcome;
    // A dialog that shows the steps of a run may be open by now. It keeps its own plan.
    if (this.#opened !== opened && this.isRunOpened) return outcome;
    this.#followedId = plan.planId;
    this.#confirmed = plan;
    return outcome;
  }

  dispose(): void {
    this.#release();
  }
}
