import { isOwn, modeOf, type Owner } from '#core/owner.ts';
import type { Text } from '#contract/message.ts';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Mode } from '#contract/model/status.ts';
import type {
  RetentionPolicy,
  ModeStorage,
  ProfileStorage,
  StorageReport,
  StrategyStorage,
} from '#contract/model/storage.ts';
import type { PreferencesResult } from '#core/profiles/cached-preferences.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import { dataFile, fileId } from '#core/cache/file/data-file.ts';
import { removeCopies } from '#core/files/copies.ts';
import type { StoredCounts } from '#core/ingest/worker-message.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isUnresolved } from '#core/orders/journal/row-states.ts';
import type { Ports } from '#core/ports.ts';
import type { Profiles } from '#core/profiles/profiles.ts';
import type { Session } from '#core/session/session.ts';
import { ownerOf } from '#core/session/session-parts.ts';
import { retainedSignals } from '#core/session/retained-signals.ts';
import { connectionFileSizes, removeFiles, sizeOfAll } from './stored-files.ts';

export type StorageDeps = {
  readonly ports: Pick<Ports, 'dataDir'>;
  readonly profiles: Pick<Profiles, 'list'>;
  /** The session in use, also while a review bundle is shown, and the sessions beside it. */
  readonly sessions: { inUse(): Session; all(): readonly Session[] };
  readonly preferences: { get(): Preferences; set(change: Partial<Preferences>): PreferencesResult };
  readonly files: { journal(mode: Mode): Pick<Journal, 'recordPlace' | 'orders'> };
};

export type ClearRefusal = {
  readonly code: 'unknown-profile' | 'unknown-order' | 'not-cleared';
  readonly message: Text;
};

const folderSuffixes: readonly (readonly [Mode, string])[] = [
  ['PRACTICE', 'practice'],
  ['LIVE', 'live'],
];

/**
 * The data on this disk, its retention, and its deletion. The order journal, notes and pictures are
 * counted and never deleted. The practice world and bundle files are not counted.
 */
export class Storage {
  readonly #deps: StorageDeps;

  constructor(deps: StorageDeps) {
    this.#deps = deps;
  }

  async report(): Promise<StorageReport> {
    const { dataDir } = this.#deps.ports;
    const session = this.#deps.sessions.inUse();
    const counts = await session.storage.counts(
      folderSuffixes.map(([, suffix]) => join(dataDir, `notes-${suffix}`, 'notes.db')),
    );
    const names = new Map(session.cache.strategies().map(({ systemId, name }) => [systemId, name]));
    return {
      profiles: await this.#profiles(),
      modes: await Promise.all(folderSuffixes.map((pair, at) => this.#mode(pair, counts?.pictures[at] ?? null))),
      strategies: counts === null ? null : strategiesOf(counts, names),
      spareBytes: counts?.spareBytes ?? 0,
      keep: this.#deps.preferences.get().keep,
    };
  }

  /** False when the choice could not be saved; then nothing is deleted. */
  async setRetention(retention: RetentionPolicy): Promise<boolean> {
    const { preferences, sessions } = this.#deps;
    const earlier = preferences.get().keep;
    if (preferences.set({ keep: retention }) !== 'stored') {
      preferences.set({ keep: earlier });
      return false;
    }
    for (const session of sessions.all()) await session.storage.prune();
    return true;
  }

  /** Deletes the cache of a connection, and its history too if `withHistory`. Null on success. */
  async clear(profileId: string, withHistory: boolean): Promise<ClearRefusal | null> {
    const { sessions, ports } = this.#deps;
    const id = fileId(profileId);
    const openSession = sessions.all().find(({ profile }) => profile.id === profileId);
    if (!(await connectionFileSizes(ports.dataDir)).has(id)) {
      return { code: 'unknown-profile', message: { code: 'storage.unknown-connection' } };
    }
    // The cache shows which signals are pre-existing matches of an order with an unknown outcome.
    if (openSession === undefined ? this.#hasUnknownOrder(profileId) : openSession.desk.unknownCount() > 0) {
      return { code: 'unknown-order', message: { code: 'storage.unknown-order' } };
    }
    const failure =
      openSession === undefined ? await this.#clearOther(profileId) : await openSession.storage.clear(withHistory);
    if (failure !== null) return { code: 'not-cleared', message: failure };
    await removeFiles(ports.dataDir, 'cache', id, false);
    if (withHistory) {
      removeCopies(ports.dataDir, basename(dataFile(ports.dataDir, 'history', profileId)));
      await removeFiles(ports.dataDir, 'history', id, openSession === undefined);
    }
    return null;
  }

  /**
   * Whether an order of a connection that is not open has an unknown outcome. False for a removed
   * connection, which can no longer find out an outcome.
   */
  #hasUnknownOrder(profileId: string): boolean {
    const { profiles, files } = this.#deps;
    const profile = profiles.list().find(({ id }) => id === profileId);
    if (profile === undefined) return false;
    const journal = files.journal(modeOf(profile));
    const owner = ownerOf(profile, journal);
    // An order that was being sent when the last run ended becomes unknown at the next opening.
    const isUncertain = (row: OrderRow): boolean => row.state === 'SENDING' || isUnresolved(row);
    return [...journal.orders()].some((row) => isOwn(owner, row) && isUncertain(row));
  }

  async #clearOther(profileId: string): Promise<Text | null> {
    const { profiles, files, sessions, ports } = this.#deps;
    const profile = profiles.list().find((one) => one.id === profileId);
    // A removed connection was a live one, because practice cannot be removed.
    const journal = files.journal(profile === undefined ? 'LIVE' : modeOf(profile));
    const owner: Owner = profile === undefined ? { id: profileId, mode: 'LIVE' } : ownerOf(profile, journal);
    const file = dataFile(ports.dataDir, 'cache', profileId);
    if (!existsSync(file)) return null;
    return sessions.inUse().storage.clearOther(file, retainedSignals(journal.orders(), owner));
  }

