import { isStale } from '#renderer/messages/freshness.ts';
import { words } from '#renderer/messages/words.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { EventPayload } from '#contract/events.ts';
import type { Person, PersonRow } from '#contract/model/person.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';

/**
 * When the page is opened, a list is read again if it is this many seconds old, or if the clock was
 * set back since it was read.
 */
const staleAfterSeconds = 3_600;

const isOld = ({ readAt }: EventPayload<'people.changed'>, now: number): boolean =>
  isStale(readAt, staleAfterSeconds, now);

/** The people of the private platform as last read, and the whole record of the person shown. */
export class PeopleStore {
  readonly #bridge: Bridge;
  readonly #list: Loader<CommandOutput<'people.list'>>;
  readonly #person: Loader<{ readonly person: Person }>;
  readonly #release: () => void;
  #state = $state.raw<EventPayload<'people.changed'> | null>(null);
  #shownId = $state.raw<string | null>(null);
  /** Why the last refresh failed, and the time of the reading that was shown then. */
  #refreshFailure = $state.raw<{ readonly text: string; readonly readAt: number | null } | null>(null);

  /**
   * A stale list is read again from the platform. `profileId` is null while no connection to a
   * private platform is open. `now` is in unix seconds.
   */
  constructor(bridge: Bridge, profileId: () => string | null, now: () => number) {
    this.#bridge = bridge;
    this.#release = bridge.on('people.changed', {}, (state) => {
      const isFirstState = this.#state === null;
      this.#state = state;
      if (isFirstState && isOld(state, now())) void this.refresh();
    });
    this.#list = new Loader(
      () => this.#key(profileId(), ''),
      () => bridge.call('people.list', { fresh: false }),
    );
    this.#person = new Loader(
      () => (this.#shownId === null ? null : this.#key(profileId(), this.#shownId)),
      () => bridge.call('people.get', { personId: this.#shownId ?? '0' }),
    );
  }

  /** The list of people. Null until the list is read from the cache. */
  get rows(): readonly PersonRow[] | null {
    return this.#list.value?.people ?? null;
  }

  get failure(): string | null {
    return this.#list.failure;
  }

  get person(): Person | null {
    return this.#person.value?.person ?? null;
  }

  get personFailure(): string | null {
    return this.#person.failure;
  }

  /** What the age of the list is computed from. `reading` is true while the list is being read. */
  get state() {
    const { readAt = null, failure = null, reading = false } = this.#state ?? {};
    const refreshFailure = this.#refreshFailure?.readAt === readAt ? this.#refreshFailure.text : null;
    return { readAt, staleAfterSeconds, failure: failure ?? refreshFailure, reading };
  }

  show(personId: string | null): void {
    this.#shownId = personId;
  }

  async refresh(): Promise<void> {
    const outcome = await this.#bridge.call('people.list', { fresh: true });
    const readAt = this.#state?.readAt ?? null;
    this.#refreshFailure = outcome.ok ? null : { text: words(outcome.failure.message), readAt };
  }

  reload(): void {
    this.#list.reload();
  }

  dispose(): void {
    this.#release();
    this.#list.dispose();
    this.#person.dispose();
  }

  #key(profileId: string | null, id: string) {
    if (profileId === null || this.#state === null) return null;
    return { scope: `${profileId} ${id}`, revision: `${this.#state.revision} ${this.#state.readAt ?? ''}` };
  }
}
