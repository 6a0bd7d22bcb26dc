import { modeOf } from '#core/owner.ts';
import type { Text } from '#contract/message.ts';
import type { Profile } from '#contract/model/profile.ts';
import type { ReviewSelection } from '#contract/model/review.ts';
import type { ProbeFacts } from '#contract/model/probe.ts';
import type { DeskGuard, DisarmReason } from '#contract/model/risk.ts';
import type { Dataset, Mode, OrderEntry, Status } from '#contract/model/status.ts';
import { openCache, type Cache } from '#core/cache/queries/open-cache.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import { Ingest } from '#core/ingest/ingest.ts';
import type { AutoTradeDesk } from '#core/autotrade/autotrade-desk.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import { Sender } from '#core/sending/sender.ts';
import type { PeopleReader } from '#core/people/people-reader.ts';
import type { ChangeDesk } from '#core/changes/change-desk.ts';
import type { PersonDesk } from '#core/people/person-desk.ts';
import type { StrategyDesk } from '#core/strategies/strategy-desk.ts';
import type { SubscriberNotice } from '#core/subscriptions/subscriber-notice.ts';
import type { SubscriptionDesk } from '#core/subscriptions/subscription-desk.ts';
import type { DraftDesk } from '#core/targets/draft-desk.ts';
import type { TargetDesk } from '#core/targets/target-desk.ts';
import type { TargetWatch } from '#core/targets/target-watch.ts';
import type { DesiredDesk } from '#core/orders/desired/desired-desk.ts';
import type { ExitDesk } from '#core/orders/exits/exit-desk.ts';
import { NotesDesk } from '#core/notes/notes-desk.ts';
import { createOrderDesk } from '#core/orders/create-order-desk.ts';
import type { ConnectionFacts, OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import { hasOpenOrders, openOrders } from '#core/orders/entry/open-orders.ts';
import { latestProbeFacts } from '#core/orders/probe/latest-probe-facts.ts';
import type { Probe } from '#core/orders/probe/probe-run.ts';
import { EndingStops } from '#core/orders/protection/ending-stops.ts';
import { bothReadAt, positionAlarms, type PositionAlarm } from '#core/orders/protection/position-alarm.ts';
import { Arming } from '#core/orders/risk/arming.ts';
import type { RiskKeeper } from '#core/orders/risk/risk-keeper.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import type { Ports } from '#core/ports.ts';
import { readingAge } from '#core/reading-age.ts';
import { journaledStops, type JournaledStop } from '#core/report/journaled-stops.ts';
import type { ReportWithBasis } from '#core/report/report-query.ts';
import { createDataSync } from '#core/sync/create-data-sync.ts';
import { storedSync } from '#core/sync/stored-sync.ts';
import type { CopySchedule } from '#core/files/copy-schedule.ts';
import { openHistoryWithCopies, openHistoryWithoutCopies } from '#core/history/history-copies.ts';
import type { History } from '#core/history/open-history.ts';
import { daysAgo, openStorage, type SessionStorage } from './session-storage.ts';
import { deskState } from './desk-state.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { openLongReads, type LongReads } from './open-long-reads.ts';
import {
  killGate,
  rehearsalGuard,
  reportWrongPrediction,
  openActs,
  openAutoTrade,
  openDesired,
  openDrafts,
  openExits,
  openProbe,
  openOwnStrategies,
  openPeople,
  openChanges,
  openPerson,
  openSubscriptions,
  openTargets,
  openSubscriberNotice,
  openTargetWatch,
  riskGuard,
} from './open-desks.ts';
import { PageWatches, type PageWatch } from './page-watches.ts';
import { planInUse } from './plan-in-use.ts';
import { readOnlyReason, type SessionListeners, type SessionParts } from './session-parts.ts';
import { UnreadStrategies } from './unread-strategies.ts';
import { closedConnection } from './closed-connection.ts';
import type { ArmRefusal, Session } from './session.ts';

/** The datasets that an order may have changed. The sync plan reads them next. */
const datasetsAfterOrder: readonly Dataset[] = ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'];

/**
 * Opens a profile: first its cache, which needs no network, then the connection, then the order
 * desk.
 */
export function openSession(parts: SessionParts): Session {
  const releases: (() => unknown)[] = [];
  try {
    return new OpenSession(parts, (release) => releases.push(release));
  } catch (error) {
    // The next connection, which may be this one again, must find its files free.
    for (const release of releases.toReversed()) release();
    throw error;
  }
}

class OpenSession implements Session {
  readonly profile: Profile;
  readonly mode: Mode;
  readonly cache: CacheReader;
  readonly connection: PlatformConnection;
  readonly sync: DataSync;
  readonly history: History;
  readonly longReads: LongReads;
  readonly desk: OrderDesk;
  readonly arming: Arming;
  readonly acts: ActDesk;
  readonly autoTrade: AutoTradeDesk;
  readonly subscriptions: SubscriptionDesk;
  readonly ownStrategies: StrategyDesk;
  readonly person: PersonDesk;
  readonly people: PeopleReader;
  readonly changes: ChangeDesk;
  readonly desired: DesiredDesk;
  readonly targets: TargetDesk;
  readonly targetWatch: TargetWatch;
  readonly drafts: DraftDesk;
  readonly exits: ExitDesk;
  readonly probe: Probe;
  readonly notes: NotesDesk;
  readonly storage: SessionStorage;
  readonly files: Session['files'];
  readonly #parts: Pick<SessionParts, 'bundle' | 'journal' | 'owner'>;
  readonly #closeNotes: () => void;
  readonly #copies: CopySchedule | null;
  readonly #alarms: readonly (PositionAlarm | EndingStops)[];
  readonly #risk: RiskKeeper;
  readonly #cache: Cache;
  readonly #ingest: Ingest;
  readonly #hasKey: boolean;
  readonly #listeners: SessionListeners;
  readonly #clock: Ports['clock'];
  readonly commissionPlanOf: (systemId: string) => string;
  #watched: string | null = null;
  readonly #watches = new PageWatches();
  #failing = false;
  #askedToWaitUntil: number | null = null;
  readonly #unread: UnreadStrategies;
  readonly #subscriberNotice: SubscriberNotice;

  constructor(parts: SessionParts, addRelease: (release: () => unknown) => void) {
    const { ports, profile, listeners } = parts;
    this.profile = profile;
    this.#parts = parts;
    this.mode = parts.bundle?.facts.mode ?? modeOf(profile);
    this.#hasKey = parts.apiKey !== null;
    this.#listeners = listeners;
    this.#clock = ports.clock;
    this.commissionPlanOf = (systemId) => planInUse(parts, this.cache, systemId);
    const fileOptions = { ports, profileId: profile.id, notify: listeners.addNotice };
    this.#cache = openCache(fileOptions);
    addRelease(() => this.#cache.close());
    this.cache = this.#cache.reader;
    this.connection = openConnection(parts);
    addRelease(() => this.connection.close());
    const openHistory = parts.bundle ? openHistoryWithoutCopies : openHistoryWithCopies;
    ({ history: this.history, copies: this.#copies } = openHistory(fileOptions));
    addRelease(() => (void this.#copies?.close(), this.history.close()));
    this.files = { cache: this.#cache.file, history: this.history.file };
    this.longReads = openLongReads(ports, this.#cache);
    this.#ingest = new Ingest(ports.ingestWorker, this.#cache, ports.log, {
      history: this.history,
      releaseFile: () => this.longReads.close(),
      rebuilt: () => this.sync.forget(),
    });
    this.sync = openSync(parts, this, { cache: this.#cache, ingest: this.#ingest });
    this.#risk = parts.risk;
    const trouble = (systemId: string): DisarmReason | null => this.#trouble(systemId);
    const prewarm = (): void => this.connection.prewarm();
    this.arming = new Arming({ clock: ports.clock, trouble, changed: listeners.guard, prewarm }, parts.disarmReason);
    const sender = new Sender(ports.clock, ports.log, this.connection);
    this.acts = openActs(parts, this, sender, () => this.#connectionFacts());
    this.autoTrade = openAutoTrade(parts, this);
    this.subscriptions = openSubscriptions(parts, this);
    this.ownStrategies = openOwnStrategies(parts, this);
    this.person = openPerson(parts, this.acts);
    this.people = openPeople(parts, this);
    this.changes = openChanges(parts, this);
    this.desired = openDesired(parts, this);
    this.#unread = this.#unreadStrategies();
    this.desk = createOrderDesk(this.#deskDeps(parts, sender));
    this.exits = openExits(parts, this);
    this.targets = openTargets(parts, this);
    this.targetWatch = openTargetWatch(parts, this);
    this.drafts = openDrafts(parts, this.acts);
    // The user's notes stay open for the next session. The notes of a bundle are closed with it.
    this.#closeNotes = parts.bundle ? () => parts.notes.close() : () => undefined;
    this.notes = new NotesDesk(parts.notes, () => parts.journal.orders(), listeners.notes);
    this.probe = openProbe(parts, this, sender);
    this.storage = openStorage(parts, this, this.#ingest);
    this.#alarms = this.#positionAlarms(listeners);
    this.#subscriberNotice = openSubscriberNotice(parts, this);
    this.#listen();
  }

  #deskDeps(parts: SessionParts, sender: Sender): OrderDeskDeps {
    const { ports, journal, owner, risk, listeners } = parts;
    return {
      clock: ports.clock,
      random: ports.random,
      log: ports.log,
      journal,
      profile: owner,
      sender,
      reader: this.sync,
      state: deskState(this.cache, this.sync),
      connection: (systemId) => this.#unread.facts(systemId),
      serviceClockOffsetMs: () => this.connection.clockOffsetMs(),
      notify: listeners.notice,
      endNotice: listeners.noticeEnded,
      scheduleRefresh: (systemId) => this.#readAfterOrder(systemId),
      entryLock: (systemId, effect) => this.#entryLock(systemId, effect),
      platformMayTradeUntil: (systemId) => this.desired.platformMayTradeUntil(systemId),
      readTargets: (systemId) => this.sync.readAgain(systemId, ['desired'], 'reconcile'),
      risk: riskGuard(risk, this.mode, this.arming),
      rehearsals: rehearsalGuard(parts.rehearsals, this.mode),
      reportWrongPrediction: (systemId, text) => reportWrongPrediction(parts, systemId, text),
    };
  }

  /**
   * Schedules reads of what an order may have changed. The order used the prewarmed socket, so
   * an armed desk prewarms the next one.
   */
  #readAfterOrder(systemId: string): void {
    this.sync.scheduleRefresh(systemId, datasetsAfterOrder);
    if (this.arming.state().armed) this.connection.prewarm();
  }

  guard(): DeskGuard {
    const { arming, desk, mode } = this;
    return {
      kill: this.#risk.killSwitch(),
      arming: arming.state(),
      caps: this.#risk.caps(mode),
      precautions: this.#risk.precautions(mode),
      hasOwnPrecautions: this.#risk.hasOwnPrecautions(mode),
      used: desk.riskUsed(),
    };
  }

  lastProbe(): ProbeFacts | null {
    return latestProbeFacts(this.#parts.journal, this.#parts.owner);
  }

  keyRefused(): Status['keyRefused'] {
    const since = this.connection.keyRefusedSince();
    const { journal, owner } = this.#parts;
    return since === null ? undefined : { since, openOrders: openOrders(journal, owner).length };
  }

  armRefusal(systemId: string): ArmRefusal | null {
    const killReason = this.#risk.killReason();
    if (killReason !== null) return { code: 'killed', message: killReason };
    const entry = this.desk.orderEntry(systemId);
    if (!entry.open) return { code: 'locked', message: entry.reason };
    const trouble = this.#trouble(systemId);
    if (trouble === 'unknown-order') {
      return { code: 'unknown-order', message: { code: 'desk.unknown-order' } };
    }
    return trouble === null ? null : { code: 'stale-data', message: { code: 'desk.orders-too-old' } };
  }

  stops(systemId: string): JournaledStop[] {
    if (this.#parts.bundle) return this.#parts.bundle.stops[systemId] ?? [];
    return journaledStops(this.#parts.journal.orders(), this.#parts.owner, systemId);
  }

  report(
    systemId: string,
    selection: ReviewSelection,
    riskFree: number,
  ): Promise<ReportWithBasis | { readonly failure: Text }> {
    const plan = this.commissionPlanOf(systemId);
    return this.#ingest.report({ systemId, plan, selection, riskFree, stops: this.stops(systemId) });
  }

  commissionPlanChanged(systemId: string): void {
    this.sync.scheduleRefresh(systemId, ['equity']);
    this.#listeners.strategy(systemId);
  }

  connectionState(): ReturnType<Session['connectionState']> {
    if (this.#parts.bundle) return { state: 'read-only', text: readOnlyReason };
    if (!this.#hasKey && this.profile.kind !== 'practice') return { state: 'no-key', text: noKey };
    return this.connection.health();
  }

  orderEntry(): OrderEntry {
    if (this.#parts.bundle) return { open: false, reason: readOnlyReason };
    if (this.#watched === null) return { open: false, reason: { code: 'desk.no-strategy' } };
    const entry = this.desk.orderEntry(this.#watched);
    return entry.open || !this.desk.orderEntry(this.#watched, 'reduces').open ? entry : { ...entry, exits: true };
  }

  watch(systemId: string | null, datasets: readonly Dataset[], viewer = unnamedViewer): void {
    this.#watched = systemId ?? this.#watched;
    this.#watches.set({ viewer, systemId, datasets });
    this.sync.watch(systemId, datasets, viewer);
    // The watch without a page ends here. Otherwise its reads would continue while every page is
    // hidden.
    if (viewer !== unnamedViewer) this.sync.unwatch(unnamedViewer);
    // Order entry of a bundle stays closed, so nothing is read for it.
    if (systemId !== null && !this.#parts.bundle) {
      this.desk.watch(systemId);
      this.arming.strategyViewed(systemId);
      this.#passDesired(systemId);
    }
    this.#listeners.status();
  }

  watches(): readonly PageWatch[] {
    return this.#watches.open();
  }

  endWatches(): void {
    for (const { viewer } of this.#watches.open()) this.sync.unwatch(viewer);
    this.#watches.closeAll();
    this.sync.watch(null, [], unnamedViewer);
  }

  setVisible(visible: boolean, viewer = unnamedViewer): void {
    const { systemId, datasets } = this.#watches.reopened(viewer);
    if (visible) this.sync.watch(systemId, datasets, viewer);
    // To the sync, a strategy without datasets means that the window is hidden.
    else this.sync.watch(systemId ?? this.#watched ?? '0', [], viewer);
  }

  async close(): Promise<void> {
    this.arming.disarm('connection-change');
    this.desk.hold({ code: 'hold.connection-closed' });
    this.exits.close();
    for (const alarm of this.#alarms) alarm.close();
    this.desired.close();
    this.changes.close();
    this.acts.close();
    this.storage.close();
    // The reads are ended first, because the following steps must not wait for a list.
    this.connection.endReads();
    await this.desk.close();
    await this.connection.close();
    await this.sync.close();
    await this.longReads.close();
    await this.#copies?.close();
    // No `await` from here on: an event that read from a closed file would end the program.
    this.#cache.close();
    this.history.close();
    this.#closeNotes();
  }

  #unreadStrategies(): UnreadStrategies {
    return new UnreadStrategies({
      connection: () => this.#connectionFacts(),
      askedToWaitUntil: () => this.connection.askedToWaitUntil(),
      now: () => Math.floor(this.#clock.now() / 1_000),
      sync: this.sync,
      desk: () => this.desk,
    });
  }

  #positionAlarms({ notice: notify, noticeEnded: endNotice }: SessionListeners): (PositionAlarm | EndingStops)[] {
    const readAt = (systemId: string): number | null => bothReadAt(this.cache.datasets(systemId));
    const positions = (systemId: string) => (readAt(systemId) === null ? null : this.desk.positions(systemId));
    const parts = { clock: this.#clock, positions, readAt, notify, endNotice };
    return [
      ...positionAlarms(parts),
      new EndingStops({ ...parts, serviceClockOffsetMs: () => this.connection.clockOffsetMs() }),
    ];
  }

  #listen(): void {
    this.connection.onChange(() => this.#connectionChanged());
    this.sync.onChange((systemId) => {
      this.#subscriberNotice.check(systemId);
      this.#unread.check(systemId);
      this.#passDesired(systemId);
      this.desk.listsChanged(systemId);
      for (const alarm of this.#alarms) alarm.check(systemId);
      this.targetWatch.check(systemId);
      this.#listeners.strategy(systemId);
      this.#listeners.status();
    });
    this.sync.onStrategies(this.#listeners.strategies);
    this.sync.onPeople(this.#listeners.people);
    this.desk.onChange((systemId) => {
      this.#listeners.strategy(systemId);
      this.#listeners.guard();
      this.#listeners.status();
    });
  }

  /** Passes the target list that was read last, in this run or an earlier one, to its desk. */
  #passDesired(systemId: string): void {
    const { readAt } = this.cache.datasets(systemId).desired;
    if (readAt !== null) this.desired.adoptReading(systemId, this.cache.desired(systemId), readAt * 1_000);
  }

  /**
   * Orders that waited while the connection was down must not be sent automatically when it is back
   * (order-safety P8).
   */
  #connectionChanged(): void {
    const wasFailing = this.#failing;
    // Set first: putting orders on hold requests a read, which changes the connection again.
    this.#failing = this.connection.health().state === 'failing';
    if (this.#failing && !wasFailing) this.desk.hold({ code: 'hold.no-connection' });
    const until = this.connection.askedToWaitUntil();
    if (until !== null && this.#askedToWaitUntil !== until) {
      this.desk.holdNewRisk({ code: 'connection.asked-to-wait', until });
    }
    this.#askedToWaitUntil = until;
    this.#listeners.status();
  }

  /**
   * Why no order is accepted for this strategy: another person owns it, its owner is not known and
   * a read was refused, or it has a target list.
   */
  #entryLock(systemId: string, effect: RiskEffect): Text | null {
    return this.sync.access.lockReason(systemId, effect) ?? this.desired.lockReason(systemId, effect);
  }

  /** Why the desk may not be armed now; null when it may. Asked before arming and while armed. */
  #trouble(systemId: string): DisarmReason | null {
    if (this.#risk.killReason() !== null) return 'kill-switch';
    if (this.desk.unknownCount() > 0) return 'unknown-order';
    if (this.sync.trouble(systemId) !== null) return 'stale-data';
    const { readAt, staleAfterSeconds } = this.sync.workingReading(systemId);
    const age = readingAge(readAt, this.#clock.now());
    return age === null || age > staleAfterSeconds ? 'stale-data' : null;
  }

  #connectionFacts(): ConnectionFacts {
    const state = this.connectionState();
    if (state.state === 'answering') return { state: 'open' };
    if (state.state === 'connecting') return { state: 'connecting', text: { code: 'connection.not-answered-yet' } };
    return { state: state.state === 'read-only' ? 'no-key' : state.state, text: state.text };
  }
}

const noKey: Text = { code: 'connection.no-key' };

/** The viewer of a watch that names no page. `endWatches` leaves only a watch of this viewer. */
const unnamedViewer = 'window';

function openSync(
  { ports, profile, retention, bundle, journal, owner, wantsSubscriberNotices }: SessionParts,
  { connection, commissionPlanOf }: Pick<Session, 'connection' | 'commissionPlanOf'>,
  stores: { readonly cache: Cache; readonly ingest: Ingest },
): DataSync {
  const signalsFrom = (): number => daysAgo(ports.clock.now(), retention().signalsDays) ?? 0;
  const isPlatform = profile.platformId !== null;
  const commonOptions = {
    ports,
    isPlatform,
    paceMs: profile.paceMs,
    commissionPlanOf,
    signalsFrom,
    wantsSubscriberNotices,
  };
  const syncOptions = {
    ...stores,
    ...commonOptions,
    hasOpenOrders: (systemId: string) => hasOpenOrders(journal, owner, systemId),
  };
  return bundle ? storedSync(syncOptions, readOnlyReason) : createDataSync({ ...syncOptions, connection });
}

function openConnection({ ports, profile, apiKey, activity, risk, bundle }: SessionParts): PlatformConnection {
  const { clock, random, log } = ports;
  if (bundle) return closedConnection(bundle.facts.madeAt, readOnlyReason);
  if (apiKey === null) {
    const failure = profile.kind === 'practice' && 'failure' in ports.practice ? ports.practice.failure : noKey;
    return closedConnection(Math.floor(clock.now() / 1000), failure);
  }
  return createPlatformClient({
    profile,
    apiKey,
    clock,
    random,
    log,
    onActivity: (entry) => activity.add(entry),
    gate: killGate(risk),
  });
}
