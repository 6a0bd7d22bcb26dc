import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandName } from '#contract/commands.ts';
import type { DisarmReason } from '#contract/model/risk.ts';
import type { Mode, Notice } from '#contract/model/status.ts';
import { BundleDesk, type BundledDesk } from './bundle/bundle-desk.ts';
import { createCommandTable } from './commands/create-command-table.ts';
import { isAllowedWhileReviewing } from './commands/allowed-while-reviewing.ts';
import { createDispatch } from './commands/dispatch.ts';
import { Hub } from './events/hub.ts';
import { Notices } from './events/notices.ts';
import { Shortcuts } from './events/shortcuts.ts';
import type { FailPoint } from './orders/fail-points.ts';
import { openNotes } from './notes/open-notes.ts';
import { openJournal } from './orders/open-journal.ts';
import { RiskFile } from './orders/risk/risk-file.ts';
import { RiskKeeper } from './orders/risk/risk-keeper.ts';
import { ActivityLog } from './platform/activity-log.ts';
import type { Core, Ports } from './ports.ts';
import { HeldPreferences } from './profiles/held-preferences.ts';
import { PracticeControl } from './profiles/practice-control.ts';
import { ProfileFile } from './profiles/profile-file.ts';
import { practiceProfileId, Profiles } from './profiles/profiles.ts';
import { openBundleSession } from './session/open-bundle-session.ts';
import { openSession } from './session/open-session.ts';
import { Storage } from './storage/storage.ts';
import { provideEvents } from './session/provide-events.ts';
import {
  modeOf,
  readOnlyReason,
  type SessionListeners,
  type SessionParts,
  type SharedParts,
} from './session/session-parts.ts';
import { SessionKeeper } from './session/session-keeper.ts';
import type { Session } from './session/session.ts';

/** Puts the core together, by hand and in the order in which the parts need each other. */
export async function createCore(ports: Ports & { readonly failPoint?: FailPoint }): Promise<Core> {
  const { clock, random, log } = ports;
  const hub = new Hub(clock);
  const notices = new Notices(clock, random, () => hub.touch('status.changed'));
  const shortcuts = new Shortcuts(ports.globalKeys ?? null, () => hub.touch('shortcuts.changed'));
  const activity = activityOf(hub);
  const preferences = new HeldPreferences(ports.preferences, log, () => hub.touch('preferences.changed'));
  const practice = new PracticeControl(clock, ports.practice, () => hub.touch('practice.changed'));
  const profiles = new Profiles({ file: new ProfileFile(ports.dataDir), ...ports });
  await profiles.verifyKeyPlaces();
  const { journals, notes } = durableFiles(ports, notices);

  const listeners = sessionListeners(hub, notices);
  const risk = new RiskKeeper(new RiskFile(ports.dataDir), clock, log, listeners.guard);
  const disarmed = disarmReasons();
  const chosen = choices(preferences);
  const sessions = new SessionKeeper(
    async (profileId) => {
      const profile = profiles.find(profileId) ?? profiles.practice();
      preferences.set({ profileId: profile.id });
      const apiKey = await profiles.key(profile);
      return openSession({
        ports,
        profile,
        apiKey,
        journal: journals.of(modeOf(profile)),
        notes: notes.of(modeOf(profile)),
        activity,
        listeners,
        risk,
        ...chosen,
        disarmed: disarmed(profile.id),
      });
    },
    () => touchAll(hub),
  );

  const storage = new Storage({ ports, profiles, sessions, preferences, journals });
  const shared = { ports, activity, listeners, risk, ...chosen };
  const bundles = createBundles(sessions, shared, () => hub.touch('bundle.changed'));
  const stood = { ports, storage, sessions, risk, profiles, practice, bundles };
  const parts = { ...stood, activity, notices, shortcuts, preferences };
  const bundle = () => bundles.state();
  provideEvents({ ...parts, hub, bundle, secrets: ports.secrets, preferences: () => preferences.get() });
  tellAtStart(ports, profiles, notices);
  await sessions.change(preferences.get().profileId || practiceProfileId);

  const table = createCommandTable(parts);
  return {
    call: createDispatch(table, log, random, (name) => refusedWhileReviewing(sessions, name)),
    subscribe: (name, params, receive) => hub.subscribe(name, params, receive),
    close: async () => {
      hub.close();
      await sessions.close();
      await bundles.close();
      journals.close();
      notes.close();
    },
  };
}

function createBundles(sessions: SessionKeeper, shared: SharedParts, changed: () => void): BundleDesk {
  const { ports } = shared;
  return new BundleDesk({
    ports,
    own: () => bundledDesk(sessions.own(), ports.dataDir),
    show: async (bundle) => {
      sessions.own().arming.disarm('connection-change');
      await sessions.show(bundle && openBundleSession(bundle, shared));
    },
    changed,
  });
}