  async #profiles(): Promise<ProfileStorage[]> {
    const files = await connectionFileSizes(this.#deps.ports.dataDir);
    const inUse = this.#deps.sessions.inUse().profile.id;
    const open = new Set(this.#deps.sessions.all().map(({ profile }) => profile.id));
    const known = this.#deps.profiles.list().map(({ id, name }) => ({ id, name, removed: false }));
    const listed = new Set(known.map(({ id }) => fileId(id)));
    const removed = [...files.keys()]
      .filter((id) => !listed.has(id))
      .map((id) => ({ id, name: 'Removed connection', removed: true }));
    return [...known, ...removed].map(({ id, name, removed: isRemoved }) => {
      const sizes = files.get(fileId(id)) ?? { cache: 0, history: 0, quarantined: 0 };
      return {
        profileId: id,
        name,
        inUse: id === inUse,
        open: open.has(id),
        removed: isRemoved,
        cacheBytes: sizes.cache,
        historyBytes: sizes.history,
        quarantinedBytes: sizes.quarantined,
      };
    });
  }

  async #mode(
    [mode, suffix]: readonly [Mode, string],
    pictures: { readonly bytes: number; readonly count: number } | null,
  ): Promise<ModeStorage> {
    const { dataDir } = this.#deps.ports;
    const notes = await sizeOfAll(join(dataDir, `notes-${suffix}`), 'notes.');
    return {
      mode,
      journalBytes: await sizeOfAll(join(dataDir, `orders-${suffix}`), 'journal.'),
      notesBytes: Math.max(0, notes - (pictures?.bytes ?? 0)),
      pictureBytes: pictures?.bytes ?? null,
      pictures: pictures?.count ?? null,
    };
  }
}

function strategiesOf(counts: StoredCounts, names: ReadonlyMap<string, string>): StrategyStorage[] {
  const readings = new Map(counts.readings.map((one) => [one.systemId, one]));
  const cached = new Map(counts.cache.map((one) => [one.systemId, one]));
  return [...new Set([...cached.keys(), ...readings.keys()])].map((systemId) => {
    const { trades = 0, signals = 0, points = 0 } = cached.get(systemId) ?? {};
    const past = readings.get(systemId);
    return {
      systemId,
      name: names.get(systemId) ?? `Strategy ${systemId}`,
      trades,
      signals,
      points,
      readings: past?.readings ?? 0,
      oldestReading: past?.oldest ?? null,
    };
  });
}
