import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { ExitChoice, ExitPlan, ExitProgress, ExitRequest, PlanRow, UnfinishedExit } from '#contract/model/exit.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

/** Which plan is on screen: one position's, or the panic plan of the strategy. */
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

/** An intent belongs to the plan that was shown: one press carries it out once. */
type Planned = { readonly of: ExitRequest; readonly value: ExitPlan; readonly intentId: string };

/**
 * Leaving positions: what was asked for, the plan that main made of it, and how far the plan is that runs. What is carried
 * out is the plan that was shown, under the intent that was made with it.
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
  /** The table of the plan that was agreed to last. */
  #agreed = $state.raw<readonly PlanRow[]>([]);
  /** The plan carried out from this window, whose course the dialog shows. */
  #followed = $state.raw<string | null>(null);
  readonly #release: () => void;
  /** Only ever of what is asked for now. */
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
          // A plan of the strategy that was left is not one to agree to.
          this.close();
        };
      });
    });
  }

  get opened(): OpenedExit | null {
    return this.#opened;
  }

  /** Shows the plan; nothing is sent before it is agreed to. */
  open(opened: OpenedExit): void {
    this.unask();
    this.#followed = null;
    this.#opened = opened;
  }

  close(): void {
    this.unask();
    this.#opened = null;
  }

  /** The last plan of the strategy in view in this run. */
  get progress(): ExitProgress | null {
    return this.#progress;
  }

  /** A run that the end of the program cut short, and that nothing was decided about. */
  get unfinished(): UnfinishedExit | null {
    return this.#unfinished;
  }

  get agreed(): readonly PlanRow[] {
    return this.#agreed;
  }

  /** The panic button was held: the plan on screen is sent as soon as it is known. */
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

  /** Plans it; nothing is sent. A later request wins over the answer to an earlier one. */
  async ask(request: ExitRequest): Promise<ExitPlan | null> {
    this.#request = request;
    this.#failure = null;
    const outcome = await this.#parts.bridge.call('orders.plan-exit', { request });
    if (request !== this.#request) return null;
    this.#plan = outcome.ok ? { of: request, value: outcome.value, intentId: this.#parts.uuid() } : null;
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    return this.plan;
  }

  /** What was typed makes no request yet. */
  unask(): void {
    this.#request = null;
    this.#plan = null;
    this.#failure = null;
  }

  /** Null when there is no plan or a press is under way. `confirmed` are the codes of the warnings that were shown. */
  async execute(confirmed: readonly string[]): Promise<CommandOutcome<'orders.execute-exit'> | null> {
    const plan = this.#plan;
    if (this.#busy || plan?.of !== this.#request) return null;
    this.#busy = true;
    // Held down it sends once; what fails then is pressed for again.
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
      this.#agreed = value.rows;
    } else if (outcome.failure.code === 'outdated' || outcome.failure.code === 'unknown-plan') {
      // Something has moved since: shown anew, so that the next yes is to what will be done.
      await this.ask(plan.of);
      this.#failure = words(outcome.failure.message);
    } else this.#failure = words(outcome.failure.message);
    return outcome;
  }

  dispose(): void {
    this.#release();
  }
}
