import type { Outcome } from '#contract/outcome.ts';
import { failureLines } from '#renderer/messages/failure-lines.ts';

/** Refusals: what core would send now differs from what was confirmed. Nothing was sent. */
const outdatedCodes: ReadonlySet<string> = new Set(['unconfirmed', 'outdated', 'unknown-plan', 'disarmed']);

/** Refusals of an act that is in the journal under its intent id, with a final outcome. */
const endedCodes: ReadonlySet<string> = new Set(['refused', 'not-sent']);

/**
 * The intent id of the next press after a refusal, if the same content stays on screen. With `keep`
 * it is the same id. This is right if a refusal leaves no row in the journal, or if core answers a
 * known intent id with the row of that id. With `new-id-after-final-refusal` it is a new id if the
 * platform refused the act or the act was not sent. The journal then has the act with that outcome,
 * and core refuses its id from then on, so a further press is another act. With either policy, any
 * other refusal keeps the id: without a clear answer the request may have been sent.
 */
export type IntentPolicy = 'keep' | 'new-id-after-final-refusal';

type Content<Shown> = { readonly shown: Shown; readonly intentId: string; readonly isAccepted: boolean };

/**
 * The way from a press to one request: what is shown for confirmation, whether a request is
 * pending, and why the last request failed. A press while a request is pending does nothing. The
 * content on screen has one intent id and is accepted once. If core refuses it as outdated, the
 * content is loaded and shown again, with a new id.
 */
export class Confirmation<Shown> {
  readonly #uuid: () => string;
  readonly #policy: IntentPolicy;
  #content = $state.raw<Content<Shown> | null>(null);
  #loading = $state.raw(false);
  #running = $state.raw(false);
  #failure = $state.raw<string | null>(null);
  /** Grows with each load, show and drop. A late answer does not replace what is shown by then. */
  #generation = 0;
  /**
   * The number of calls of `ask` and `reload`. If it grew during a request, the failure of that
   * request is not shown.
   */
  #askCount = 0;
  /** Set by `leave`: receives the failure of the pending request. */
  #reportLate: ((failure: string) => void) | null = null;

  constructor(uuid: () => string, policy: IntentPolicy = 'keep') {
    this.#uuid = uuid;
    this.#policy = policy;
  }

  /** What has to be confirmed. */
  get shown(): Shown | null {
    return this.#content?.shown ?? null;
  }

  /**
   * True while something is loading or a request is pending, and after what is shown was accepted.
   */
  get busy(): boolean {
    return this.#loading || this.#running || this.accepted;
  }

  /** True while a request is pending. Loading what has to be confirmed does not count. */
  get sending(): boolean {
    return this.#running;
  }

  /** True after what is shown was accepted. */
  get accepted(): boolean {
    return this.#content?.isAccepted === true;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** Shows what has to be confirmed. The failure of the previous request remains. */
  show(shown: Shown): void {
    this.#generation += 1;
    this.#loading = false;
    this.#content = { shown, intentId: this.#uuid(), isAccepted: false };
  }

  drop(): void {
    this.#generation += 1;
    this.#loading = false;
    this.#content = null;
    this.#failure = null;
  }

  /**
   * As `drop`, because the page or the strategy is left. The failure of a pending request goes to
   * `report`: nothing shows it here any more, or another strategy is on screen.
   */
  leave(report: (failure: string) => void): void {
    this.drop();
    if (this.#running) this.#reportLate = report;
  }

  /** Asks core for what has to be confirmed, and shows it. The last of several calls wins. */
  async ask(load: () => Promise<Outcome<Shown, string>>): Promise<Shown | null> {
    this.drop();
    this.#askCount += 1;
    return this.#load(load);
  }

  /** As `ask`, but what is shown remains on screen until the answer and cannot be sent. */
  async reload(load: () => Promise<Outcome<Shown, string>>): Promise<Shown | null> {
    this.#failure = null;
    this.#askCount += 1;
    return this.#load(load);
  }

  /** As `reload`, but the failure of the previous request remains too. */
  async refresh(load: () => Promise<Outcome<Shown, string>>): Promise<void> {
    await this.#load(load);
  }

  /**
   * Sends what is shown, with its intent id. Resolves null if nothing was done. If core refuses the
   * content as outdated, `loadAgain` loads the new content, to be confirmed.
   */
  async send<Answer extends Outcome<unknown, string>>(
    request: (intentId: string) => Promise<Answer | null>,
    loadAgain: () => Promise<Outcome<Shown, string>>,
  ): Promise<Answer | null> {
    const content = this.#content;
    const generation = this.#generation;
    const outcome = await this.run(request);
    if (outcome === null || generation !== this.#generation) return outcome;
    if (outcome.ok) this.#content = content === null ? null : { ...content, isAccepted: true };
    else if (outdatedCodes.has(outcome.failure.code)) await this.#load(loadAgain);
    else if (content !== null && this.#policy === 'new-id-after-final-refusal' && endedCodes.has(outcome.failure.code))
      this.#content = { ...content, intentId: this.#uuid() };
    return outcome;
  }

  /**
   * Runs a request that does not change what is shown. Only one request is pending at a time. The
   * failure of the request is not shown if `ask`, `reload` or `leave` was called meanwhile.
   */
  async run<Answer extends Outcome<unknown, string>>(
    request: (intentId: string) => Promise<Answer | null>,
  ): Promise<Answer | null> {
    if (this.busy) return null;
    this.#running = true;
    this.#failure = null;
    const askCount = this.#askCount;
    try {
      const outcome = await request(this.#content?.intentId ?? this.#uuid());
      if (outcome?.ok === false) {
        const failure = failureLines(outcome.failure).join(' ');
        if (this.#reportLate !== null) this.#reportLate(failure);
        else if (askCount === this.#askCount) this.#failure = failure;
      }
      return outcome;
    } finally {
      this.#reportLate = null;
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
      this.#content = null;
      // The reason for the refusal says more than the reason why the content could not be loaded.
      this.#failure ??= failureLines(outcome.failure).join(' ');
    }
    return this.shown;
  }
}
