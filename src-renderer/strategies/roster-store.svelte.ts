import { words } from '#renderer/messages/words.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { RosterEntry } from '#contract/model/people.ts';

type Roster = CommandOutput<'roster.list'>;

/** In seconds. An older roster is read again when it is shown. */
const staleAfterSeconds = 86_400;

/** The platform's public list of strategies. It is read only when it is shown. */
export class RosterStore {
  readonly #bridge: Bridge;
  #roster = $state.raw<Roster | null>(null);
  #reading = $state.raw(false);
  /** Why the stored roster could not be read. */
  #unreadable = $state.raw<string | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get entries(): readonly RosterEntry[] {
    return this.#roster?.entries ?? [];
  }

  /** True when it was read from the cache. */
  get known(): boolean {
    return this.#roster !== null;
  }

  /** The facts from which its age label is computed. */
  get state() {
    const { readAt, failure, reading } = this;
    return { readAt, staleAfterSeconds, failure, reading };
  }

  get reading(): boolean {
    return this.#reading;
  }

  get readAt(): number | null {
    return this.#roster?.readAt ?? null;
  }

  get failure(): string | null {
    const failure = this.#roster?.failure;
    return failure == null ? this.#unreadable : words(failure);
  }

  /** Shows the stored roster, then reads a stale one from the platform. `now` in unix seconds. */
  async open(now: number): Promise<void> {
    await this.#load(false);
    const { readAt } = this;
    if (readAt === null || now - readAt > staleAfterSeconds) await this.refresh();
  }

  async refresh(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    await this.#load(true);
    this.#reading = false;
  }

  async #load(fresh: boolean): Promise<void> {
    const outcome = await this.#bridge.call('roster.list', { fresh });
    if (outcome.ok) this.#roster = outcome.value;
    this.#unreadable = outcome.ok ? null : words(outcome.failure.message);
  }
}
