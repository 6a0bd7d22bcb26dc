import { modeOf } from '#core/owner.ts';
import type { DisarmReason } from '#contract/model/risk.ts';
import type { Profile } from '#contract/model/profile.ts';
import type { Hub } from '#core/events/hub.ts';
import type { Notices } from '#core/events/notices.ts';
import type { RiskKeeper } from '#core/orders/risk/risk-keeper.ts';
import type { Rehearsals } from '#core/orders/risk/rehearsals.ts';
import type { ChangeFile } from '#core/changes/change-file.ts';
import type { TargetFile } from '#core/targets/target-file.ts';
import type { ActivityLog } from '#core/platform/activity-log.ts';
import type { Ports } from '#core/ports.ts';
import type { CachedPreferences } from '#core/profiles/cached-preferences.ts';
import type { Profiles } from '#core/profiles/profiles.ts';
import type { OpenedBundle } from '#core/bundle/bundle-desk.ts';
import type { DeskFiles } from './desk-files.ts';
import { openBundleSession } from './open-bundle-session.ts';
import { openSession } from './open-session.ts';
import { listenersOfSecondary, listenersInUse } from './session-listeners.ts';
import { ownerOf, type SharedParts } from './session-parts.ts';
import type { Session } from './session.ts';

type Parts = {
  readonly ports: Ports;
  readonly files: DeskFiles;
  readonly profiles: Profiles;
  readonly preferences: CachedPreferences;
  readonly risk: RiskKeeper;
  readonly rehearsals: Rehearsals;
  readonly targetFile: TargetFile;
  readonly changeFile: ChangeFile;
  readonly activity: ActivityLog;
  readonly hub: Hub;
  readonly notices: Notices;
};

/** Opens sessions with the parts that all of them share. */
export class SessionOpener {
  readonly #parts: Parts;
  readonly #shared: Omit<SharedParts, 'listeners'>;
  /** The id of the connection that was in use last. */
  #lastProfileId: string | null = null;

  constructor(parts: Parts) {
    const { ports, preferences, rehearsals, risk, targetFile, changeFile, activity } = parts;
    this.#parts = parts;
    this.#shared = {
      ports,
      activity,
      risk,
      rehearsals,
      targetFile,
      changeFile,
      commissionPlanOf: (profileId, systemId) => preferences.get().plans[`${profileId} ${systemId}`] ?? '',
      wantsSubscriberNotices: () => preferences.get().subscriberNotices,
    };
  }

  async open(profile: Profile, place: 'in-use' | 'secondary'): Promise<Session> {
    const { files, hub, notices, preferences, profiles } = this.#parts;
    if (place === 'in-use') preferences.set({ profileId: profile.id });
    const mode = modeOf(profile);
    const journal = files.journal(mode);
    return openSession({
      ...this.#shared,
      profile,
      owner: ownerOf(profile, journal),
      apiKey: await profiles.key(profile),
      journal,
      notes: files.notes(mode),
      listeners: (place === 'in-use' ? listenersInUse : listenersOfSecondary)(hub, notices, profile),
      retention: () => preferences.get().keep,
      disarmReason: place === 'in-use' ? this.#disarmReason(profile.id) : 'connection-change',
    });
  }

  openBundle(bundle: OpenedBundle): Session {
    const { hub, notices } = this.#parts;
    return openBundleSession(bundle, { ...this.#shared, listeners: listenersInUse(hub, notices, null) });
  }

  /**
   * Why the session in use begins disarmed. The session is the first of a run, belongs to another
   * connection, or opens the same connection again, as after a change of its key, pace or files.
   */
  #disarmReason(profileId: string): DisarmReason {
    const last = this.#lastProfileId;
    this.#lastProfileId = profileId;
    if (last === null) return 'start';
    return last === profileId ? 'opened-again' : 'connection-change';
  }
}
