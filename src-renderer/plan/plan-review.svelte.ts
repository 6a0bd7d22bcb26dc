import { done, type Outcome } from '#contract/outcome.ts';
import { Confirmation, type IntentPolicy } from '#renderer/plan/confirmation.svelte.ts';
import type { ApplyState } from './apply-state.ts';

type PlanReviewOptions<Request, Plan> = {
  /** Makes a plan. Nothing is sent. */
  readonly plan: (request: Request) => Promise<Outcome<Plan, string>>;
  /** The differences between a plan and the plan before it, one line each. */
  readonly changes: (before: Plan, after: Plan) => readonly string[];
  /** A version-4 UUID. */
  readonly uuid: () => string;
  readonly intentPolicy: IntentPolicy;
};

/** Failures after which the request may have been carried out. */
const unansweredCodes: ReadonlySet<string> = new Set(['disconnected', 'internal']);
export const isUnanswered = (code: string): boolean => unansweredCodes.has(code);

type Planned<Request, Plan> = { readonly request: Request; readonly plan: Plan };

/**
 * Makes the plan of a request and shows it. One command then applies exactly this plan. If core
 * refuses the plan as outdated, a new plan is made and shown with what changed.
 */
export class PlanReview<Request, Plan> {
  readonly #options: PlanReviewOptions<Request, Plan>;
  readonly #confirmation: Confirmation<Planned<Request, Plan>>;
  #changes = $state.raw<readonly string[]>([]);
  /** The state while no request is pending and the plan on screen is not accepted. */
  #idleState = $state.raw<Extract<ApplyState, 'ready' | 'no-answer' | 'refused'>>('ready');

  constructor(options: PlanReviewOptions<Request, Plan>) {
    this.#options = options;
    this.#confirmation = new Confirmation(options.uuid, options.intentPolicy);
  }

  /** The plan on screen. During an `update` it is still the plan of the previous request. */
  get plan(): Plan | null {
    return this.#confirmation.shown?.plan ?? null;
  }

  get failure(): string | null {
    return this.#confirmation.failure;
  }

  /** True while a plan is being made or sent, and after the plan on screen was accepted. */
  get busy(): boolean {
    return this.#confirmation.busy;
  }

  /** What changed since the plan that was refused as outdated. */
  get changes(): readonly string[] {
    return this.#changes;
  }

  get state(): ApplyState {
    if (this.#confirmation.sending) return 'sending';
    return this.#confirmation.accepted ? 'done' : this.#idleState;
  }

  /** Hides the plan and plans the request. An answer to an earlier request is ignored. */
  async ask(request: Request): Promise<Plan | null> {
    this.#forgetAnswer();
    const planned = await this.#confirmation.ask(() => this.#plan(request));
    return planned?.plan ?? null;
  }

  /** As `ask`, but the previous plan remains on screen until the answer and cannot be sent. */
  async update(request: Request): Promise<void> {
    this.#forgetAnswer();
    await this.#confirmation.reload(() => this.#plan(request));
  }

  /** Makes the plan on screen again. The result of the last sending remains on screen. */
  async refresh(): Promise<void> {
    const shown = this.#confirmation.shown;
    if (shown !== null) await this.#confirmation.refresh(() => this.#plan(shown.request));
  }

  /** Removes the plan. */
  clear(): void {
    this.#forgetAnswer();
    this.#confirmation.drop();
  }

  /** Applies the plan on screen. Null if nothing was done: there is no plan, or `busy` was true. */
  async send<Answer extends Outcome<unknown, string>>(
    apply: (intentId: string, plan: Plan) => Promise<Answer>,
  ): Promise<Answer | null> {
    const sent = this.#confirmation.shown;
    if (sent === null || this.busy) return null;
    this.#forgetAnswer();
    const outcome = await this.#confirmation.send(
      (intentId) => apply(intentId, sent.plan),
      () => this.#plan(sent.request),
    );
    const shown = this.#confirmation.shown;
    // Another plan may have been requested meanwhile.
    if (outcome?.ok !== false || shown?.request !== sent.request) return outcome;
    const { code } = outcome.failure;
    this.#idleState = unansweredCodes.has(code) ? 'no-answer' : 'refused';
    if (code === 'outdated') this.#changes = this.#options.changes(sent.plan, shown.plan);
    return outcome;
  }

  #forgetAnswer(): void {
    this.#idleState = 'ready';
    this.#changes = [];
  }

  async #plan(request: Request): Promise<Outcome<Planned<Request, Plan>, string>> {
    const outcome = await this.#options.plan(request);
    return outcome.ok ? done({ request, plan: outcome.value }) : outcome;
  }
}
