import { modeOf } from '#core/owner.ts';
import type { CommandName } from '#contract/commands.ts';
import type { Message } from '#contract/message.ts';
import type { Mode } from '#contract/model/status.ts';
import { BundleDesk, type BundledSession } from './bundle/bundle-desk.ts';
import { ChangeFile } from './changes/change-file.ts';
import { openChangeRun } from './changes/open-change-run.ts';
import { createCommandTable } from './commands/create-command-table.ts';
import { isAllowedWhileReviewing } from './commands/allowed-while-reviewing.ts';
import { createDispatch } from './commands/dispatch.ts';
import { Hub } from './events/hub.ts';
import { lostFileNotice } from './files/lost-file.ts';
import { Notices } from './events/notices.ts';
import { Shortcuts } from './events/shortcuts.ts';
import type { FailPoint } from './orders/journal/fail-points.ts';
import type { Journal } from './orders/journal/journal.ts';
import { openRequests } from './orders/entry/open-orders.ts';
import { RiskFile } from './orders/risk/risk-file.ts';
import { RiskKeeper } from './orders/risk/risk-keeper.ts';
import { ActivityLog } from './platform/activity-log.ts';
import type { Core, LostFile, Ports } from './ports.ts';
import { CachedPreferences } from '#core/profiles/cached-preferences.ts';
import { PracticeControl } from './profiles/practice-control.ts';
import { ProfileFile } from './profiles/profile-file.ts';
import { practiceProfileId } from './profiles/built-in-profiles.ts';
import { Profiles } from './profiles/profiles.ts';
import { Rehearsals } from './orders/risk/rehearsals.ts';
import { TargetFile } from './targets/target-file.ts';
import { DeskFiles } from './session/desk-files.ts';
import { Storage } from './storage/storage.ts';
import { provideEvents } from './session/provide-events.ts';
import { SessionOpener } from './session/session-opener.ts';
import { ownerOf } from './session/session-parts.ts';
import { SessionKeeper } from './session/session-keeper.ts';
import type { Session } from './session/session.ts';
import type { Sessions } from './session/sessions.ts';

type CorePorts = Ports & { readonly failPoint?: FailPoint };

/** Puts the core together, in the order in which the parts need each other. */
export async function createCore(ports: CorePorts): Promise<Core> {
  return (await composeCore(ports)).core;
}

/** The core and its sessions. */
export async function composeCore(ports: CorePorts): Promise<{ readonly core: Core; readonly sessions: Sessions }> {
  const { clock, random, log } = ports;
  const hub = new Hub(clock);
  const notices = new Notices(clock, random, () => hub.touch('status.changed'));
  const shortcuts = new Shortcuts(ports.globalKeys ?? null, () => hub.touch('shortcuts.changed'));
  const activity = activityOf(hub);
  const preferences = new CachedPreferences(ports.preferences, log, () => hub.touch('preferences.changed'));
  const practice = new PracticeControl(clock, ports.practice, () => hub.touch('practice.changed'));
  const files = new DeskFiles(ports, (notice) => notices.add(notice));
  const risk = new RiskKeeper(new RiskFile(ports.dataDir), clock, log, () => hub.touch('desk.changed'));
  const fileDeps = { dataDir: ports.dataDir, log, lost: (file: LostFile) => notices.add(lostFileNotice(file)) };
  const rehearsals = new Rehearsals({ ...fileDeps, clock, isRequired: () => preferences.get().requireRehearsal });
  const targetFile = new TargetFile(fileDeps);
  const changeFile = new ChangeFile(fileDeps);
  const profiles = await openProfiles(ports, files, changeFile);
  const stored = { preferences, risk, rehearsals, targetFile, changeFile };
  const opener = new SessionOpener({ ports, files, profiles, ...stored, activity, hub, notices });
  const sessions = new SessionKeeper({
    profiles,
    opener,
    changed: () => touchAll(hub),
    secondaryChanged: () => hub.touch('status.changed'),
    log,
  });

  const storage = new Storage({ ports, profiles, sessions, preferences, files });
  const bundles = createBundles(ports, sessions, files, opener, () => hub.touch('bundle.changed'));
  const base = { ports, files, storage, sessions, risk, profiles, practice, bundles };
  const parts = { ...base, activity, notices, shortcuts, preferences, hub, bundle: () => bundles.state() };
  provideEvents({ ...parts, secrets: ports.secrets, preferences: () => preferences.get() });
  notifyAtStart(ports, profiles, notices);
  await sessions.change(preferences.get().profileId || practiceProfileId);
  const table = createCommandTable({ ...parts, sessions });

  const core: Core = {
    call: createDispatch(table, log, random, (name) => refusalWhileReviewing(sessions, name)),
    subscribe: (name, params, receive) => hub.subscribe(name, params, receive),
    notify: (notice) => notices.add(notice),
    wokeFromSleep: () => {
      for (const { connection, sync } of sessions.all()) {
        connection.wokeFromSleep();
        sync.forget();
      }
    },
    close: async () => {
      hub.close();
      await sessions.end();
      await bundles.close();
      await files.close();
    },
  };
  return { core, sessions };
}

