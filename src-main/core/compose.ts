import type { CommandName } from '#contract/commands.ts';
import type { Message } from '#contract/message.ts';
import type { DisarmReason } from '#contract/model/risk.ts';
import type { Mode, Notice } from '#contract/model/status.ts';
import { BundleDesk, type BundledDesk } from './bundle/bundle-desk.ts';
import { createCommandTable } from './commands/create-command-table.ts';
import { isAllowedWhileReviewing } from './commands/allowed-while-reviewing.ts';
import { createDispatch } from './commands/dispatch.ts';
import { Hub } from './events/hub.ts';
import { lostNotice } from './files/lost-file.ts';
import { Notices } from './events/notices.ts';
import { Shortcuts } from './events/shortcuts.ts';
import type { FailPoint } from './orders/fail-points.ts';
import type { Journal } from './orders/journal.ts';
import { openOrders } from './orders/open-orders.ts';
import { RiskFile } from './orders/risk/risk-file.ts';
import { RiskKeeper } from './orders/risk/risk-keeper.ts';
import { ActivityLog } from './platform/activity-log.ts';
import type { Core, Ports } from './ports.ts';
import { CachedPreferences } from '#core/profiles/cached-preferences.ts';
import { PracticeControl } from './profiles/practice-control.ts';
import { ProfileFile } from './profiles/profile-file.ts';
import { practiceProfileId, Profiles } from './profiles/profiles.ts';
import { openBundleSession } from './session/open-bundle-session.ts';
import { DeskFiles } from './session/desk-files.ts';
import { openSession } from './session/open-session.ts';
import { Storage } from './storage/storage.ts';
import { provideEvents } from './session/provide-events.ts';
import {
  modeOf,
  ownerOf,
  type SessionListeners,
  type SessionParts,
  type SharedParts,
} from './session/session-parts.ts';
import { SessionKeeper } from './session/session-keeper.ts';
import type { Session } from './session/session.ts';

/** Puts the core together, in the order in which the parts need each other. */
export async function createCore(ports: Ports & { readonly failPoint?: FailPoint }): Promise<Core> {
  const { clock, random, log } = ports;
  const hub = new Hub(clock);
  const notices = new Notices(clock, random, () => hub.touch('status.changed'));
  const shortcuts = new Shortcuts(ports.globalKeys ?? null, () => hub.touch('shortcuts.changed'));
  const activity = activityOf(hub);
  const preferences = new CachedPreferences(ports.preferences, log, () => hub.touch('preferences.changed'));
  const practice = new PracticeControl(clock, ports.practice, () => hub.touch('practice.changed'));
  const files = new DeskFiles(ports, (notice) => notices.add(notice));
  const profiles = await openProfiles(ports, files);

  const listeners = sessionListeners(hub, notices);
  const risk = new RiskKeeper(new RiskFile(ports.dataDir), clock, log, listeners.guard);
  const disarmed = disarmReasons();
  const chosen = choices(preferences);
  const sessions = new SessionKeeper({
    find: (profileId) => profiles.find(profileId) ?? profiles.practice(),
    open: async (profile) => {
      preferences.set({ profileId: profile.id });
      const journal = files.of(modeOf(profile));
      return openSession({
        ports,
        profile,
        owner: ownerOf(profile, journal),
        apiKey: await profiles.key(profile),
        journal,
        notes: files.notes(modeOf(profile)),
        activity,
        listeners,
        risk,
        ...chosen,
        disarmed: disarmed(profile.id),
      });
    },
    changed: () => touchAll(hub),
    log,
  });

  const storage = new Storage({ ports, profiles, sessions, preferences, journals: files });
  const shared = { ports, activity, listeners, risk, ...chosen };
  const bundles = createBundles(sessions, files, shared, () => hub.touch('bundle.changed'));
  const base = { ports, files, storage, sessions, risk, profiles, practice, bundles };
  const parts = { ...base, activity, notices, shortcuts, preferences, hub, bundle: () => bundles.state() };
  provideEvents({ ...parts, secrets: ports.secrets, preferences: () => preferences.get() });
  notifyAtStart(ports, profiles, notices);
  await sessions.change(preferences.get().profileId || practiceProfileId);
  const table = createCommandTable({ ...parts, sessions });

  return {
    call: createDispatch(table, log, random, (name) => refusedWhileReviewing(sessions, name)),
    subscribe: (name, params, receive) => hub.subscribe(name, params, receive),
    ...hostCalls(notices, sessions),
    close: async () => {
      hub.close();
      await sessions.close();
      await bundles.close();
      await files.close();
    },
  };
}

