import type { Bridge } from '#contract/bridge.ts';
import type {
  AutoTradePlan,
  AutoTradeRehearsal,
  AutoTradeRequest,
  BrokerCredentials,
} from '#contract/model/autotrade.ts';
import type { ActState } from '#contract/model/act.ts';
import { words } from '#renderer/messages/words.ts';
import { planChanges } from './plan-changes.ts';

type Confirmation = {
  readonly confirmed: readonly string[];
  readonly typed: string;
  readonly credentials: BrokerCredentials | null;
};

/** A plan on screen: asked for, rehearsed, and sent once for one press. */
export class PlanStore {
  readonly #bridge: Bridge;
  readonly #uuid: () => string;
  #plan = $state.raw<AutoTradePlan | null>(null);
  #failure = $state.raw<string | null>(null);
  #changes = $state.raw<readonly string[]>([]);
  #rehearsal = $state.raw<AutoTradeRehearsal | null>(null);
  #busy = $state.raw(false);
  /** Members of the credentials that were refused. */
  #badMembers = $state.raw<readonly string[]>([]);
  #asked = 0;
  /** One for each plan that is shown: a second press of the same plan sends nothing. */
  #intentId = '';

  constructor(bridge: Bridge, uuid: () => string) {
    this.#bridge = bridge;
    this.#uuid = uuid;
  }

  get plan(): AutoTradePlan | null {
    return this.#plan;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** What changed since the plan that was refused as outdated. */
  get changes(): readonly string[] {
    return this.#changes;
  }

  get rehearsal(): AutoTradeRehearsal | null {
    return this.#rehearsal;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get badMembers(): readonly string[] {
    return this.#badMembers;
  }

  /** Null: there is nothing to plan. The answer to an earlier request is ignored. */
  async ask(request: AutoTradeRequest | null): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.#changes = [];
    this.#rehearsal = null;
    this.#failure = null;
    if (request === null) {
      this.#plan = null;
      return;
    }
    const outcome = await this.#bridge.call('autotrade.plan', { request });
    if (asked !== this.#asked) return;
    this.#show(outcome.ok ? outcome.value : null);
    if (!outcome.ok) this.#failure = words(outcome.failure.message);
  }

  async rehearse(days: 30 | 90 | 365): Promise<void> {
    const plan = this.#plan;
    if (plan === null) return;
    const asked = this.#asked;
    const outcome = await this.#bridge.call('autotrade.rehearse', { planId: plan.planId, days });
    // Another plan was asked for meanwhile.
    if (asked !== this.#asked) return;
    if (!outcome.ok) {
      this.#failure = words(outcome.failure.message);
      return;
    }
    this.#rehearsal = outcome.value;
    if (plan.checks.some(({ code }) => code === 'not-rehearsed')) await this.#checkAgain(plan);
  }

  /** A rehearsal ends the warning that there was none. */
  async #checkAgain({ request }: AutoTradePlan): Promise<void> {
    const rehearsal = this.#rehearsal;
    const asking = this.ask(request);
    const asked = this.#asked;
    await asking;
    if (asked === this.#asked) this.#rehearsal = rehearsal;
  }

  /** The state of the act; null where nothing was sent. A plan that is outdated is shown anew. */
  async send({ confirmed, typed, credentials }: Confirmation): Promise<ActState | null> {
    const plan = this.#plan;
    if (plan === null || this.#busy) return null;
    this.#busy = true;
    this.#failure = null;
    this.#badMembers = [];
    const outcome = await this.#bridge.call('autotrade.send', {
      intentId: this.#intentId,
      planId: plan.planId,
      confirmed: [...confirmed],
      typed,
      credentials,
    });
    this.#busy = false;
    if (outcome.ok) return outcome.value.state;
    const { code, message, details } = outcome.failure;
    this.#badMembers = code === 'credentials' ? (details ?? []).map(words) : [];
    if (code === 'outdated' || code === 'unknown-plan') await this.#planAgain(plan);
    // Without an answer of the program the same intent may have been sent.
    else if (code !== 'disconnected') this.#intentId = this.#uuid();
    this.#failure = words(message);
    return null;
  }

  async #planAgain(before: AutoTradePlan): Promise<void> {
    await this.ask(before.request);
    if (this.#plan !== null) this.#changes = planChanges(before, this.#plan);
  }

  #show(plan: AutoTradePlan | null): void {
    this.#plan = plan;
    this.#intentId = this.#uuid();
  }
}
