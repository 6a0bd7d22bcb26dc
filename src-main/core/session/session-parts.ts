import type { DisarmReason } from '#contract/model/risk.ts';
import type { Profile } from '#contract/model/profile.ts';
import type { Notice } from '#contract/model/status.ts';
import type { RetentionPolicy } from '#contract/model/storage.ts';
import type { ChangeFile } from '#core/changes/change-file.ts';
import type { OpenedBundle } from '#core/bundle/bundle-desk.ts';
import type { Message } from '#contract/message.ts';
import type { NoticeText } from '#core/events/notices.ts';
import type { Notes } from '#core/notes/notes.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { modeOf, type Owner } from '#core/owner.ts';
import type { RiskKeeper } from '#core/orders/risk/risk-keeper.ts';
import type { Rehearsals } from '#core/orders/risk/rehearsals.ts';
import type { ActivityLog } from '#core/platform/activity-log.ts';
import type { Ports } from '#core/ports.ts';
import type { TargetFile } from '#core/targets/target-file.ts';
import { placeOf } from '#core/profiles/place-of.ts';

/** Receives the changes and notices of a session. */
export type SessionListeners = {
  readonly status: () => void;
  readonly strategy: (systemId: string) => void;
  readonly strategies: () => void;
  readonly people: () => void;
  /** A notice that replaces an earlier one with the same id. */
  readonly notice: (notice: Notice) => void;
  /** Removes the notice with this id, because it is no longer true. */
  readonly noticeEnded: (id: string) => void;
  /** A notice that replaces no other. */
  readonly addNotice: (text: NoticeText) => void;
  /** Kill switch, arming or caps changed, or a cap was used. */
  readonly guard: () => void;
  /** The target list of a strategy changed or was read. */
  readonly desired: (systemId: string) => void;
  readonly acts: () => void;
  /** A change was staged, or the state of a row in a run changed. */
  readonly changes: () => void;
  /** A note was saved. */
  readonly notes: () => void;
  /** A step of an exit plan changed. */
  readonly exit: (systemId: string) => void;
};

export type SessionParts = {
  readonly ports: Ports;
  readonly profile: Profile;
  /** The owner of the journal rows that the session works on. */
  readonly owner: Owner;
  /** Null if there is none. The session then works on its cache. */
  readonly apiKey: string | null;
  readonly journal: Journal;
  readonly notes: Notes;
  readonly activity: ActivityLog;
  readonly listeners: SessionListeners;
  readonly risk: RiskKeeper;
  readonly rehearsals: Rehearsals;
  readonly targetFile: TargetFile;
  readonly changeFile: ChangeFile;
  /** How long read data is retained. */
  readonly retention: () => RetentionPolicy;
  /** The commission plan chosen for a strategy of a profile; empty for none. */
  readonly commissionPlanOf: (profileId: string, systemId: string) => string;
  /**
   * Whether the user wants a notice when the subscribers of a strategy change. If so, subscribers
   * that were read once are also read again while they are not in view.
   */
  readonly wantsSubscriberNotices: () => boolean;
  /** Shown instead of a connection's own data; nothing is read or sent then. */
  readonly bundle?: OpenedBundle;
  /** Why the desk of this session begins disarmed. */
  readonly disarmReason: DisarmReason;
};

/** The parts that a session shares with the session of a review bundle. */
export type SharedParts = Pick<
  SessionParts,
  | 'ports'
  | 'activity'
  | 'listeners'
  | 'risk'
  | 'rehearsals'
  | 'targetFile'
  | 'changeFile'
  | 'commissionPlanOf'
  | 'wantsSubscriberNotices'
>;

/** Why a session of a review bundle neither reads nor sends. */
export const readOnlyReason: Message = { code: 'connection.read-only' };

/**
 * The owner of the journal rows of a connection, including the rows of earlier connections to the
 * same address and platform.
 */
export const ownerOf = (profile: Profile, journal: Pick<Journal, 'recordPlace'>): Owner => ({
  id: profile.id,
  mode: modeOf(profile),
  formerIds: journal.recordPlace(placeOf(profile), profile.id),
});
