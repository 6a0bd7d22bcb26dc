import { modeOf } from '#core/owner.ts';
import { limits } from '#contract/limits.ts';
import type { Text } from '#contract/message.ts';
import type { Mode } from '#contract/model/status.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import { ActDesk } from '#core/acts/act-desk.ts';
import { AutoTradeDesk } from '#core/autotrade/autotrade-desk.ts';
import { DesiredDesk } from '#core/orders/desired/desired-desk.ts';
import { ExitDesk } from '#core/orders/exits/exit-desk.ts';
import type { ConnectionFacts, OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import { Probe } from '#core/orders/probe/probe-run.ts';
import { ChangeDesk } from '#core/changes/change-desk.ts';
import type { Arming } from '#core/orders/risk/arming.ts';
import type { Rehearsals } from '#core/orders/risk/rehearsals.ts';
import type { RiskKeeper } from '#core/orders/risk/risk-keeper.ts';
import { canAddRisk } from '#core/platform/can-add-risk.ts';
import type { PlatformRequest } from '#core/platform/platform-client.ts';
import type { Sender } from '#core/sending/sender.ts';
import { PeopleReader } from '#core/people/people-reader.ts';
import { PersonDesk } from '#core/people/person-desk.ts';
import { StrategyDesk } from '#core/strategies/strategy-desk.ts';
import { SubscriberNotice } from '#core/subscriptions/subscriber-notice.ts';
import { SubscriptionDesk } from '#core/subscriptions/subscription-desk.ts';
import { DraftDesk } from '#core/targets/draft-desk.ts';
import { TargetDesk } from '#core/targets/target-desk.ts';
import { TargetGate } from '#core/targets/target-gate.ts';
import { TargetWatch } from '#core/targets/target-watch.ts';
import { SessionRights } from './act-rights.ts';
import type { SessionParts } from './session-parts.ts';
import type { Session } from './session.ts';

export function openActs(
  { ports, owner, profile, journal, risk, listeners }: SessionParts,
  { connection: client, sync }: Pick<Session, 'connection' | 'sync'>,
  sender: Sender,
  connectionFacts: () => ConnectionFacts,
): ActDesk {
  return new ActDesk({
    clock: ports.clock,
    log: ports.log,
    journal,
    sender,
    client,
    profile: owner,
    killReason: () => risk.killReason(),
    offlineReason: () => {
      const facts = connectionFacts();
      return facts.state === 'open' ? null : facts.text;
    },
    rights: new SessionRights(profile.platformId, sync.access),
    notify: listeners.notice,
    changed: ({ kind, id }) => {
      if (kind === 'system') listeners.desired(id);
      listeners.acts();
      listeners.status();
    },
  });
}

/** On a private platform, AutoTrade is usually for the owner of the strategy, if known. */
export const usualPersonOf =
  (platformId: string | null, cache: Pick<CacheReader, 'details'>) =>
  (systemId: string): string | null =>
    platformId === null ? null : (cache.details(systemId)?.ownerPersonId ?? null);

export function openAutoTrade(
  { ports, profile, listeners, rehearsals }: SessionParts,
  { acts, cache, mode, sync }: Pick<Session, 'acts' | 'cache' | 'mode' | 'sync'>,
): AutoTradeDesk {
  return new AutoTradeDesk({
    mode,
    rehearsals,
    clock: ports.clock,
    random: ports.random,
    acts,
    cache,
    usualPersonOf: usualPersonOf(profile.platformId, cache),
    isPlatform: profile.platformId !== null,
    sync,
    notify: listeners.notice,
  });
}

export function openSubscriptions(
  { ports, profile, listeners }: SessionParts,
  { acts, autoTrade, cache, sync }: Pick<Session, 'acts' | 'autoTrade' | 'cache' | 'sync'>,
): SubscriptionDesk {
  const { clock, random } = ports;
  const { id: profileId, platformId } = profile;
  return new SubscriptionDesk({
    ...{ clock, random, acts, autoTrade, cache, sync, isPlatform: platformId !== null, profileId },
    notify: listeners.notice,
  });
}

export const openSubscriberNotice = (
  { listeners, wantsSubscriberNotices }: SessionParts,
  { cache, history }: Pick<Session, 'cache' | 'history'>,
): SubscriberNotice =>
  new SubscriberNotice({ cache, history, isWanted: wantsSubscriberNotices, notify: listeners.notice });

export function openOwnStrategies(
  { ports, listeners }: SessionParts,
  session: Pick<Session, 'acts' | 'autoTrade' | 'cache' | 'desk' | 'sync'>,
): StrategyDesk {
  const { clock, random } = ports;
  const { acts, autoTrade, cache, sync } = session;
  // The order desk is opened later.
  const signals = (systemId: string) => session.desk.signals(systemId);
  const unreadable = (systemId: string) => session.desk.unreadable(systemId);
  return new StrategyDesk({
    clock,
    random,
    acts,
    autoTrade,
    cache,
    sync,
    signals,
    unreadable,
    notify: listeners.notice,
  });
}

export function openPerson({ ports, profile, listeners }: SessionParts, acts: ActDesk): PersonDesk {
  const { clock, random } = ports;
  return new PersonDesk({
    clock,
    random,
    acts,
    isPrivatePlatform: profile.platformId !== null,
    notify: listeners.notice,
  });
}

export const openPeople = (
  { ports, profile }: SessionParts,
  { cache, sync }: Pick<Session, 'cache' | 'sync'>,
): PeopleReader =>
  new PeopleReader({ clock: ports.clock, cache, sync, isPrivatePlatform: profile.platformId !== null });

export function openChanges(
  { ports, profile, listeners, changeFile, risk }: SessionParts,
  session: Pick<Session, 'acts' | 'cache' | 'connection' | 'mode' | 'people' | 'sync'>,
): ChangeDesk {
  const { acts, cache, connection, mode, people, sync } = session;
  return new ChangeDesk({
    ...{ clock: ports.clock, random: ports.random, log: ports.log },
    ...{ acts, cache, people, sync, file: changeFile, profileId: profile.id, platformId: profile.platformId },
    serviceClockOffsetMs: () => connection.clockOffsetMs(),
    paceMs: () => connection.queue().paceMs,
    deleteLimit: () => risk.caps(mode).deletesPerRun ?? limits.deletesPerRun,
    keyRefusal: () => (connection.keyRefusedSince() === null ? null : { code: 'change.key-refused' }),
    notify: listeners.notice,
    changed: listeners.changes,
  });
}

/** Sends target lists, and locks order entry while one may be in effect. */
export function openDesired(
  { ports, listeners }: SessionParts,
  { acts, cache }: Pick<Session, 'acts' | 'cache'>,
): DesiredDesk {
  return new DesiredDesk({
    clock: ports.clock,
    acts,
    notify: listeners.notice,
    changed: (systemId) => {
      listeners.desired(systemId);
      listeners.status();
    },
    terms: (systemId) => cache.desiredTerms(systemId),
  });
}

/** Plans target lists. A confirmed plan is sent by the `DesiredDesk`. */
export function openTargets(
  { ports, rehearsals, risk }: SessionParts,
  { autoTrade, cache, connection, desired, desk, mode, sync }: Session,
): TargetDesk {
  return new TargetDesk({
    clock: ports.clock,
    random: ports.random,
    mode,
    desired,
    orders: desk,
    cache,
    autoTrade,
    sync,
    gate: new TargetGate(rehearsals, mode),
    risk: {
      killReason: () => risk.killReason(),
      caps: () => risk.caps(mode),
      precautions: () => risk.precautions(mode),
    },
    serviceClockOffsetMs: () => connection.clockOffsetMs(),
  });
}

export function openTargetWatch(
  { ports, listeners }: SessionParts,
  { cache, connection, desired, desk }: Session,
): TargetWatch {
  return new TargetWatch({
    clock: ports.clock,
    desired: (systemId) => desired.state(systemId),
    positions: (systemId) => cache.positions(systemId),
    signals: (systemId) => desk.signals(systemId),
    reading: (systemId) => cache.datasets(systemId).tradesOpen,
    serviceClockOffsetMs: () => connection.clockOffsetMs(),
    notify: listeners.notice,
  });
}

export const openDrafts = ({ ports, profile, targetFile }: SessionParts, acts: ActDesk): DraftDesk =>
  new DraftDesk({ clock: ports.clock, file: targetFile, profileId: profile.id, acts });

export function openExits({ ports, owner, journal, risk, listeners }: SessionParts, session: Session): ExitDesk {
  const { cache, desk, desired, sync, connection } = session;
  return new ExitDesk({
    clock: ports.clock,
    log: ports.log,
    random: ports.random,
    journal,
    profile: owner,
    desk,
    desired,
    hasTargetList: (systemId) => desired.lockReason(systemId, 'reduces') !== null,
    mayHaveList: (systemId) => desired.mayMaintainList(systemId),
    accessLock: (systemId) => sync.access.lockReason(systemId, 'reduces'),
    positions: (systemId) => desk.positions(systemId),
    readAgain: async (systemId) => {
      // The orders are read first. A read of the trades may already wait in the queue. If it ran
      // before, both lists would lack an exit that fills between the two reads.
      const areOrdersRead = await sync.readAgain(systemId, ['signalsWorking'], 'reconcile');
      return (await sync.readAgain(systemId, ['tradesOpen'], 'reconcile')) && areOrdersRead;
    },
    killReason: () => risk.killReason(),
    serviceClockOffsetMs: () => connection.clockOffsetMs(),
    cutInFlight: (afterMs) => connection.cutInFlight(afterMs),
    paceMs: () => connection.queue().paceMs,
    changed: listeners.exit,
    notify: listeners.notice,
    endNotice: listeners.noticeEnded,
    strategyName: (systemId) => cache.strategies().find((one) => one.systemId === systemId)?.name ?? systemId,
  });
}

export function openProbe({ ports, owner, journal, risk }: SessionParts, session: Session, sender: Sender): Probe {
  const { desk, cache, sync } = session;
  return new Probe({
    clock: ports.clock,
    random: ports.random,
    journal,
    sender,
    reader: sync,
    desk,
    profile: owner,
    killReason: () => risk.killReason(),
    isTestStrategy: (systemId) => cache.details(systemId)?.test === true,
  });
}

export function riskGuard(risk: RiskKeeper, mode: Mode, arming: Arming): OrderDeskDeps['risk'] {
  return {
    killReason: () => risk.killReason(),
    caps: () => risk.caps(mode),
    precautions: () => risk.precautions(mode),
    useArming: (systemId) => arming.use(systemId),
    onUnknownOrder: () => arming.disarm('unknown-order'),
  };
}

/** On practice everything runs without a rehearsal. */
export function rehearsalGuard(rehearsals: Rehearsals, mode: Mode): OrderDeskDeps['rehearsals'] {
  return {
    checks: (ticket) => (mode === 'LIVE' ? rehearsals.checks(ticket) : []),
    orderChanged: (row) => rehearsals.orderChanged(row),
  };
}

/** Adds a line to the activity list: the answer to an order differed from its preview. */
export function reportWrongPrediction({ ports, profile, activity }: SessionParts, systemId: string, text: Text): void {
  activity.add({
    id: ports.random.uuid(),
    at: ports.clock.now(),
    profile: profile.name,
    mode: modeOf(profile),
    command: 'submitSignal',
    systemId,
    lane: 'submit',
    waitMs: 0,
    durationMs: null,
    bytes: null,
    verdict: 'prediction-missed',
    text,
  });
}

/**
 * While the kill switch is on, no request that can add risk is sent by any caller (order-safety
 * P22, ADR 20).
 */
export const killGate =
  (risk: RiskKeeper) =>
  (request: PlatformRequest): Text | null =>
    canAddRisk(request) ? risk.killReason() : null;
