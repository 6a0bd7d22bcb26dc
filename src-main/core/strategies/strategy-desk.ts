import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { Signal, UnreadableRecord } from '#contract/model/signal.ts';
import type { Dataset, Notice } from '#contract/model/status.ts';
import type { StrategyAttributes, StrategyPlan, StrategyRequest } from '#contract/model/strategy-change.ts';
import { done, failed } from '#contract/outcome.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import { mayBeDuplicate } from '#core/acts/act-lifecycle.ts';
import { watchActs } from '#core/acts/act-notice.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { systemOf } from '#core/acts/act-target.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { isNotShownYet } from '#core/acts/created-ids.ts';
import { changeSystemAttribute, createNewSystem, type StrategiesBeforeCreation } from '#core/acts/strategy-acts.ts';
import { namesIn } from '#core/acts/strategy-attributes.ts';
import type { AutoTradeDesk } from '#core/autotrade/autotrade-desk.ts';
import { currentCopies } from '#core/autotrade/current-copies.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import { isRecent } from '#core/reading-age.ts';
import { currentSubscriberCount } from '#core/people/current-subscribers.ts';
import { ShownPlans } from '#core/plans/shown-plans.ts';
import { refusalByChecks, refusalByTyping } from '#core/plans/plan-refusals.ts';
import type { Clock, Random } from '#core/ports.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { changedAttributes, planStrategy, repeatedAttributes, textsBefore } from './plan-strategy.ts';
import { createdId, shownChanges, unfinishedClones } from './strategy-changes.ts';
import { strategiesBefore } from './strategies-before.ts';
import type { StrategyFacts } from './strategy-facts.ts';

export type StrategyDeskDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly acts: ActDesk;
  readonly cache: CacheReader;
  readonly autoTrade: Pick<AutoTradeDesk, 'links'>;
  readonly sync: Pick<DataSync, 'access' | 'readAgain' | 'readStrategies' | 'scheduleRefresh'>;
  /** The orders of a strategy, with those that no list shows yet. */
  readonly signals: (systemId: string) => readonly Pick<Signal, 'rowId' | 'state'>[];
  /** Records of its signal lists that cannot be read. */
  readonly unreadable: (systemId: string) => readonly Pick<UnreadableRecord, 'rowId' | 'working'>[];
  readonly notify: (notice: Notice) => void;
};

type Send = CommandInput<'own-strategies.send'>;
type SendOutcome = CommandOutcome<'own-strategies.send'>;
type PlanFailure = Extract<CommandOutcome<'own-strategies.plan'>, { ok: false }>;
type Change = Extract<StrategyRequest, { kind: 'change' }>;

/** Older data is read again before a plan is made from it. */
const recentMs = 60_000;
/** Before a strategy ends, these are always read again: an order may have filled since. */
const holdings: readonly Dataset[] = ['signalsWorking', 'tradesOpen'];
const datasetsForEnd = ['signalsWorking', 'tradesOpen', 'subscribers'] as const;
/** States of orders that work, or that may reach the platform and work then. */
const openStates: readonly Signal['state'][] = ['queued', 'sending', 'unknown', 'waiting', 'working'];

/** Creates, clones and changes strategies of the person that the key belongs to. */
export class StrategyDesk {
  readonly #deps: StrategyDeskDeps;
  readonly #plans = new ShownPlans<StrategyPlan>();

