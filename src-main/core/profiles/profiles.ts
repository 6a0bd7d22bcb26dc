import { limits } from '#contract/limits.ts';
import type { Text } from '#contract/message.ts';
import { done, failed, type Outcome } from '#contract/outcome.ts';
import type { KeyPlace, Profile, ProfileInput } from '#contract/model/profile.ts';
import type { LostFile } from '#core/ports.ts';
import type { PracticeAccess, Random, SecretStore } from '#core/ports.ts';
import { checkAddress, type AddressProblem } from './address.ts';
import { practiceKey, practiceProfile, practiceProfiles } from './built-in-profiles.ts';
import { placeOf } from './place-of.ts';
import type { ProfileFile } from './profile-file.ts';

export type ProfileProblem = AddressProblem['code'] | 'missing-platform-id';
type SaveProblem =
  | ProfileProblem
  | 'unknown-profile'
  | 'name-taken'
  | 'too-many'
  | 'secret-store'
  | 'missing-key'
  | 'open-orders'
  | 'not-stored';
type RemoveProblem = 'unknown-profile' | 'open-orders' | 'secret-store' | 'not-stored';

/**
 * The connections: those to the embedded practice service, always first, and those of the trader.
 * Keys are in the secret store under the profile's id. A key is read only when a connection opens
 * or is tested.
 */
export class Profiles {
  readonly #file: ProfileFile;
  readonly #secrets: SecretStore;
  readonly #random: Random;
  readonly #practice: PracticeAccess | { readonly failure: string };
  readonly #openOrders: OpenOrders;
  #stored: readonly Profile[];
  /** Ids of connections whose keys are being deleted. They are not listed and cannot be opened. */
  readonly #removing = new Set<string>();
  /** The file that was found to be lost at the start, for a notice. Null if none was. */
  readonly lost: LostFile | null;

  constructor(deps: {
    readonly file: ProfileFile;
    readonly secrets: SecretStore;
    readonly random: Random;
    readonly practice: PracticeAccess | { readonly failure: string };
    readonly openOrders: OpenOrders;
  }) {
    this.#file = deps.file;
    this.#secrets = deps.secrets;
    this.#random = deps.random;
    this.#practice = deps.practice;
    this.#openOrders = deps.openOrders;
    const loaded = this.#file.load();
    this.#stored = loaded.profiles;
    this.lost = loaded.lost;
  }

