import { modeOf } from '#core/owner.ts';
import type { BundleState } from '#contract/model/bundle.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import type { Status } from '#contract/model/status.ts';
import { isOpenAct } from '#core/acts/act-lifecycle.ts';
import type { Hub } from '#core/events/hub.ts';
import type { Notices } from '#core/events/notices.ts';
import type { Shortcuts } from '#core/events/shortcuts.ts';
import type { ActivityLog } from '#core/platform/activity-log.ts';
import type { SecretStore } from '#core/ports.ts';
import type { PracticeControl } from '#core/profiles/practice-control.ts';
import { emptyQueue } from './closed-connection.ts';
import type { Session } from './session.ts';
import { NoConnection, type Sessions } from './sessions.ts';

export type EventParts = {
  readonly hub: Hub;
  readonly sessions: Sessions;
  readonly secrets: SecretStore;
  readonly preferences: () => Preferences;
  readonly practice: PracticeControl;
  readonly activity: ActivityLog;
  readonly notices: Notices;
  readonly shortcuts: Shortcuts;
  readonly bundle: () => BundleState;
};

/**
 * Defines how the current value of each event is computed. The composition root decides who calls
 * `touch`.
 */
export function provideEvents(parts: EventParts): void {
  const { sessions, practice, activity } = parts;
  const hub = noConnectionAsUndefined(parts.hub);
  // Every window subscribes to the status. When the last one closes, no strategy is in view.
  hub.provide(
    'status.changed',
    () => status(parts),
    () => () => sessions.inUseOrNull()?.endWatches(),
  );
  hub.provide('preferences.changed', parts.preferences);
  hub.provide('strategies.changed', () => {
    const { sync } = sessions.current();
    const { revision, readAt, failure } = sync.strategiesState();
    return { revision, readAt, failure, subscribed: sync.access.subscribed() };
  });
  hub.provide('strategy.changed', ({ systemId }) => {
    const session = sessions.current();
    const plan = session.commissionPlanOf(systemId);
    const ordersRevision = session.desk.revision(systemId);
    const fullSync = session.sync.fullSyncProgress(systemId);
    const optionalParts = { ...(plan === '' ? {} : { plan }), ...(fullSync === null ? {} : { fullSync }) };
    const access = session.sync.access.of(systemId);
    return { systemId, access, ordersRevision, ...optionalParts, ...session.sync.states(systemId) };
  });
  hub.provide('people.changed', () => {
    const { revision, readAt, failure, reading } = sessions.current().sync.peopleState();
    return { revision, readAt, failure, reading };
  });
  hub.provide('desk.changed', () => sessions.inUse().guard());
  hub.provide('exit.changed', ({ systemId }) => ({
    progress: sessions.current().exits.progress(systemId),
    unfinished: sessions.current().exits.unfinished(systemId),
  }));
  hub.provide('desired.changed', ({ systemId }) => sessions.current().desired.state(systemId));
  hub.provide('target-progress.changed', ({ systemId }) => ({
    progress: sessions.current().targetWatch.progress(systemId),
  }));
  hub.provide('acts.changed', () => ({ revision: sessions.current().acts.revision() }));
  hub.provide('changes.changed', () => ({ revision: sessions.current().changes.revision() }));
  hub.provide('shortcuts.changed', () => parts.shortcuts.state());
  hub.provide('notes.changed', () => ({ revision: sessions.current().notes.revision() }));
  hub.provide('bundle.changed', parts.bundle);
  hub.provide('activity.changed', () => ({ revision: activity.revision() }));
  hub.provide(
    'practice.changed',
    () => practice.state(),
    () => practice.watch(),
  );
}

/** While no connection is open, events about the connection have no value. */
const noConnectionAsUndefined = (hub: Hub): Pick<Hub, 'provide'> => ({
  provide: (name, current, watch) =>
    hub.provide(
      name,
      (params) => {
        try {
          return current(params);
        } catch (error) {
          if (error instanceof NoConnection) return undefined;
          throw error;
        }
      },
      watch,
    ),
});

const areChangesRunning = ({ acts, changes }: Session): boolean =>
  changes.isRunning ||
  acts
    .rowsOf('system', 'person', 'license', 'subscription', 'link')
    .some((row) => isOpenAct(row) && (row.state === 'SENDING' || acts.isProvable(row)));

function status({ sessions, secrets, notices }: EventParts): Status {
  const notOpened = sessions.notOpened();
  const open = [sessions.inUseOrNull(), ...sessions.secondary()];
  const shared = {
    ...(open.some((session) => session?.desk.hasWaiting()) ? { ordersWaiting: true as const } : {}),
    ...(open.some((session) => session?.exits.isRunning) ? { exitsRunning: true as const } : {}),
    ...(open.some((session) => session && areChangesRunning(session)) ? { changesRunning: true as const } : {}),
    secondary: sessions.secondary().map(({ profile, mode, desk }) => ({
      name: profile.name,
      mode,
      unknownOrders: desk.unknownCount(),
    })),
    secretStore: secrets.state(),
    notices: notices.list((sessions.inUseOrNull() ?? notOpened)?.profile.id ?? null),
  };
  if (notOpened !== null) {
    return {
      profile: notOpened.profile,
      mode: modeOf(notOpened.profile),
      connection: { state: 'not-opened', text: notOpened.text },
      orderEntry: { open: false, reason: notOpened.text },
      queue: emptyQueue,
      unknownOrders: 0,
      ...shared,
    };
  }
  const session = sessions.current();
  const keyRefused = sessions.inUse().keyRefused();
  return {
    profile: session.profile,
    mode: session.mode,
    connection: session.connectionState(),
    orderEntry: session.orderEntry(),
    // The session in use continues behind a review bundle.
    queue: sessions.inUse().connection.queue(),
    ...(keyRefused === undefined ? {} : { keyRefused }),
    unknownOrders: sessions.inUse().desk.unknownCount(),
    ...shared,
  };
}