const hostCalls = (notices: Notices, sessions: SessionKeeper): Pick<Core, 'notify' | 'resumed'> => ({
  notify: (notice) => notices.add(notice),
  resumed: () => sessions.opened()?.sync.forget(),
});

async function openProfiles(ports: Ports, journals: { of(mode: Mode): Journal }): Promise<Profiles> {
  const profiles = new Profiles({
    file: new ProfileFile(ports.dataDir),
    openOrders: (profile) => {
      const journal = journals.of(modeOf(profile));
      return openOrders(journal, ownerOf(profile, journal));
    },
    ...ports,
  });
  await profiles.verifyKeyPlaces();
  return profiles;
}

function createBundles(
  sessions: SessionKeeper,
  files: DeskFiles,
  shared: SharedParts,
  changed: () => void,
): BundleDesk {
  const { ports } = shared;
  return new BundleDesk({
    ports,
    own: () => bundledDesk(sessions.own(), files),
    show: async (bundle) => {
      sessions.own().arming.disarm('connection-change');
      await sessions.show(bundle && openBundleSession(bundle, shared));
    },
    changed,
  });
}

const refusedWhileReviewing = (sessions: SessionKeeper, name: CommandName): Message | null =>
  !sessions.isReviewing() || isAllowedWhileReviewing(name) ? null : { code: 'connection.read-only-refused' };

function activityOf(hub: Hub): ActivityLog {
  const activity = new ActivityLog();
  activity.onChange(() => hub.touch('activity.changed'));
  return activity;
}

/** The trader's choices for reading and retention. */
const choices = (preferences: CachedPreferences): Pick<SessionParts, 'keep' | 'planOf'> => ({
  keep: () => preferences.get().keep,
  planOf: (profileId, systemId) => preferences.get().plans[`${profileId} ${systemId}`] ?? '',
});

function notifyAtStart({ secrets, lostFiles, practice }: Ports, profiles: Profiles, notices: Notices): void {
  for (const lost of [...(lostFiles ?? []), ...(profiles.lost === null ? [] : [profiles.lost])]) {
    notices.add(lostNotice(lost));
  }
  if ('failure' in practice) {
    const text = { code: 'practice.not-started', reason: practice.failure } as const;
    notices.add({ level: 'danger', title: { code: 'practice.not-started-title' }, text });
  }
  if (!secrets.state().persistent && profiles.list().some(({ kind }) => kind !== 'practice'))
    notices.add({ level: 'warn', title: { code: 'secrets.none-title' }, text: secrets.state().text });
}

/** The parts of a review bundle. */
const bundledDesk = (own: Session, files: DeskFiles): BundledDesk => ({
  mode: own.mode,
  connection: own.profile.name,
  sources: { ...own.files, notes: files.notesPath(own.mode) },
  name: (systemId) => own.cache.strategies().find((one) => one.systemId === systemId)?.name ?? null,
  stops: (systemId) => own.stops(systemId),
});

function sessionListeners(hub: Hub, notices: Notices): SessionListeners {
  return {
    status: () => hub.touch('status.changed'),
    strategy: (systemId) => hub.touch('strategy.changed', (params) => params.systemId === systemId),
    strategies: () => hub.touch('strategies.changed'),
    notice: (notice: Notice) => notices.put(notice),
    addNotice: (text) => notices.add(text),
    guard: () => hub.touch('desk.changed'),
    exit: (systemId) => hub.touch('exit.changed', (params) => params.systemId === systemId),
    notes: () => hub.touch('notes.changed'),
    desired: (systemId) => hub.touch('desired.changed', (params) => params.systemId === systemId),
  };
}

/**
 * Why each session begins disarmed: the first of a run, another connection, or the same one with a
 * new key.
 */
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