  list(): Profile[] {
    return [...practiceProfiles(this.#practice), ...this.#stored.filter(({ id }) => !this.#removing.has(id))];
  }

  practice(): Profile {
    return practiceProfile(this.#practice);
  }

  find(idOrName: string): Profile | undefined {
    return this.list().find((profile) => profile.id === idOrName) ?? this.list().find(({ name }) => name === idOrName);
  }

  /**
   * The key of a profile, or null when this computer has none. Never cached outside its connection.
   */
  async key(profile: Profile): Promise<string | null> {
    if (profile.kind === 'practice') return practiceKey(this.#practice, profile);
    const key = await this.#secrets.get(profile.id);
    // Earlier versions accepted shorter keys. Keys are cut out of answers. A short key could equal
    // a number in an answer, so it is not used.
    return key !== null && key.length >= limits.apiKeyLength.min ? key : null;
  }

  /** The key for testing a connection as typed. A stored key is sent to its own origin only. */
  async keyFor(input: ProfileInput): Promise<Outcome<string, 'missing-key'>> {
    if (input.key !== null) return done(input.key);
    const old = this.#find(input.id);
    const key = old ? await this.key(old) : null;
    if (old === undefined || key === null)
      return failed('missing-key', { code: 'connection.no-key-to-test' }, { field: 'key' });
    return mayUseKeyOf(input, old) ? done(key) : keyAddressRefusal();
  }

  /**
   * Sets every `keyPlace` by asking the store. The file is not trusted: a key in memory is lost at
   * a restart, and a key in the keychain may have been removed there.
   */
  async verifyKeyPlaces(): Promise<void> {
    this.#stored = await Promise.all(
      this.#stored.map(async (profile) => {
        const key = await this.key(profile);
        // Asked after the key was read: reading it can open the keychain.
        const place = this.#secrets.state().persistent ? 'keychain' : 'session';
        return { ...profile, keyPlace: (key === null ? 'none' : place) satisfies KeyPlace };
      }),
    );
  }

  /** Returns the typed input as a connection, without storing anything. */
  check(input: ProfileInput): Outcome<Profile, ProfileProblem> {
    const address = checkAddress(input.baseUrl);
    if (!address.ok) return problem(address.problem, 'baseUrl');
    const alternative = input.altBaseUrl === null ? null : checkAddress(input.altBaseUrl);
    if (alternative && !alternative.ok) return problem(alternative.problem, 'altBaseUrl');
    if (input.kind === 'platform' && input.platformId === null)
      return failed('missing-platform-id', { code: 'connection.platform-id-missing' }, { field: 'platformId' });
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

  /**
   * Stores the key before the profile: a profile whose key is missing would fail at its first use.
   * A changed address or platform makes the profile another connection, with its own id, cache and
   * journal rows.
   */
  async save(input: ProfileInput): Promise<Outcome<Profile, SaveProblem>> {
    const old = this.#find(input.id);
    if (input.id !== null && !old) return failed('unknown-profile', { code: 'connection.unknown' });
    const checked = this.check(input);
    if (!checked.ok) return checked;
    const isNameUsed = this.list().some(({ id, name }) => name === checked.value.name && id !== checked.value.id);
    if (isNameUsed) return failed('name-taken', { code: 'connection.name-taken' }, { field: 'name' });
    if (old === undefined && this.#stored.length >= limits.profiles) {
      return failed('too-many', { code: 'connection.too-many', limit: limits.profiles });
    }
    const isMoved = old !== undefined && placeOf(old) !== placeOf(checked.value);
    const next = isMoved ? { ...checked.value, id: this.#random.uuid() } : checked.value;
    // Checked even if `keyPlace` is `none`: a keychain that was locked at the start may have a key.
    if (old && input.key === null && !mayUseKeyOf(next, old)) return keyAddressRefusal();
    const refusal = this.#moveRefusal(old, next);
    if (refusal) return refusal;
    const keyPlace = await this.#storeKey(next.id, input.key, old);
    if (!keyPlace.ok) return keyPlace;
    if (old && !this.#find(old.id)) {
      // It was removed while the secret store was written.
      await this.#deleteKey(next.id);
      return failed('unknown-profile', { code: 'connection.unknown' });
    }
    // An order may have been sent while the secret store was written.
    const lateRefusal = this.#moveRefusal(old, next, isMoved || input.key === null ? null : 'stored');
    if (lateRefusal) {
      if (isMoved) await this.#deleteKey(next.id);
      return lateRefusal;
    }
    const profile = { ...next, keyPlace: keyPlace.value };
    const isStored = this.#store(
      old ? this.#stored.map((other) => (other.id === old.id ? profile : other)) : [...this.#stored, profile],
    );
    if (!isStored) {
      const hasSameId = next.id === old?.id;
      if (!hasSameId) await this.#deleteKey(next.id);
      return notStored(hasSameId && input.key !== null ? 'stored' : null);
    }
    // Not awaited: a keychain may take seconds, in which an order could still be sent to the old
    // place. The move is already stored, even if the old key cannot be deleted.
    if (isMoved) void this.#deleteKey(old.id);
    return done(profile);
  }

  /**
   * Deletes the connection and its key. Its cache and its journal rows remain on disk. Until the
   * key is deleted the connection is not listed, so that it cannot be opened meanwhile.
   */
  async remove(profileId: string): Promise<Outcome<{ keyMayRemain: boolean }, RemoveProblem>> {
    const profile = this.#find(profileId);
    if (profile === undefined) return failed('unknown-profile', { code: 'connection.unknown' });
    const open = this.#openOrders(profile);
    if (open.length > 0) return openOrdersRefusal('remove', open);
    this.#removing.add(profileId);
    try {
      const deletion = await this.#deleteKey(profileId);
      if (deletion === 'failed') return failed('secret-store', { code: 'connection.key-not-removed' });
      const isStored = this.#store(this.#stored.filter(({ id }) => id !== profileId));
      if (!isStored) return notStored(deletion === 'deleted' ? 'deleted' : null);
      return done({ keyMayRemain: deletion === 'not-opened' });
    } finally {
      this.#removing.delete(profileId);
    }
  }

  /** False if the file could not be written. Nothing has changed then. */
  #store(profiles: readonly Profile[]): boolean {
    try {
      this.#file.save(profiles);
    } catch {
      return false;
    }
    this.#stored = profiles;
    return true;
  }

  /** A stored connection that is not being removed. */
  #find(profileId: string | null): Profile | undefined {
    return this.#stored.find(({ id }) => id === profileId && !this.#removing.has(id));
  }

