import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { RosterEntry } from '#contract/model/people.ts';

type Roster = CommandOutput<'roster.list'>;

/** Older than this it is read anew when it is looked at, in seconds. */
export const rosterStaleSeconds = 86_400;

/** The service's public list of strategies. Nothing is asked before somebody looks at it. */
export class RosterStore {
  readonly #bridge: Bridge;
  #roster = $state.raw<Roster | null>(null);
  #reading = $state.raw(false);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get entries(): readonly RosterEntry[] {
    return this.#roster?.entries ?? [];
  }

  /** The cache has answered. */
  get known(): boolean {
    return this.#roster !== null;
  }

  get reading(): boolean {
    return this.#reading;
  }

  get readAt(): number | null {
    return this.#roster?.readAt ?? null;
  }

  get failure(): string | null {
    return this.#roster?.failure ?? null;
  }

  /** What is stored at once, then what the platform has where that is old. `now` in Unix seconds. */
  async look(now: number): Promise<void> {
    await this.#take(false);
    const { readAt } = this;
    if (readAt === null || now - readAt > rosterStaleSeconds) await this.refresh();
  }

  async refresh(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    await this.#take(true);
    this.#reading = false;
  }

  async #take(fresh: boolean): Promise<void> {
    const outcome = await this.#bridge.call('roster.list', { fresh });
    if (outcome.ok) this.#roster = outcome.value;
  }
}
