import { isStale } from '#renderer/messages/freshness.ts';
import { words } from '#renderer/messages/words.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { RosterEntry } from '#contract/model/people.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';

type Roster = CommandOutput<'roster.list'>;

/** In seconds. An older roster is read again when it is shown. */
const staleAfterSeconds = 86_400;

/** The roster of a connection. `loadFailure`: why the last call for the roster failed. */
type Loaded = { readonly profileId: string; readonly roster: Roster | null; readonly loadFailure: string | null };

/**
 * The platform's public list of strategies. It is read only when it is shown. The roster of one
 * connection is never shown for another.
 */
export class RosterStore {
  readonly #bridge: Bridge;
  readonly #status: Pick<StatusStore, 'profile'>;
  #loaded = $state.raw<Loaded | null>(null);
  /** The connection whose roster is being read. */
  #readingFor = $state.raw<string | null>(null);

  constructor(bridge: Bridge, status: Pick<StatusStore, 'profile'>) {
    this.#bridge = bridge;
    this.#status = status;
  }

  get entries(): readonly RosterEntry[] {
    return this.#roster?.entries ?? [];
  }

  /** True once the roster is read from the cache. */
  get known(): boolean {
    return this.#roster !== null;
  }

  /** The facts from which the age label of the roster is computed. */
  get state() {
    const { readAt, failure, reading } = this;
    return { readAt, staleAfterSeconds, failure, reading };
  }

  get reading(): boolean {
    return this.#readingFor !== null && this.#readingFor === this.#profileId;
  }

  get readAt(): number | null {
    return this.#roster?.readAt ?? null;
  }

  get failure(): string | null {
    const failure = this.#roster?.failure;
    return failure == null ? (this.#current?.loadFailure ?? null) : words(failure);
  }

  /**
   * Shows the stored roster and, if it is stale, reads it again from the platform. `now` in unix
   * seconds.
   */
  async open(now: number): Promise<void> {
    await this.#load(false);
    if (isStale(this.readAt, staleAfterSeconds, now)) await this.refresh();
  }

  async refresh(): Promise<void> {
    const profileId = this.#profileId;
    if (this.reading) return;
    this.#readingFor = profileId;
    await this.#load(true);
    if (this.#readingFor === profileId) this.#readingFor = null;
  }

  /** `fresh`: the roster is read from the platform first. Otherwise the stored roster is loaded. */
  async #load(fresh: boolean): Promise<void> {
    const profileId = this.#profileId;
    const outcome = await this.#bridge.call('roster.list', { fresh });
    if (profileId === null || profileId !== this.#profileId) return;
    const roster = outcome.ok ? outcome.value : this.#roster;
    this.#loaded = { profileId, roster, loadFailure: outcome.ok ? null : words(outcome.failure.message) };
  }

  get #profileId(): string | null {
    return this.#status.profile?.id ?? null;
  }

  get #current(): Loaded | null {
    return this.#loaded?.profileId === this.#profileId ? this.#loaded : null;
  }

  get #roster(): Roster | null {
    return this.#current?.roster ?? null;
  }
}