  /**
   * Orders are reconciled at the addresses they were sent to. So with open orders the place must
   * not change, and the alternative address can only be kept or removed. `key` is for the message:
   * `stored` if the secret store already has the typed key instead of the earlier one.
   */
  #moveRefusal(
    old: Profile | undefined,
    next: Profile,
    key: 'stored' | null = null,
  ): ReturnType<typeof openOrdersRefusal> | null {
    if (old === undefined) return null;
    const isAlternativeNew = next.altBaseUrl !== null && next.altBaseUrl !== old.altBaseUrl;
    if (placeOf(old) === placeOf(next) && !isAlternativeNew) return null;
    const open = this.#openOrders(old);
    return open.length > 0 ? openOrdersRefusal('change', open, key) : null;
  }

  /** If `typed` is null, the key of `old` is retained, under the new id if the id changed. */
  async #storeKey(
    id: string,
    typed: string | null,
    old: Profile | undefined,
  ): Promise<Outcome<KeyPlace, 'secret-store'>> {
    try {
      const keySource = typed === null && old !== undefined && old.id !== id ? old : null;
      const key = keySource === null ? typed : await this.key(keySource);
      if (key !== null) return done(await this.#secrets.set(id, key));
      // The store has the key and does not answer with it. A move would delete the only copy.
      if (keySource !== null && keySource.keyPlace !== 'none') return noKey('connection.key-not-read');
      return done(old?.keyPlace ?? 'none');
    } catch {
      return noKey('connection.key-not-stored');
    }
  }

  /** Resolves to `failed` instead of rejecting: the error text of the store is never shown. */
  async #deleteKey(id: string): Promise<'deleted' | 'not-opened' | 'failed'> {
    return this.#secrets.delete(id).catch(() => 'failed' as const);
  }
}

type OpenOrders = (profile: Profile) => readonly Text[];

const openOrdersRefusal = (act: 'remove' | 'change', details: readonly Text[], key: 'stored' | null = null) =>
  failed('open-orders', { code: 'connection.open-orders', act, count: details.length, key }, { details });

const noKey = (code: 'connection.key-not-read' | 'connection.key-not-stored') =>
  failed('secret-store', { code }, { field: 'key' });

const notStored = (key: 'stored' | 'deleted' | null) => failed('not-stored', { code: 'connection.not-stored', key });

const keyAddressRefusal = () => failed('missing-key', { code: 'connection.key-of-another-address' }, { field: 'key' });

type Addresses = Pick<Profile, 'baseUrl' | 'altBaseUrl'>;

const originsOf = ({ baseUrl, altBaseUrl }: Addresses): (string | undefined)[] =>
  [baseUrl, ...(altBaseUrl === null ? [] : [altBaseUrl])].map((address) => URL.parse(address.trim())?.origin);

/** Whether the key of `old` may be sent to every address of `next`. */
const mayUseKeyOf = (next: Addresses, old: Addresses): boolean => {
  const known = originsOf(old);
  return originsOf(next).every((origin) => origin !== undefined && known.includes(origin));
};

const problem = ({ code, message }: AddressProblem, field: string) => failed(code, message, { field });