const refusedWhileReviewing = (sessions: SessionKeeper, name: CommandName): string | null =>
  sessions.current() === sessions.own() || isAllowedWhileReviewing(name) ? null : `${readOnlyReason} Nothing was done.`;

function activityOf(hub: Hub): ActivityLog {
  const activity = new ActivityLog();
  activity.onChange(() => hub.touch('activity.changed'));
  return activity;
}

/** What the trader chose of reading and keeping. */
const choices = (preferences: HeldPreferences): Pick<SessionParts, 'keep' | 'planOf'> => ({
  keep: () => preferences.get().keep,
  planOf: (profileId, systemId) => preferences.get().plans[`${profileId} ${systemId}`] ?? '',
});

function tellAtStart({ secrets }: Ports, profiles: Profiles, notices: Notices): void {
  if (profiles.setAside !== null) notices.add(profilesSetAside(profiles.setAside));
  if (!secrets.state().persistent && profiles.list().some(({ kind }) => kind !== 'practice'))
    notices.add({ level: 'warn', title: 'No secure store', text: secrets.state().text });
}

/** Orders and notes: what may never be lost. */
function durableFiles(ports: Ports & { readonly failPoint?: FailPoint }, notices: Notices) {
  const { clock, dataDir, failPoint } = ports;
  const journals = perMode((mode) => {
    const folder = ownFolder(dataDir, 'orders', mode);
    const opened = openJournal({ dataDir: folder, now: clock.now(), ...(failPoint ? { failPoint } : {}) });
    opened.notices.forEach((notice) => notices.add(notice));
    return opened.journal;
  });
  const notes = perMode((mode) => {
    const opened = openNotes(notesPath(dataDir, mode), clock);
    opened.notices.forEach((notice) => notices.add(notice));
    return opened.notes;
  });
  return { journals, notes };
}

const notesPath = (dataDir: string, mode: Mode): string => join(ownFolder(dataDir, 'notes', mode), 'notes.db');

/** What a review bundle is made of. */
const bundledDesk = (own: Session, dataDir: string): BundledDesk => ({
  mode: own.mode,
  connection: own.profile.name,
  sources: { ...own.files, notes: notesPath(dataDir, own.mode) },
  name: (systemId) => own.cache.strategies().find((one) => one.systemId === systemId)?.name ?? null,
  stops: (systemId) => own.stops(systemId),
});

/** One for each mode, opened when first needed: what belongs to practice and to live never meets in a file. */
function perMode<Kept extends { close(): void }>(open: (mode: Mode) => Kept) {
  const kept = new Map<Mode, Kept>();
  return {
    of(mode: Mode): Kept {
      const known = kept.get(mode) ?? open(mode);
      kept.set(mode, known);
      return known;
    },
    close(): void {
      for (const one of kept.values()) one.close();
    },
  };
}

const modeFolders: Readonly<Record<Mode, string>> = { PRACTICE: 'practice', LIVE: 'live' };

function ownFolder(dataDir: string, name: string, mode: Mode): string {
  const folder = join(dataDir, `${name}-${modeFolders[mode]}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function sessionListeners(hub: Hub, notices: Notices): SessionListeners {
  return {
    status: () => hub.touch('status.changed'),
    strategy: (systemId) => hub.touch('strategy.changed', (params) => params.systemId === systemId),
    strategies: () => hub.touch('strategies.changed'),
    notice: (notice: Notice) => notices.put(notice),
    tell: (text) => notices.add(text),
    guard: () => hub.touch('desk.changed'),
    exit: (systemId) => hub.touch('exit.changed', (params) => params.systemId === systemId),
    notes: () => hub.touch('notes.changed'),
    desired: (systemId) => hub.touch('desired.changed', (params) => params.systemId === systemId),
  };
}

/** Why each session begins disarmed: the first of a run, another connection, or the same one with a new key. */
function disarmReasons(): (profileId: string) => DisarmReason {
  let last: string | null = null;
  return (profileId) => {
    const reason = last === null ? 'start' : last === profileId ? 'key-change' : 'connection-change';
    last = profileId;
    return reason;
  };
}

/** After a change of connection every window shows another account. */
function touchAll(hub: Hub): void {
  hub.touch('status.changed');
  hub.touch('strategies.changed');
  hub.touch('strategy.changed');
  hub.touch('activity.changed');
  hub.touch('desk.changed');
  hub.touch('desired.changed');
  hub.touch('exit.changed');
  hub.touch('notes.changed');
  hub.touch('bundle.changed');
}

const profilesSetAside = (path: string) => ({
  level: 'warn' as const,
  title: 'The list of connections could not be read',
  text: `It was put aside as ${path}. Add your connections again in Settings; your keys are still in the secret store.`,
});
