import type { Outcome } from '#contract/outcome.ts';
import { failureLines } from '#renderer/messages/failure-lines.ts';

/** Refusals that send nothing because what was confirmed is not what core would send now. */
const outdatedCodes: ReadonlySet<string> = new Set(['unconfirmed', 'outdated', 'unknown-plan', 'disarmed']);

/** Refusals of an act that is in the journal under its intent and has ended there. */
const endedCodes: ReadonlySet<string> = new Set(['refused', 'not-sent']);

/**
 * The intent id after a refusal that leaves on screen what was shown. `keep`: the refusal left no
 * row in the journal, or core returns that row for the same intent. `new-after-end`: the platform
 * refused the act, or it was not sent. It is in the journal with that outcome, and core ignores its
 * intent from then on, so a further press is another act. With either policy, any other refusal
 * keeps the intent: without a clear answer the request may have been sent.
 */
export type IntentPolicy = 'keep' | 'new-after-end';

type Asked<Shown> = { readonly shown: Shown; readonly intentId: string; readonly sent: boolean };

/**
 * From a press to one request: what is shown for confirmation, whether a request is pending, and
 * why the last one failed. A press while a request is pending does nothing. What is shown has one
 * intent id and is accepted once. If it is outdated, it is loaded and shown again, with a new id.
 */
export class Confirmation<Shown> {
  readonly #uuid: () => string;
  readonly #policy: IntentPolicy;
  #asked = $state.raw<Asked<Shown> | null>(null);
  #loading = $state.raw(false);
  #running = $state.raw(false);
  #failure = $state.raw<string | null>(null);
  /** Grows with each request and each drop. An answer to an earlier request is ignored. */
  #generation = 0;

  constructor(uuid: () => string, policy: IntentPolicy = 'keep') {
    this.#uuid = uuid;
    this.#policy = policy;
  }

  /** What has to be confirmed. */
  get asking(): Shown | null {
    return this.#asked?.shown ?? null;
  }

  /**
   * True while something is loading or a request is pending, and after what is shown was accepted.
   */
  get busy(): boolean {
    return this.#loading || this.#running || this.accepted;
  }

  /** True while a request is pending, and not while what has to be confirmed is loading. */
  get sending(): boolean {
    return this.#running;
  }

  /** True after what is shown was accepted. */
  get accepted(): boolean {
    return this.#asked?.sent === true;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** Shows what has to be confirmed. The failure of the previous request remains. */
  show(shown: Shown): void {
    this.#generation += 1;
    this.#loading = false;
    this.#asked = { shown, intentId: this.#uuid(), sent: false };
  }

  drop(): void {
    this.#generation += 1;
    this.#loading = false;
    this.#asked = null;
    this.#failure = null;
  }

  /** Loads what has to be confirmed and shows it. The last of several calls wins. */
  async ask(load: () => Promise<Outcome<Shown, string>>): Promise<Shown | null> {
    this.drop();
    return this.#load(load);
  }

  /** As `ask`, but what is shown remains on screen until the answer and cannot be sent. */
  async reload(load: () => Promise<Outcome<Shown, string>>): Promise<Shown | null> {
    this.#failure = null;
    return this.#load(load);
  }

  /** As `reload`, but the failure of the previous request remains too. */
  async refresh(load: () => Promise<Outcome<Shown, string>>): Promise<void> {
    await this.#load(load);
  }

  /**
   * Sends what is shown, with its intent id. Null if nothing was done. If core refuses it as
   * outdated, `again` loads it again, to be confirmed.
   */
  async send<Answer extends Outcome<unknown, string>>(
    request: (intentId: string) => Promise<Answer | null>,
    again: () => Promise<Outcome<Shown, string>>,
  ): Promise<Answer | null> {
    const asked = this.#asked;
    const generation = this.#generation;
    const outcome = await this.run(request);
    if (outcome === null || generation !== this.#generation) return outcome;
    if (outcome.ok) this.#asked = asked === null ? null : { ...asked, sent: true };
    else if (outdatedCodes.has(outcome.failure.code)) await this.#load(again);
    else if (asked !== null && this.#policy === 'new-after-end' && endedCodes.has(outcome.failure.code))
      this.#asked = { ...asked, intentId: this.#uuid() };
    return outcome;
  }

  /** A request that leaves what is shown as it is. One is pending at a time. */
  async run<Answer extends Outcome<unknown, string>>(
    request: (intentId: string) => Promise<Answer | null>,
  ): Promise<Answer | null> {
    if (this.busy) return null;
    this.#running = true;
    this.#failure = null;
    try {
      const outcome = await request(this.#asked?.intentId ?? this.#uuid());
      if (outcome?.ok === false) this.#failure = failureLines(outcome.failure).join(' ');
      return outcome;
    } finally {
      this.#running = false;
    }
  }

  async #load(load: () => Promise<Outcome<Shown, string>>): Promise<Shown | null> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#loading = true;
    const outcome = await load().finally(() => {
      if (generation === this.#generation) this.#loading = false;
    });
    if (generation !== this.#generation) return null;
    if (outcome.ok) this.show(outcome.value);
    else {
      this.#asked = null;
      // The reason of the refusal says more than the reason why it cannot be shown again.
      this.#failure ??= failureLines(outcome.failure).join(' ');
    }
    return this.asking;
  }
}