async function openProfiles(
  ports: Ports,
  files: { journal(mode: Mode): Journal },
  changeFile: ChangeFile,
): Promise<Profiles> {
  const profiles = new Profiles({
    file: new ProfileFile(ports.dataDir),
    openOrders: (profile) => {
      const journal = files.journal(modeOf(profile));
      const run = openChangeRun(changeFile.of(profile.id), journal.acts());
      return [...openRequests(journal, ownerOf(profile, journal)), ...run];
    },
    ...ports,
  });
  await profiles.verifyKeyPlaces();
  return profiles;
}

function createBundles(
  ports: Ports,
  sessions: SessionKeeper,
  files: DeskFiles,
  opener: SessionOpener,
  changed: () => void,
): BundleDesk {
  return new BundleDesk({
    ports,
    ownSession: () => bundledSession(sessions.inUse(), files),
    show: async (bundle) => {
      // A change of the connection that is still running, or failed, must not keep a bundle open.
      sessions.inUseOrNull()?.arming.disarm('connection-change');
      await sessions.show(bundle && opener.openBundle(bundle));
    },
    changed,
  });
}

const refusalWhileReviewing = (sessions: SessionKeeper, name: CommandName): Message | null =>
  !sessions.isReviewing() || isAllowedWhileReviewing(name) ? null : { code: 'connection.read-only-refused' };

function activityOf(hub: Hub): ActivityLog {
  const activity = new ActivityLog();
  activity.onChange(() => hub.touch('activity.changed'));
  return activity;
}

function notifyAtStart({ secrets, lostFiles, practice }: Ports, profiles: Profiles, notices: Notices): void {
  for (const lost of [...(lostFiles ?? []), ...(profiles.lost === null ? [] : [profiles.lost])]) {
    notices.add(lostFileNotice(lost));
  }
  if ('failure' in practice) {
    const text = { code: 'practice.not-started', reason: practice.failure } as const;
    notices.add({ level: 'danger', title: { code: 'practice.not-started-title' }, text });
  }
  if (!secrets.state().persistent && profiles.list().some(({ kind }) => kind !== 'practice'))
    notices.add({ level: 'warn', title: { code: 'secrets.none-title' }, text: secrets.state().text });
}

/** What a review bundle is made of. */
const bundledSession = (own: Session, files: DeskFiles): BundledSession => ({
  mode: own.mode,
  connection: own.profile.name,
  sources: { ...own.files, notes: files.notesPath(own.mode) },
  name: (systemId) => own.cache.strategies().find((one) => one.systemId === systemId)?.name ?? null,
  stops: (systemId) => own.stops(systemId),
});

/** After a change of connection every window shows another account. */
function touchAll(hub: Hub): void {
  hub.touch('status.changed');
  hub.touch('strategies.changed');
  hub.touch('strategy.changed');
  hub.touch('activity.changed');
  hub.touch('desk.changed');
  hub.touch('desired.changed');
  hub.touch('target-progress.changed');
  hub.touch('exit.changed');
  hub.touch('acts.changed');
  hub.touch('people.changed');
  hub.touch('notes.changed');
  hub.touch('changes.changed');
  hub.touch('bundle.changed');
}
