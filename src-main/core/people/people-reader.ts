import type { CommandOutcome } from '#contract/commands.ts';
import type { Text } from '#contract/message.ts';
import type { Person } from '#contract/model/person.ts';
import { done, failed } from '#contract/outcome.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import { isRecent } from '#core/reading-age.ts';
import type { Clock } from '#core/ports.ts';
import type { DataSync } from '#core/sync/data-sync.ts';

export type PeopleReaderDeps = {
  readonly clock: Clock;
  readonly cache: Pick<CacheReader, 'people' | 'peopleState' | 'person' | 'personRows'>;
  readonly sync: Pick<DataSync, 'readPeople' | 'peopleState'>;
  /** True for a private platform. Nothing else has a list of people. */
  readonly isPrivatePlatform: boolean;
};

/** A reading of all people of the platform. `readAt`: unix seconds. */
export type PeopleReading =
  | { readonly ok: true; readonly readAt: number; readonly people: readonly Person[] }
  | { readonly ok: false; readonly text: Text };

const notAPlatform = { code: 'people.platform-only' } as const;
const freshForMs = 60_000;

/** The people of a private platform, from the cache and by reading them. */
export class PeopleReader {
  readonly #deps: PeopleReaderDeps;

  constructor(deps: PeopleReaderDeps) {
    this.#deps = deps;
  }

  async list({ fresh }: { readonly fresh: boolean }): Promise<CommandOutcome<'people.list'>> {
    const { cache, isPrivatePlatform, sync } = this.#deps;
    if (!isPrivatePlatform) return failed('not-possible', notAPlatform);
    const read = fresh ? await sync.readPeople('view') : null;
    const { readAt, failure, revision } = cache.peopleState();
    const text = read?.ok === false ? read.text : failure;
    return done({ readAt, failure: text, revision, people: [...cache.personRows()] });
  }

  get(personId: string): CommandOutcome<'people.get'> {
    const { cache, isPrivatePlatform } = this.#deps;
    if (!isPrivatePlatform) return failed('not-possible', notAPlatform);
    const person = cache.person(personId);
    return person === null ? failed('unknown-person', { code: 'people.unknown', personId }) : done({ person });
  }

  /**
   * All people, from the stored reading if it is at most `maxAgeMs` old, otherwise from a new one.
   * With 0 they are always from a new reading. Fails if a record of that reading could not be read,
   * because that record may be the person who is looked for.
   */
  async freshPeople(maxAgeMs = freshForMs): Promise<PeopleReading> {
    const { cache, clock, isPrivatePlatform, sync } = this.#deps;
    if (!isPrivatePlatform) return { ok: false, text: notAPlatform };
    if (!this.#isReadingRecent(maxAgeMs, clock.now())) {
      const read = await sync.readPeople('now');
      if (!read.ok) return read;
    }
    const { failure, readAt } = cache.peopleState();
    if (failure !== null || readAt === null) return { ok: false, text: failure ?? { code: 'people.not-read' } };
    return { ok: true, readAt, people: cache.people() };
  }

  #isReadingRecent(maxAgeMs: number, now: number): boolean {
    const { failure, readAt } = this.#deps.cache.peopleState();
    return failure === null && isRecent(readAt, now, maxAgeMs);
  }
}
