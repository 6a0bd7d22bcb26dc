import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '#contract/model/profile.ts';
import type { OpenedBundle } from '#core/bundle/bundle-desk.ts';
import { dataFile } from '#core/cache/file/data-file.ts';
import { openNotes } from '#core/notes/open-notes.ts';
import { lockedJournal } from '#core/orders/journal/locked-journal.ts';
import { openSession } from './open-session.ts';
import { readOnlyReason, type SharedParts } from './session-parts.ts';
import type { Session } from './session.ts';

/** The kind is not practice: the data is unrelated to the simulated market of this computer. */
const profile: Profile = {
  id: 'review-bundle',
  name: 'Review bundle',
  kind: 'world',
  baseUrl: '',
  altBaseUrl: null,
  platformId: null,
  paceMs: 1_000,
  keyPlace: 'none',
};

/**
 * Opens a session on the files of a bundle. It has the same modules as the session of a connection,
 * but no key, no connection and no journal, and its own file of notes. So neither this session nor
 * that of the connection in use can write to the files of the other.
 */
export function openBundleSession(bundle: OpenedBundle, shared: SharedParts): Session {
  const { folder } = bundle;
  for (const name of ['cache', 'history'] as const) {
    const member = join(folder, `${name}.db`);
    if (existsSync(member)) renameSync(member, dataFile(folder, name, profile.id));
  }
  const ports = { ...shared.ports, dataDir: folder };
  const { notes } = openNotes(join(folder, 'notes.db'), ports.clock);
  const journal = lockedJournal(readOnlyReason);
  return openSession({
    ...shared,
    ports,
    profile,
    owner: { id: profile.id, mode: bundle.facts.mode },
    apiKey: null,
    journal,
    notes,
    bundle,
    // Data that another person shared is shown complete.
    retention: () => ({ readingsDays: null, signalsDays: null }),
    disarmReason: 'connection-change',
  });
}