  constructor(deps: StrategyDeskDeps) {
    this.#deps = deps;
    const types = [createNewSystem, changeSystemAttribute];
    watchActs({ ...deps, types, changed: (row) => this.#actChanged(row) });
  }

  changes(): CommandOutcome<'own-strategies.changes'> {
    const rows = this.#rows();
    const nameOf = (systemId: string): string => this.#name(systemId) ?? systemId;
    const detailsOf = (systemId: string) => this.#deps.cache.details(systemId);
    return done({ changes: shownChanges(rows, nameOf), unfinished: unfinishedClones(rows, nameOf, detailsOf) });
  }

  async plan(request: StrategyRequest): Promise<CommandOutcome<'own-strategies.plan'>> {
    await this.#readFor(request);
    const planned = this.#makePlan(request);
    if ('ok' in planned) return planned;
    this.#plans.add(planned.planId, planned);
    return done(planned);
  }

  async send(input: Send): Promise<SendOutcome> {
    const shown = this.#plans.get(input.planId);
    if (shown === undefined) return failed('unknown-plan', { code: 'strategy.unknown-plan' });
    const refusal = refusalByChecks(shown.checks, input.confirmed) ?? refusalByTyping(shown.checks, input.typed);
    if (refusal !== null) return refusal;
    await this.#readFor(shown.request);
    const newPlan = this.#makePlan(shown.request);
    if ('ok' in newPlan) return newPlan;
    if (newPlan.digest !== shown.digest) return failed('outdated', { code: 'strategy.outdated' });
    const { request } = shown;
    return request.kind === 'change' ? await this.#change(input.intentId, request) : await this.#create(input, request);
  }

  async #change(intentId: string, request: Change): Promise<SendOutcome> {
    const { systemId } = request;
    const details = this.#deps.cache.details(systemId);
    const attributes = changedAttributes(request, details);
    const repeated = request.complete ? repeatedAttributes(attributes, details) : {};
    const outcome = await this.#deps.acts.send(changeSystemAttribute, {
      intentId,
      targetId: systemId,
      before: { attributes: textsBefore(attributes, details) },
      wanted: { attributes, repeated },
    });
    return outcome.ok ? done({ state: outcome.value.state, systemId, unfinished: false }) : outcome;
  }

  async #create({ intentId }: Send, request: Exclude<StrategyRequest, Change>): Promise<SendOutcome> {
    const { strategy } = request;
    const attributes = request.kind === 'clone' ? request.attributes : {};
    const clone = request.kind === 'clone' ? { sourceId: request.sourceId, attributes } : null;
    const outcome = await this.#deps.acts.send(createNewSystem, {
      intentId,
      targetId: strategy.ownerPersonId,
      before: this.#listBefore(),
      wanted: { strategy, clone },
    });
    if (!outcome.ok) return outcome;
    const { state } = outcome.value;
    const systemId = createdId(outcome.value);
    if (systemId === null || state !== 'DONE' || namesIn(attributes).length === 0)
      return done({ state, systemId, unfinished: false });
    return await this.#finishClone(systemId, attributes);
  }

  /** Sends the second act of a clone. If it is not sent, the clone is listed as unfinished. */
  async #finishClone(systemId: string, attributes: StrategyAttributes): Promise<SendOutcome> {
    await this.#deps.sync.readAgain(systemId, ['details']);
    const request = { kind: 'change', systemId, attributes, complete: false } as const;
    // If the new strategy already has these values, there is nothing to set.
    if (namesIn(changedAttributes(request, this.#deps.cache.details(systemId))).length === 0)
      return done({ state: 'DONE', systemId, unfinished: false });
    const outcome = await this.#change(this.#deps.random.uuid(), request);
    return outcome.ok ? outcome : done({ state: 'DONE', systemId, unfinished: true });
  }

  /** If a read fails, the plan is made from older data and shows when that was read. */
  async #readFor(request: StrategyRequest): Promise<void> {
    const { cache, sync } = this.#deps;
    const isListed = (systemId: string) => cache.strategies().some((one) => one.systemId === systemId);
    // A change can be for a strategy that was created after the list was read.
    const needsList = request.kind !== 'change' || !isListed(request.systemId);
    if (needsList && !this.#isListRecent()) await sync.readStrategies();
    if (request.kind === 'create') return;
    const systemId = request.kind === 'change' ? request.systemId : request.sourceId;
    if (!isListed(systemId)) return;
    const stored = cache.datasets(systemId);
    const needed = request.kind === 'change' ? neededBy(request) : (['details'] as const);
    const changedAt = secondsOf(this.#rows().findLast(({ target }) => systemOf(target) === systemId));
    const isOld = (readAt: number | null): boolean => !this.#isRecent(readAt) || readAt <= changedAt;
    const oldDatasets = needed.filter((dataset) => holdings.includes(dataset) || isOld(stored[dataset].readAt));
    if (oldDatasets.length > 0) await sync.readAgain(systemId, oldDatasets);
  }

  #makePlan(request: StrategyRequest): StrategyPlan | PlanFailure {
    const systemId = request.kind === 'create' ? null : request.kind === 'clone' ? request.sourceId : request.systemId;
    if (systemId !== null && this.#name(systemId) === null)
      return failed('unknown-strategy', { code: 'strategy.unknown-strategy' });
    const facts = this.#facts(systemId);
    const isEmpty = request.kind === 'change' && namesIn(changedAttributes(request, facts.details)).length === 0;
    if (isEmpty) return failed('not-possible', { code: 'strategy.nothing-to-change' });
    return planStrategy(this.#deps.random.uuid(), request, facts);
  }

  #facts(systemId: string | null): StrategyFacts {
    const { autoTrade, cache, clock, sync } = this.#deps;
    const names = this.#listedStrategies().map(({ name }) => name.trim());
    const commonFacts = { now: clock.now(), names, unprovenNames: this.#unprovenNames() };
    if (systemId === null) return { ...commonFacts, ...noStrategyFacts, readAt: cache.strategiesState().readAt };
    const { details, signalsWorking, tradesOpen } = cache.datasets(systemId);
    const openOrders = this.#deps.signals(systemId).filter(({ state }) => openStates.includes(state));
    const openRowIds = new Set<string | null>(openOrders.map(({ rowId }) => rowId));
    const unreadableOrders = this.#deps
      .unreadable(systemId)
      .filter(({ rowId, working }) => working && !openRowIds.has(rowId));
    return {
      ...commonFacts,
      details: cache.details(systemId),
      currentName: this.#name(systemId),
      readAt: details.readAt,
      access: sync.access.of(systemId),
      positionCount: cache.positions(systemId).length,
      workingOrderCount: openOrders.length + unreadableOrders.length,
      areHoldingsRecent: [signalsWorking, tradesOpen].every(
        ({ failure, readAt }) => failure === null && this.#isRecent(readAt),
      ),
      subscribers: currentSubscriberCount(cache.subscribers(systemId), clock.now()),
      copies: currentCopies(autoTrade.links(), systemId).length,
    };
  }

  /**
   * Names of creations whose outcome was never proven, or that the list does not show yet. Another
   * creation could be a second strategy (acts.md A5).
   */
  #unprovenNames(): string[] {
    const { acts, cache } = this.#deps;
    const { readAt } = cache.strategiesState();
    const listedIds = this.#listedStrategies().map(({ systemId }) => systemId);
    const creations = this.#rows().filter((row) => isActOf(createNewSystem, row));
    const byName = Map.groupBy(creations, (row) => row.wanted.strategy.name.trim());
    return [...byName].flatMap(([name, rows]) => {
      const last = rows.findLast(({ state }) => state === 'DONE');
      const isUnseen = isNotShownYet(last, readAt, listedIds);
      return isUnseen || mayBeDuplicate(rows, (row) => acts.isProvable(row)) ? [name] : [];
    });
  }

  /** In the order in which they were sent, also if the clock was set back between two of them. */
  #rows(): ActRow[] {
    const rows = this.#deps.acts.rowsOf('system', 'person');
    return rows.filter((row) => isActOf(changeSystemAttribute, row) || isActOf(createNewSystem, row));
  }

  #listBefore(): StrategiesBeforeCreation {
    if (!this.#isListRecent()) return { systemIds: null, newestCreatedAt: null };
    return strategiesBefore(this.#deps.cache.strategies(), this.#rows());
  }

  #listedStrategies() {
    return this.#deps.cache.strategies().filter(({ listed }) => listed !== false);
  }

  /** A list that is older than the last creation proves nothing about another creation. */
  #isListRecent(): boolean {
    const { readAt } = this.#deps.cache.strategiesState();
    const last = this.#rows().findLast((row) => isActOf(createNewSystem, row));
    return this.#isRecent(readAt) && secondsOf(last) < readAt;
  }

  #isRecent(readAt: number | null): readAt is number {
    return isRecent(readAt, this.#deps.clock.now(), recentMs);
  }

  #name(systemId: string): string | null {
    const { cache } = this.#deps;
    const listed = cache.strategies().find((one) => one.systemId === systemId);
    return cache.details(systemId)?.name ?? listed?.name ?? null;
  }

  #actChanged(row: ActRow): void {
    if (row.state === 'SENDING') return;
    const { sync } = this.#deps;
    const systemId = systemOf(row.target);
    if (systemId !== null) {
      sync.scheduleRefresh(systemId, ['margin', 'equity']);
      void sync.readAgain(systemId, ['details']);
    }
    void sync.readStrategies();
  }
}

const secondsOf = (row: ActRow | undefined): number => Math.floor((row?.changedAt ?? 0) / 1000);

/** The facts of a creation, for which no strategy exists yet. */
const noStrategyFacts = {
  details: null,
  currentName: null,
  access: 'unknown',
  positionCount: 0,
  workingOrderCount: 0,
  areHoldingsRecent: false,
  subscribers: 0,
  copies: 0,
} as const;

/**
 * The datasets that a change needs. A new starting capital moves the whole curve, so the curve
 * before the change is read once more and remains in the past readings.
 */
function neededBy({ attributes }: Change) {
  const ends = attributes.alive === false;
  const movesCurve = attributes.startingCapital !== undefined;
  const needsSubscribers = attributes.test === true || attributes.monthlyFee !== undefined;
  return [
    'details',
    ...(ends ? datasetsForEnd : needsSubscribers ? (['subscribers'] as const) : []),
    ...(movesCurve ? (['equity'] as const) : []),
  ] as const;
}
