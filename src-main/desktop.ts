// What both desktop programs share: everything between the flags and a running core. The order
// matters. The folder is locked before any file in it is opened. Then the log is opened, because
// all other parts may write to it. The practice service starts before the core, which needs its
// address. Closing uses the reverse order.
import { join } from 'node:path';
import { JournalInUse } from '#core/orders/journal/journal-in-use.ts';
import { copyPreferences, repairPreferences } from '#core/files/repair-preferences.ts';
import type { Core, Log, Ports, PreferenceStore } from '#core/ports.ts';
import { builtInProfiles } from '#core/profiles/built-in-profiles.ts';
import { ProfileFile } from '#core/profiles/profile-file.ts';
import { loadKeytar, openSecretStore } from '#core/profiles/secret-store.ts';
import { restrictToOwner } from '#hosts/desktop/data-folder.ts';
import { openFileLog } from '#hosts/desktop/file-log.ts';
import type { Flags } from '#hosts/desktop/flags.ts';

import { alreadyRunningError, lockDataFolder } from '#hosts/desktop/instance-lock.ts';
import { startPractice } from '#hosts/desktop/practice-thread.ts';
import { stackOf } from '#hosts/desktop/run-program.ts';
import { systemClock } from '#hosts/desktop/system-clock.ts';
import { systemRandom } from '#hosts/desktop/system-random.ts';
import { exitCodes, UserError } from '#hosts/desktop/user-error.ts';

export type DesktopParts = {
  readonly host: 'electron' | 'browser';
  readonly version: string;
  readonly flags: Flags;
  /** Exists and is writable. */
  readonly dataDir: string;
  /** The worker threads' entries; they differ between the sources and the built program. */
  readonly practiceWorker: URL;
  readonly ingestWorker: URL;
  readonly openPreferences: (dataDir: string) => PreferenceStore;
  readonly createCore: (ports: Ports) => Promise<Core>;
};

export type Desktop = { readonly core: Core; readonly log: Log; close(): Promise<void> };

/**
 * Opens the data folder and everything that depends on it. Throws a UserError for a problem that
 * the user can fix.
 */
export async function openDesktop(parts: DesktopParts): Promise<Desktop> {
  const releases: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (let release = releases.pop(); release !== undefined; release = releases.pop()) await release();
  };
  // A second call of close waits for the end of the first.
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll());
  try {
    releases.push(lockDataFolder(parts.dataDir));
    restrictToOwner(parts.dataDir);
    const log = openFileLog(parts.dataDir);
    releases.push(() => log.close());
    log.info('start', { version: parts.version, host: parts.host, platform: process.platform });
    releases.push(() => log.info('stop'));
    const ports = await openPorts(parts, log, (release) => releases.push(release));
    const core = await parts.createCore(ports);
    releases.push(() => core.close());
    return { core, log, close };
  } catch (error) {
    await close();
    throw error instanceof JournalInUse ? alreadyRunningError(parts.dataDir) : error;
  }
}

/**
 * Serves an open desktop. If that fails, the desktop is closed in order before the error is
 * reported to the user.
 */
export async function serveDesktop(desktop: Desktop, serve: () => Promise<void>): Promise<void> {
  try {
    await serve();
  } catch (error) {
    desktop.log.error('serving-failed', { stack: stackOf(error) });
    // A failure of closing is only logged: the user needs the first error.
    await desktop.close().catch((failure: unknown) => {
      desktop.log.error('closing-failed', { stack: stackOf(failure) });
    });
    throw error;
  }
}

async function openPorts(parts: DesktopParts, log: Log, addRelease: (release: () => Promise<void> | void) => void) {
  const { dataDir, flags } = parts;
  const lost = repairPreferences(dataDir, () => systemClock.now());
  const stored = parts.openPreferences(dataDir);
  addRelease(() => copyPreferences(dataDir, () => systemClock.now()));
  const preferences = flags.profile === undefined ? stored : withProfile(flags.profile, dataDir, stored);
  const folder = join(dataDir, 'practice');
  const entry = parts.practiceWorker;
  const [practice, secrets] = await Promise.all([
    startPractice({ entry, folder, clock: flags.practiceClock, seed: flags.practiceSeed, log }),
    openSecretStore(process.env['STRATDESK_SECRETS'] === 'session' ? null : loadKeytar, log),
  ]);
  addRelease(() => practice.stop());
  return {
    clock: systemClock,
    random: systemRandom,
    secrets,
    preferences,
    lockJournals: true,
    lostFiles: lost === null ? [] : [lost],
    log,
    dataDir,
    practice: practice.access,
    ingestWorker: parts.ingestWorker,
    app: { version: parts.version, host: parts.host },
  };
}

/**
 * The preferences with the wanted profile as the last one. Nothing is written here: the core stores
 * the profile that it opens, and also opens it on a full disk.
 */
function withProfile(wanted: string, dataDir: string, preferences: PreferenceStore): PreferenceStore {
  const known = [...builtInProfiles, ...new ProfileFile(dataDir).peek()];
  const profile = known.find(({ id }) => id === wanted) ?? known.find(({ name }) => name === wanted);
  if (profile === undefined) {
    const names = known.map(({ name }) => `"${name}"`).join(', ');
    throw new UserError(
      `There is no profile "${wanted}" (there is ${names}). Stratdesk was not started.`,
      exitCodes.badFlag,
    );
  }
  return { ...preferences, read: () => ({ ...preferences.read(), profileId: profile.id }) };
}
