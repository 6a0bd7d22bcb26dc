import { done, failed, type Outcome } from '#contract/outcome.ts';
import type { KeyPlace, Profile, ProfileInput } from '#contract/model/profile.ts';
import type { PracticeLink, Random, SecretStore } from '#core/ports.ts';
import { checkAddress, type AddressProblem } from './address.ts';
import type { ProfileFile } from './profile-file.ts';

export const practiceProfileId = 'practice';

export type ProfileProblem = AddressProblem['code'] | 'missing-platform-id';
type SaveProblem = ProfileProblem | 'unknown-profile' | 'name-taken' | 'secret-store';

/**
 * The connections: the embedded practice service, always first, and those the trader made. Keys go to the secret store
 * under the profile's id; a key is read only at the moment a connection opens or is tested.
 */
export class Profiles {
  readonly #file: ProfileFile;
  readonly #secrets: SecretStore;
  readonly #random: Random;
  readonly #practice: PracticeLink | { readonly failure: string };
  #stored: readonly Profile[];
  /** The file that could not be read at start, for a notice. */
  readonly setAside: string | null;

  constructor(deps: {
    readonly file: ProfileFile;
    readonly secrets: SecretStore;
    readonly random: Random;
    readonly practice: PracticeLink | { readonly failure: string };
  }) {
    this.#file = deps.file;
    this.#secrets = deps.secrets;
    this.#random = deps.random;
    this.#practice = deps.practice;
    const loaded = this.#file.load();
    this.#stored = loaded.profiles;
    this.setAside = loaded.setAside;
  }

  list(): Profile[] {
    return [this.practice(), ...this.#stored];
  }

  practice(): Profile {
    return {
      id: practiceProfileId,
      name: 'Practice',
      kind: 'practice',
      baseUrl: 'failure' in this.#practice ? '' : this.#practice.baseUrl,
      altBaseUrl: null,
      platformId: null,
      paceMs: 0,
      keyPlace: 'built-in',
    };
  }

  find(idOrName: string): Profile | undefined {
    return this.list().find((profile) => profile.id === idOrName) ?? this.list().find(({ name }) => name === idOrName);
  }

  /** The key of a profile, or null when there is none here. Never cached outside the connection that asked. */
  async key(profile: Profile): Promise<string | null> {
    if (profile.kind === 'practice') return 'failure' in this.#practice ? null : this.#practice.apiKey;
    return await this.#secrets.get(profile.id);
  }

  /**
   * A key kept for one session is gone after a restart, and one in the keychain may have been removed there: ask the
   * store rather than trust the file.
   */
  async verifyKeyPlaces(): Promise<void> {
    const place = this.#secrets.state().persistent ? 'keychain' : 'session';
    this.#stored = await Promise.all(
      this.#stored.map(async (profile) => ({
        ...profile,
        keyPlace: ((await this.#secrets.get(profile.id)) === null ? 'none' : place) satisfies KeyPlace,
      })),
    );
  }

  /** What was typed as a connection, without storing anything. */
  check(input: ProfileInput): Outcome<Profile, ProfileProblem> {
    const address = checkAddress(input.baseUrl);
    if (!address.ok) return problem(address.problem, 'baseUrl');
    const alternative = input.altBaseUrl === null ? null : checkAddress(input.altBaseUrl);
    if (alternative && !alternative.ok) return problem(alternative.problem, 'altBaseUrl');
    if (input.kind === 'platform' && input.platformId === null)
      return failed('missing-platform-id', 'A private platform needs the id that its operator gave with the key.', {
        field: 'platformId',
      });
    return done({
      id: input.id ?? this.#random.uuid(),
      name: input.name.trim(),
      kind: input.kind,
      baseUrl: address.address,
      altBaseUrl: alternative?.address ?? null,
      platformId: input.kind === 'platform' ? input.platformId : null,
      paceMs: input.paceMs,
      keyPlace: 'none',
    });
  }

  /** Stores the key first: a profile that says it has a key it has not would fail on first use. */
  async save(input: ProfileInput): Promise<Outcome<Profile, SaveProblem>> {
    const old = this.#stored.find(({ id }) => id === input.id);
    if (input.id !== null && !old)
      return failed('unknown-profile', 'This connection no longer exists; nothing was saved.');
    const checked = this.check(input);
    if (!checked.ok) return checked;
    const taken = this.list().some(({ id, name }) => name === checked.value.name && id !== checked.value.id);
    if (taken) return failed('name-taken', 'Another connection has this name; nothing was saved.', { field: 'name' });
    const keyPlace = await this.#storeKey(checked.value.id, input.key, old?.keyPlace ?? 'none');
    if (keyPlace === null)
      return failed('secret-store', 'The key could not be given to the secret store; nothing was saved.', {
        field: 'key',
      });
    const profile = { ...checked.value, keyPlace };
    this.#stored = old
      ? this.#stored.map((other) => (other.id === profile.id ? profile : other))
      : [...this.#stored, profile];
    this.#file.save(this.#stored);
    return done(profile);
  }

  /** Forgets the connection and its key. Its cache and its journal rows stay on disk. */
  async remove(profileId: string): Promise<Outcome<Record<never, never>, 'unknown-profile'>> {
    if (!this.#stored.some(({ id }) => id === profileId))
      return failed('unknown-profile', 'There is no such connection to remove.');
    await this.#secrets.delete(profileId);
    this.#stored = this.#stored.filter(({ id }) => id !== profileId);
    this.#file.save(this.#stored);
    return done({});
  }

  async #storeKey(id: string, key: string | null, before: KeyPlace): Promise<KeyPlace | null> {
    if (key === null) return before;
    try {
      return await this.#secrets.set(id, key);
    } catch {
      return null;
    }
  }
}

const problem = ({ code, message }: AddressProblem, field: string) => failed(code, message, { field });
