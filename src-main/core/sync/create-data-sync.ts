import type { Message, Text } from '#contract/message.ts';
import { eachDataset } from '#core/cache/each-dataset.ts';
import type { Lane } from '#contract/model/activity.ts';
import type { Dataset, DatasetState } from '#contract/model/status.ts';
import type { CacheReader, StoredState } from '#core/cache/queries/cache-reader.ts';
import type { Ingest } from '#core/ingest/ingest.ts';
import { serviceNow } from '#core/service-now.ts';
import type { DataSyncOptions } from './data-sync-options.ts';
import type { DataSync, RefreshOutcome, StrategyTrouble } from './data-sync.ts';
import { DatasetReader, type ReadingEnd } from './dataset-reader.ts';
import { PastSignals } from './past-signals.ts';
import { taskKey, type ReadTask, type Variant, type Window } from './read-task.ts';
import { ReadingTimes } from './reading-times.ts';
import { signalReading, type SignalReading } from './signal-reader.ts';
import { StrategyAccess, withheld } from './strategy-access.ts';
import type { FullSyncProgress } from '#contract/model/full-sync-progress.ts';
import { storedStates, workingReading } from './stored-states.ts';
import { FullSyncs } from './full-syncs.ts';
import { recentWindow } from './signal-windows.ts';
import { staleAfterSeconds, syncIntervals, type SyncDataset, type SyncIntervals } from './sync-intervals.ts';
import { datasetOrder, plannedReads, type PlannedRead } from './sync-plan.ts';
import { Viewers } from './viewers.ts';

const windowHidden: Message = { code: 'full-sync.window-hidden' };

export const createDataSync = (options: DataSyncOptions): DataSync => new Sync(options);

class Sync implements DataSync {
  readonly #options: DataSyncOptions;
  readonly #cache: CacheReader;
  readonly #ingest: Pick<Ingest, 'run' | 'storeFailure' | 'storeFullSync' | 'hasDiskSpace' | 'close'>;
  readonly #reader: DatasetReader;
  readonly #intervals: SyncIntervals;
  readonly #times: ReadingTimes;
  readonly #past: PastSignals;
  readonly access: StrategyAccess;
  readonly #viewers = new Viewers();
  readonly #fullSyncs: FullSyncs;
  readonly #dueNow = new Set<string>();
  readonly #running = new Map<string, { readonly task: ReadTask; readonly end: Promise<ReadingEnd> }>();
  readonly #readingListeners = new Set<(systemId: string) => void>();
  readonly #strategyListListeners = new Set<() => void>();
  readonly #peopleListeners = new Set<() => void>();
  /** Number of open trades of the last reading, to notice when one opens or closes. */
  readonly #openTradeCounts = new Map<string, number>();
  readonly #workingReadStartedAt = new Map<string, number>();
  #isBackgroundBusy = false;
  /** Why nothing can be stored, or null. Data that an order needs is read in spite of it. */
  #noRoomReason: Text | null = null;
  #isClosed = false;
  #cancelTimer: () => void = () => undefined;

