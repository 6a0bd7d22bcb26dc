import type { Bridge } from '#contract/bridge.ts';
import type { ActState } from '#contract/model/act.ts';
import type {
  AutoTradePlan,
  AutoTradeRehearsal,
  AutoTradeRequest,
  BrokerCredentials,
} from '#contract/model/autotrade.ts';
import { failed } from '#contract/outcome.ts';
import { failureLines } from '#renderer/messages/failure-lines.ts';
import { words } from '#renderer/messages/words.ts';
import type { ApplyState } from '#renderer/plan/apply-state.ts';
import { PlanReview } from '#renderer/plan/plan-review.svelte.ts';
import type { ToastsStore } from '#renderer/stores/toasts-store.svelte.ts';
import { planChanges } from './plan-changes.ts';

type Confirmation = {
  /** The title of the dialog, for a failure that comes after it was closed. */
  readonly title: string;
  /** The codes of the warnings. */
  readonly confirmedWarnings: readonly string[];
  readonly typed: string;
  readonly credentials: BrokerCredentials | null;
};

/** The plan shown for a copy, its rehearsal, and the credentials that were refused. */
export class PlanStore {
  readonly #bridge: Bridge;
  readonly #toasts: Pick<ToastsStore, 'show'>;
  readonly #review: PlanReview<AutoTradeRequest, AutoTradePlan>;
  #rehearsal = $state.raw<AutoTradeRehearsal | null>(null);
  #rehearsalFailure = $state.raw<string | null>(null);
  /** Members of the credentials that were refused. */
  #badMembers = $state.raw<readonly string[]>([]);
  /** Counts rehearsals that were requested or dropped. The answer to an earlier one is ignored. */
  #generation = 0;
  #isClosed = false;

  constructor(bridge: Bridge, uuid: () => string, toasts: Pick<ToastsStore, 'show'>) {
    this.#bridge = bridge;
    this.#toasts = toasts;
    this.#review = new PlanReview({
      plan: (request) => bridge.call('autotrade.plan', { request }),
      changes: planChanges,
      uuid,
      intentPolicy: 'new-id-after-final-refusal',
    });
  }

  /** The dialog is closed. A request under way continues, and another dialog may be open. */
  close(): void {
    this.#isClosed = true;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get plan(): AutoTradePlan | null {
    return this.#review.plan;
  }

  get failure(): string | null {
    return this.#review.failure ?? this.#rehearsalFailure;
  }

  /** What changed since the plan that was refused as outdated. */
  get changes(): readonly string[] {
    return this.#review.changes;
  }

  get rehearsal(): AutoTradeRehearsal | null {
    return this.#rehearsal;
  }

  get busy(): boolean {
    return this.#review.busy;
  }

  get state(): ApplyState {
    return this.#review.state;
  }

  get badMembers(): readonly string[] {
    return this.#badMembers;
  }

  /**
   * Asks for a new plan; null removes the plan. The previous plan remains on screen until the
   * answer comes, and cannot be sent until then.
   */
  async ask(request: AutoTradeRequest | null): Promise<void> {
    this.#generation += 1;
    this.#rehearsal = null;
    this.#rehearsalFailure = null;
    if (request === null) this.#review.clear();
    else await this.#review.update(request);
  }

  /** The last of several calls wins. */
  async rehearse(days: 30 | 90 | 365): Promise<void> {
    const { plan } = this;
    if (plan === null) return;
    this.#generation += 1;
    const generation = this.#generation;
    this.#rehearsalFailure = null;
    const outcome = await this.#bridge.call('autotrade.rehearse', { planId: plan.planId, days });
    if (generation !== this.#generation) return;
    this.#rehearsalFailure = outcome.ok ? null : words(outcome.failure.message);
    if (!outcome.ok) return;
    this.#rehearsal = outcome.value;
    // After a rehearsal, a new plan no longer warns that there was none.
    if (plan.checks.some(({ code }) => code === 'not-rehearsed')) await this.#review.update(plan.request);
  }

  /**
   * Sends the plan and returns the state of the act. Null if nothing was sent, or if no answer came
   * and the act may have been sent. If the plan is outdated, a new plan is made and shown. After
   * `close` a failure is shown in a message, because nothing else would show it.
   */
  async send({ title, confirmedWarnings, typed, credentials }: Confirmation): Promise<ActState | null> {
    const outcome = await this.#review.send(async (intentId, { planId }) => {
      this.#badMembers = [];
      const input = { intentId, planId, confirmed: [...confirmedWarnings], typed, credentials };
      const answer = await this.#bridge.call('autotrade.send', input);
      if (answer.ok || answer.failure.code !== 'credentials') return answer;
      const { code, details = [], message } = answer.failure;
      this.#badMembers = details.map(words);
      // The message already names the members in words.
      return failed(code, message);
    });
    if (this.#isClosed && outcome?.ok === false)
      this.#toasts.show('danger', `${title}: ${failureLines(outcome.failure).join(' ')}`);
    return outcome?.ok === true ? outcome.value.state : null;
  }
}
