import { modeOf } from '#core/owner.ts';
import type { Profile } from '#contract/model/profile.ts';
import type { Hub } from '#core/events/hub.ts';
import type { Notices } from '#core/events/notices.ts';
import type { SessionListeners } from './session-parts.ts';

/** For the session in use: the windows show what it reports. */
export const listenersInUse = (hub: Hub, notices: Notices, profile: Profile | null): SessionListeners => ({
  status: () => hub.touch('status.changed'),
  strategy: (systemId) => {
    hub.touch('strategy.changed', (params) => params.systemId === systemId);
    hub.touch('target-progress.changed', (params) => params.systemId === systemId);
  },
  strategies: () => hub.touch('strategies.changed'),
  people: () => hub.touch('people.changed'),
  notice: (notice) => notices.put(notice, profile),
  noticeEnded: (id) => notices.end(id, profile),
  addNotice: (text) => notices.add(text, profile),
  guard: () => hub.touch('desk.changed'),
  exit: (systemId) => hub.touch('exit.changed', (params) => params.systemId === systemId),
  notes: () => hub.touch('notes.changed'),
  desired: (systemId) => {
    hub.touch('desired.changed', (params) => params.systemId === systemId);
    hub.touch('target-progress.changed', (params) => params.systemId === systemId);
  },
  acts: () => hub.touch('acts.changed'),
  changes: () => hub.touch('changes.changed'),
});

/**
 * For a session beside the one in use. No window shows its lists, so their changes are ignored.
 * Notices of a live session are shown with the name of its connection. Those of a practice session
 * are left to the feature that opened it. Damaged files are reported for both.
 */
export const listenersOfSecondary = (hub: Hub, notices: Notices, profile: Profile): SessionListeners => ({
  status: () => hub.touch('status.changed'),
  notice: modeOf(profile) === 'LIVE' ? (notice) => notices.put(notice, profile) : ignored,
  noticeEnded: (id) => notices.end(id, profile),
  addNotice: (text) => notices.add(text, profile),
  strategy: ignored,
  strategies: ignored,
  people: ignored,
  guard: ignored,
  exit: ignored,
  notes: ignored,
  desired: ignored,
  acts: ignored,
  changes: ignored,
});

const ignored = (): void => undefined;