  constructor(options: DataSyncOptions) {
    const { ports, cache, connection, paceMs } = options;
    this.#options = options;
    this.#cache = cache.reader;
    this.#ingest = options.ingest;
    this.#reader = new DatasetReader(connection, this.#ingest);
    this.access = new StrategyAccess(options);
    this.#intervals = syncIntervals(paceMs);
    this.#times = new ReadingTimes(ports.clock, cache.reader);
    this.#past = new PastSignals(cache.reader, this.#intervals, options.signalsFrom);
    this.#fullSyncs = new FullSyncs({
      ports,
      cache: cache.reader,
      ingest: this.#ingest,
      past: this.#past,
      retryMs: this.#intervals.retryMs,
      paceMs,
      taskOf: (systemId, dataset) => this.#taskOf(systemId, dataset),
      isWithheld: (systemId, dataset) => this.access.reads(systemId, dataset) === 'never',
      lastRead: (systemId, dataset) => this.#times.last(systemId, dataset, this.#variantOf(systemId, dataset)),
      readAt: (systemId, dataset) => this.#times.stored(systemId, dataset, this.#variantOf(systemId, dataset)).readAt,
      // The newest signal is not used here. Otherwise a signal that is read during a full sync
      // could move the start of the recent window back, and the full sync would skip the windows
      // between the new start and the former one.
      recentFrom: () => recentWindow(this.#serviceSeconds(), null).from,
    });
  }

  watch(systemId: string | null, datasets: readonly Dataset[], viewer = 'window'): void {
    this.#viewers.set(viewer, { systemId, datasets });
    this.#pump();
  }

  unwatch(viewer: string): void {
    this.#viewers.delete(viewer);
    this.#pump();
  }

  async refresh(systemId: string | null, datasets: readonly Dataset[]): Promise<RefreshOutcome> {
    const wanted: readonly SyncDataset[] =
      systemId === null ? ['strategies'] : datasetOrder.filter((one) => datasets.includes(one));
    return this.#refreshAll(systemId ?? '', wanted);
  }

  readRoster(): Promise<RefreshOutcome> {
    return this.#refreshAll('', ['roster']);
  }

  async readBrokers(systemId: string, personId: string, urgency: 'view' | 'now'): Promise<RefreshOutcome> {
    if (urgency === 'view') return this.#refreshAll(systemId, ['brokers'], personId);
    const end = await this.#run(this.#taskOf(systemId, 'brokers', personId), 'view', { retryNow: true });
    return end.kind === 'read' ? { ok: true } : { ok: false, text: end.text };
  }

  async readPeople(urgency: 'view' | 'now'): Promise<RefreshOutcome> {
    if (urgency === 'view') return this.#refreshAll('', ['people']);
    const end = await this.#run(this.#taskOf('', 'people'), 'view', { retryNow: true });
    return end.kind === 'read' ? { ok: true } : { ok: false, text: end.text };
  }

  scheduleRefresh(systemId: string, datasets: readonly Dataset[]): void {
    for (const dataset of datasets) this.#dueNow.add(this.#currentKey(systemId, dataset));
    this.#pump();
  }

  startFullSync(systemId: string): void {
    this.#fullSyncs.begin(systemId);
    this.#notifyReadings(systemId);
    this.#pump();
  }

  stopFullSync(systemId: string): void {
    this.#fullSyncs.cancel(systemId);
    this.#notifyReadings(systemId);
  }

  fullSyncProgress(systemId: string): FullSyncProgress | null {
    const hidden = this.#viewers.hasVisibleWindow() ? null : windowHidden;
    return this.#fullSyncs.progress(systemId, this.#noRoomReason ?? hidden);
  }

  forget(): void {
    this.#times.forget();
    this.#fullSyncs.forget();
    this.access.forget();
    this.#openTradeCounts.clear();
    this.#notifyAll();
    this.#pump();
  }

  async readAgain(
    systemId: string,
    datasets: readonly Dataset[],
    lane: 'view' | 'reconcile' = 'view',
  ): Promise<boolean> {
    const ends = await Promise.all(
      datasets.map((dataset) => this.#run(this.#taskOf(systemId, dataset), lane, { retryNow: true })),
    );
    return ends.every(({ kind }) => kind === 'read');
  }

  async readStrategies(): Promise<boolean> {
    return (await this.#run(this.#taskOf('', 'strategies'), 'view', { retryNow: true })).kind === 'read';
  }

  async readWorking(systemId: string): Promise<SignalReading> {
    const end = await this.#run(this.#taskOf(systemId, 'signalsWorking'), 'reconcile', { wantRecords: true });
    return signalReading(end);
  }

  async readPosted(systemId: string, from: number, to: number): Promise<SignalReading> {
    const window = { from, to, open: false };
    const end = await this.#run({ systemId, dataset: 'signalsAll', part: 'proof', window }, 'reconcile', {
      wantRecords: true,
    });
    return signalReading(end);
  }

  showsAll(systemId: string): boolean {
    return this.access.showsAll(systemId);
  }

  workingReading(systemId: string): Pick<DatasetState, 'readAt' | 'staleAfterSeconds'> {
    return workingReading(this.#cache, this.#intervals, systemId);
  }

  workingReadStartedAt(systemId: string): number | null {
    return this.#workingReadStartedAt.get(systemId) ?? null;
  }

  states(systemId: string): Readonly<Record<Dataset, DatasetState>> {
    const stored = storedStates(this.#cache, systemId, this.#commissionPlanOf(systemId));
    const isReadAutomatically = this.#viewers.hasVisibleWindow();
    const earliestStart = (dataset: Dataset) => () =>
      this.#reader.earliestStart(this.#taskOf(systemId, dataset), 'view');
    return eachDataset((dataset) => {
      const variant = this.#variantOf(systemId, dataset);
      const isWithheld = this.access.reads(systemId, dataset) === 'never';
      return {
        ...stored[dataset],
        ...(this.#noRoomReason === null ? {} : { failure: this.#noRoomReason }),
        staleAfterSeconds: staleAfterSeconds(this.#intervals, dataset),
        reading: this.#running.has(this.#currentKey(systemId, dataset)),
        ...(isWithheld
          ? withheld
          : this.#times.failing(systemId, dataset, variant, isReadAutomatically ? earliestStart(dataset) : null)),
      };
    });
  }

  trouble(systemId: string): StrategyTrouble | null {
    return this.#times.trouble(systemId);
  }

  strategiesState(): StoredState & { readonly reading: boolean } {
    const reading = this.#running.has(taskKey({ systemId: '', dataset: 'strategies', part: 'current' }));
    const stored = this.#cache.strategiesState();
    return { ...stored, failure: this.#noRoomReason ?? stored.failure, reading };
  }

  peopleState(): StoredState & { readonly reading: boolean } {
    const reading = this.#running.has(taskKey({ systemId: '', dataset: 'people', part: 'current' }));
    const stored = this.#cache.peopleState();
    return { ...stored, failure: this.#noRoomReason ?? stored.failure, reading };
  }

  onChange(listener: (systemId: string) => void): () => void {
    this.#readingListeners.add(listener);
    return () => this.#readingListeners.delete(listener);
  }

  onStrategies(listener: () => void): () => void {
    this.#strategyListListeners.add(listener);
    return () => this.#strategyListListeners.delete(listener);
  }

  onPeople(listener: () => void): () => void {
    this.#peopleListeners.add(listener);
    return () => this.#peopleListeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    await Promise.all([...this.#running.values()].map(({ end }) => end));
    await this.#ingest.close();
  }

  async #refreshAll(systemId: string, wanted: readonly SyncDataset[], variant?: Variant): Promise<RefreshOutcome> {
    // The user may have made room on the disk since the last check.
    if (this.#noRoomReason !== null) await this.#checkRoom();
    if (this.#noRoomReason !== null) return { ok: false, text: this.#noRoomReason };
    const isRead = (dataset: SyncDataset): boolean => this.access.reads(systemId, dataset) !== 'never';
    const ends = await Promise.all(
      wanted.filter(isRead).map((dataset) => this.#refreshOne(this.#taskOf(systemId, dataset, variant))),
    );
    const texts = ends.map((end) => (end === null || end.kind === 'read' ? null : end.text));
    const text = texts.find((one) => one !== null);
    return text === undefined ? { ok: true } : { ok: false, text };
  }

  /** Null when the last reading is too recent to repeat. A recent refusal is returned again. */
  async #refreshOne(task: ReadTask): Promise<ReadingEnd | null> {
    const { systemId, dataset } = task;
    const last = this.#times.last(systemId, dataset, task.variant ?? '');
    const isFresh = last?.failures === 0 && this.#now() - last.at < this.#intervals.minIntervalMs;
    if (!isFresh) return this.#start(task, 'view', true);
    // The stored failure is not used, because it may only name records that could not be read.
    return last.failing === null ? null : { kind: 'failed', text: last.failing.text, refused: true, diskFull: false };
  }

  #taskOf(systemId: string, dataset: SyncDataset, variant = this.#variantOf(systemId, dataset)): ReadTask {
    const window = dataset === 'signalsAll' ? this.#recentWindow(systemId) : null;
    const overview = dataset === 'tradesOpen' && this.access.readsOverview(systemId);
    const isForPerson = dataset === 'brokers' && this.#options.isPlatform === true;
    const ownerPersonId = isForPerson ? this.#cache.details(systemId)?.ownerPersonId : null;
    const task: ReadTask = { systemId, dataset, part: 'current', window, variant, ...(overview ? { overview } : {}) };
    return ownerPersonId == null ? task : { ...task, ownerPersonId };
  }

  #currentKey(systemId: string, dataset: SyncDataset): string {
    return taskKey({ systemId, dataset, part: 'current', variant: this.#variantOf(systemId, dataset) });
  }

  #commissionPlanOf(systemId: string): string {
    return this.#options.commissionPlanOf?.(systemId) ?? '';
  }

  #variantOf(systemId: string, dataset: SyncDataset): string {
    return dataset === 'equity' ? this.#commissionPlanOf(systemId) : '';
  }

  /** Joins the same reading when it is already running or waiting. */
  #start(task: ReadTask, lane: Lane, retryNow = false): Promise<ReadingEnd> {
    const running = this.#running.get(taskKey(task));
    if (running === undefined) return this.#run(task, lane, { retryNow });
    if (retryNow) this.#reader.raise(running.task, lane);
    return running.end;
  }

  #run(task: ReadTask, lane: Lane, how: { wantRecords?: boolean; retryNow?: boolean }): Promise<ReadingEnd> {
    if (this.#isClosed) return Promise.resolve({ kind: 'skipped', text: { code: 'read.closed' } });
    const key = taskKey(task);
    // Removed before the request. The answer may not show a later event, which makes the reading
    // due again.
    this.#dueNow.delete(key);
    const end = this.#reader.read(task, lane, how).then((result) => {
      if (this.#running.get(key)?.end === end) this.#running.delete(key);
      this.#ended(task, result);
      return result;
    });
    this.#running.set(key, { task, end });
    this.#notify(task);
    return end;
  }

  #ended(task: ReadTask, end: ReadingEnd): void {
    const { systemId, dataset, part } = task;
    const recordCount = end.kind === 'read' ? end.outcome.records : null;
    // The desk compares the stored list, which remains the earlier one if this one was not stored.
    const isStored = end.kind === 'read' && end.outcome.verdict === 'ok';
    if (isStored && dataset === 'signalsWorking') this.#workingReadStartedAt.set(systemId, end.sentAt);
    this.access.ended(task, end);
    if (end.kind === 'failed' && end.noAccess && dataset === 'tradesOpen' && task.overview !== true)
      this.scheduleRefresh(systemId, [dataset]);
    const diskFull = end.kind === 'failed' ? end.diskFull : end.kind === 'read' && end.outcome.diskFull;
    if (diskFull) this.#stopFor(end.kind === 'read' ? end.outcome.text : end.text);
    if (part === 'current') this.#times.ended(task, end);
    else if (part !== 'proof') this.#past.ended(task, recordCount, this.#now());
    this.#fullSyncs.ended(task, end, this.#now());
    if (end.kind === 'read') this.#markDue(task, end.outcome);
    this.#notify(task);
    this.#pump();
  }

  /**
   * What a reading makes due. A changed working list can mean a fill. A change in the number of
   * open trades means that there was a fill.
   */
  #markDue(
    { systemId, dataset, part }: ReadTask,
    outcome: { unlisted: number; changed: number; records: number },
  ): void {
    if (dataset === 'signalsWorking' && outcome.changed > 0) {
      this.scheduleRefresh(systemId, ['signalsAll', 'tradesOpen', 'margin']);
    }
    if (dataset !== 'tradesOpen' || part !== 'current') return;
    const before = this.#openTradeCounts.get(systemId);
    this.#openTradeCounts.set(systemId, outcome.records);
    if (outcome.unlisted > 0 || (before !== undefined && before !== outcome.records)) {
      this.scheduleRefresh(systemId, ['trades', 'margin', 'equity']);
    }
  }

  #pump(): void {
    this.#cancelTimer();
    if (this.#isClosed) return;
    if (this.#noRoomReason !== null) return this.#checkRoomLater();
    const now = this.#now();
    const waiting = this.#plannedReads().filter((read) => !this.#running.has(taskKey({ ...read, part: 'current' })));
    for (const read of waiting.filter(({ lane, dueAt }) => lane === 'view' && dueAt <= now)) {
      void this.#start(this.#taskOf(read.systemId, read.dataset, read.variant), 'view');
    }
    this.#startBackgroundRead(
      waiting.filter(({ lane }) => lane === 'background'),
      now,
    );
    const next = Math.min(
      ...waiting.filter(({ dueAt }) => dueAt > now).map(({ dueAt }) => dueAt),
      this.#dueAtOfPastRead(),
    );
    if (next !== Infinity) {
      this.#cancelTimer = this.#options.ports.clock.after(Math.max(1, Math.ceil(next - now)), () => this.#pump());
    }
  }

  /** Plans no more reads, and notifies the panels, which show `text` as the reason. */
  #stopFor(text: Text): void {
    if (this.#noRoomReason !== null) return;
    this.#noRoomReason = text;
    this.#options.ports.log.warn('sync.no-room');
    this.#notifyAll();
  }

  #checkRoomLater(): void {
    this.#cancelTimer = this.#options.ports.clock.after(this.#intervals.retryMs, () => void this.#checkRoom());
  }

  /** Resumes reading as soon as something can be stored. */
  async #checkRoom(): Promise<void> {
    if (this.#noRoomReason !== null && (await this.#ingest.hasDiskSpace())) {
      this.#noRoomReason = null;
      this.#notifyAll();
    }
    this.#pump();
  }

  #notifyAll(): void {
    for (const listener of [...this.#strategyListListeners, ...this.#peopleListeners]) listener();
    for (const systemId of this.#viewers.inView().keys()) this.#notifyReadings(systemId);
  }

  /** Starts one reading at a time, so that most requests in the queue are for data in view. */
  #startBackgroundRead(reads: readonly PlannedRead[], now: number): void {
    if (this.#isBackgroundBusy) return;
    const due = reads.find(({ dueAt }) => dueAt <= now);
    const past = due === undefined ? this.#nextPastRead() : null;
    const task = due === undefined ? past?.task : this.#taskOf(due.systemId, due.dataset, due.variant);
    if (task === undefined || (past !== null && past.dueAt > now)) return;
    this.#isBackgroundBusy = true;
    this.#fullSyncs.started(task, now);
    void this.#start(task, 'background').finally(() => {
      this.#isBackgroundBusy = false;
      this.#pump();
    });
  }

  #plannedReads(): PlannedRead[] {
    return plannedReads({
      viewers: this.#viewers,
      intervals: this.#intervals,
      systemIds: this.#cache.strategies().map(({ systemId }) => systemId),
      lastRead: (systemId, dataset, variant) => this.#times.last(systemId, dataset, variant),
      commissionPlanOf: (systemId) => this.#commissionPlanOf(systemId),
      dueNow: this.#dueNow,
      reads: (systemId, dataset) => this.access.reads(systemId, dataset),
      wantsRoster: this.access.wantsRoster(),
      wantsSubscriberNotices: this.#options.wantsSubscriberNotices?.() ?? false,
    });
  }

  /**
   * A due full sync comes first, even if its strategy is out of view. Otherwise the past is read
   * only for the strategies in view, after the list of their recent signals.
   */
  #nextPastRead(): { readonly task: ReadTask; readonly dueAt: number } | null {
    const now = this.#now();
    const fullSync = this.#viewers.hasVisibleWindow() ? this.#fullSyncs.next() : null;
    if (fullSync !== null && fullSync.dueAt <= now) return fullSync;
    const found = [...this.#viewers.inView().keys()]
      .filter((systemId) => this.#times.last(systemId, 'signalsAll', '') !== null)
      .map((systemId) => this.#past.next(systemId, this.#recentWindow(systemId).from, now))
      .filter((past) => past !== null);
    if (fullSync !== null) found.push(fullSync);
    return found.sort((left, right) => left.dueAt - right.dueAt)[0] ?? null;
  }

  #dueAtOfPastRead(): number {
    return this.#isBackgroundBusy ? Infinity : (this.#nextPastRead()?.dueAt ?? Infinity);
  }

  #notify({ systemId, dataset }: ReadTask): void {
    if (dataset === 'people') {
      for (const listener of this.#peopleListeners) listener();
      return;
    }
    if (dataset === 'roster') for (const viewed of this.#viewers.inView().keys()) this.#notifyReadings(viewed);
    else if (dataset !== 'strategies') this.#notifyReadings(systemId);
    // Each of these can show who owns a strategy.
    if (['strategies', 'roster', 'details'].includes(dataset))
      for (const listener of this.#strategyListListeners) listener();
  }

  #notifyReadings(systemId: string): void {
    for (const listener of this.#readingListeners) listener(systemId);
  }

  #now(): number {
    return this.#options.ports.clock.monotonic();
  }

  #recentWindow(systemId: string): Window {
    return recentWindow(this.#serviceSeconds(), this.#cache.newestPostingTime(systemId));
  }

  /** The time by the clock of the service, as far as it is known. Posting times use that clock. */
  #serviceSeconds(): number {
    const { ports, connection } = this.#options;
    const clock = { clock: ports.clock, serviceClockOffsetMs: () => connection.clockOffsetMs() };
    return Math.floor(serviceNow(clock) / 1_000);
  }
}
