import { Check } from 'typebox/value';
import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { Notice } from '#contract/model/status.ts';
import {
  atOnceActionType,
  type Subscription,
  type SubscriptionPlan,
  type SubscriptionRequest,
} from '#contract/model/subscription.ts';
import { done, failed } from '#contract/outcome.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import { watchActs } from '#core/acts/act-notice.ts';
import { mayBeDuplicate } from '#core/acts/act-lifecycle.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { isOfOtherPerson } from '#core/acts/act-target.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { SubscriptionShown, subscribeToStrategy, unsubscribeFromStrategy } from '#core/acts/subscription-acts.ts';
import type { AutoTradeDesk } from '#core/autotrade/autotrade-desk.ts';
import { currentCopies } from '#core/autotrade/current-copies.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import { isRecent } from '#core/reading-age.ts';
import { ShownPlans } from '#core/plans/shown-plans.ts';
import { refusalByChecks, refusalByTyping } from '#core/plans/plan-refusals.ts';
import { ownPerson } from '#core/people/own-person.ts';
import type { Clock, Random } from '#core/ports.ts';
import { lateMs } from '#core/sending/read-back-times.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { valuesNamedInRefusals } from './named-values.ts';
import { paymentsOf } from './payments.ts';
import { planSubscription, type SubscriptionFacts } from './plan-subscription.ts';

export type SubscriptionDeskDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly acts: ActDesk;
  readonly cache: CacheReader;
  readonly autoTrade: Pick<AutoTradeDesk, 'links'>;
  readonly sync: Pick<DataSync, 'access' | 'readStrategies'>;
  readonly isPlatform: boolean;
  readonly profileId: string;
  readonly notify: (notice: Notice) => void;
};

/** A list of strategies older than this proves nothing about an act that follows it. */
const maxProofAgeMs = 60_000;

/** Joins and leaves strategies of others, for the person that the key belongs to. */
export class SubscriptionDesk {
  readonly #deps: SubscriptionDeskDeps;
  readonly #plans = new ShownPlans<SubscriptionPlan>();

  constructor(deps: SubscriptionDeskDeps) {
    this.#deps = deps;
    const types = [subscribeToStrategy, unsubscribeFromStrategy];
    watchActs({ ...deps, types, changed: (row) => this.#actChanged(row) });
  }

  list(): Subscription[] {
    const { acts, cache, sync } = this.#deps;
    const rows = Map.groupBy(
      acts.rowsOf('subscription').filter(({ target }) => !isOfOtherPerson(target.id)),
      ({ target }) => target.id,
    );
    const subscribed = cache
      .strategies()
      .filter(({ systemId, listed }) => listed !== false && sync.access.of(systemId) === 'subscriber');
    const ids = new Set([...subscribed.map(({ systemId }) => systemId), ...rows.keys()]);
    return [...ids]
      .flatMap((systemId) => this.#subscription(systemId, rows.get(systemId) ?? []) ?? [])
      .sort((a, b) => Number(a.state === 'ended') - Number(b.state === 'ended') || a.name.localeCompare(b.name));
  }

  plan(request: SubscriptionRequest): CommandOutcome<'subscriptions.plan'> {
    const plan = this.#makePlan(request);
    if ('ok' in plan) return plan;
    this.#plans.add(plan.planId, plan);
    return done(plan);
  }

  async send(input: CommandInput<'subscriptions.send'>): Promise<CommandOutcome<'subscriptions.send'>> {
    const shown = this.#plans.get(input.planId);
    if (shown === undefined) return failed('unknown-plan', { code: 'subscription.unknown-plan' });
    const refusal = refusalByChecks(shown.checks, input.confirmed) ?? refusalByTyping(shown.checks, input.typed);
    if (refusal !== null) return refusal;
    // The list before the act is needed, so that the list after it can prove the outcome. If this
    // read fails, nothing will prove the outcome.
    if (!this.#isListRecent(shown.request.systemId)) await this.#deps.sync.readStrategies();
    const newPlan = this.#makePlan(shown.request);
    if ('ok' in newPlan) return newPlan;
    if (newPlan.digest !== shown.digest) return failed('outdated', { code: 'subscription.outdated' });
    const outcome = await this.#sendAct(input.intentId, shown.request);
    return outcome.ok ? done({ state: outcome.value.state }) : outcome;
  }

  #sendAct(intentId: string, request: SubscriptionRequest) {
    const { acts } = this.#deps;
    const targetId = request.systemId;
    const before = {
      isListed: this.#isListRecent(request.systemId) ? this.#listedStrategy(request.systemId) !== undefined : null,
    };
    const personId = ownPerson(this.#deps).personId;
    if (request.kind === 'begin')
      return acts.send(subscribeToStrategy, { intentId, targetId, before, wanted: { personId } });
    const { actionType, autoTradePositionsAndOrders } = request;
    const wanted = { personId, actionType, autoTradePositionsAndOrders };
    return acts.send(unsubscribeFromStrategy, { intentId, targetId, before, wanted });
  }

  #makePlan(
    request: SubscriptionRequest,
  ): SubscriptionPlan | Extract<CommandOutcome<'subscriptions.plan'>, { ok: false }> {
    const facts = this.#facts(request);
    if (facts.listed === undefined && facts.roster === undefined)
      return failed('unknown-strategy', { code: 'subscription.unknown-strategy' });
    return planSubscription(this.#deps.random.uuid(), request, facts);
  }

  #facts({ kind, systemId }: SubscriptionRequest): SubscriptionFacts {
    const { acts, autoTrade, cache, clock, sync } = this.#deps;
    const roster = cache.roster();
    const entry = roster.find((one) => one.systemId === systemId);
    const owner = entry?.ownerPersonId ?? null;
    const ownerSystemIds = new Set(
      roster.filter((one) => owner !== null && one.ownerPersonId === owner).map((one) => one.systemId),
    );
    const beginActs = acts.acts(subscribeToStrategy, systemId);
    const listed = this.#listedStrategy(systemId);
    const all = acts.rowsOf('subscription');
    const rows = all.filter(({ target }) => target.id === systemId);
    const others = cache.strategies().filter((one) => one.listed !== false && one.systemId !== systemId);
    return {
      now: clock.now(),
      access: sync.access.of(systemId),
      listed,
      isCurrent: this.#isCurrent(rows, listed !== undefined),
      roster: entry,
      listReadAt: cache.strategiesState().readAt,
      sameOwner: others.filter((one) => ownerSystemIds.has(one.systemId)).map(({ name }) => name),
      copies: currentCopies(autoTrade.links(), systemId),
      hadTrial: hadTrial(rows),
      mayBeDuplicate: mayBeDuplicate(beginActs, (row) => acts.isProvable(row)),
      named: valuesNamedInRefusals(kind === 'end' ? all : []),
    };
  }

  #listedStrategy(systemId: string) {
    return this.#deps.cache.strategies().find((one) => one.systemId === systemId && one.listed !== false);
  }

  /** Whether the list is recent. A list older than the last act of the strategy proves nothing. */
  #isListRecent(systemId: string): boolean {
    const { acts, cache, clock } = this.#deps;
    const { readAt } = cache.strategiesState();
    const last = acts.rowsOf('subscription').findLast(({ target }) => target.id === systemId);
    return isRecent(readAt, clock.now(), maxProofAgeMs) && (secondsOf(last) ?? 0) < readAt;
  }

  #subscription(systemId: string, rows: readonly ActRow[]): Subscription | null {
    const { cache, clock } = this.#deps;
    const listed = this.#listedStrategy(systemId);
    const stored = listed ?? cache.strategies().find((one) => one.systemId === systemId);
    const entry = cache.roster().find((one) => one.systemId === systemId);
    const openRow = openAct(rows);
    const isConfirmed = rows.some(({ state }) => state === 'DONE');
    if (listed === undefined && !isConfirmed && openRow === undefined) return null;
    const isCurrent = this.#isCurrent(rows, listed !== undefined);
    const isOpen = openRow !== undefined && !this.#isAsWanted(openRow, isCurrent);
    const { begun, ended } = lastPeriod(rows, isCurrent);
    const begunAt = secondsOf(begun);
    const endedAt = secondsOf(ended);
    const monthlyFee = stored?.monthlyFee ?? entry?.monthlyFee ?? null;
    const isSecond = begun !== undefined && hadTrial(rows.slice(0, rows.indexOf(begun)));
    const trialDays = isSecond ? '0' : (stored?.freeTrialDays ?? entry?.freeTrialDays ?? null);
    const now = Math.floor(clock.now() / 1000);
    const payments = paymentsOf({ begunAt, endedAt, isCurrent, monthlyFee, trialDays, now });
    const isBegin = openRow !== undefined && isActOf(subscribeToStrategy, openRow);
    const openState = isBegin ? 'begin-unknown' : 'end-unknown';
    return {
      systemId,
      name: stored?.name ?? entry?.name ?? systemId,
      owner: stored?.creator || entry?.owner || '',
      state: isOpen ? openState : isCurrent ? 'current' : 'ended',
      monthlyFee,
      alive: stored?.alive ?? entry?.alive ?? null,
      begunAt,
      endedAt,
      guid: Check(SubscriptionShown, begun?.shown) ? begun.shown.subscriptionGuid : null,
      ...payments,
      openIntentId: openRow?.intentId ?? null,
    };
  }

  /**
   * Whether the strategy is subscribed to. The last confirmed act decides, unless the list is
   * newer. An act with a time in the future was sent before the clock was set back: then the list
   * decides. An act that may end the subscription later (`mayEndLater`) is not counted. A begin
   * counts until a list has had the time to show it, because a second begin would cost a second
   * fee.
   */
  #isCurrent(rows: readonly ActRow[], isListed: boolean): boolean {
    const { cache, clock } = this.#deps;
    const { readAt } = cache.strategiesState();
    const last = rows.findLast((row) => row.state === 'DONE' && !mayEndLater(row));
    const sentAt = secondsOf(last);
    if (last === undefined || sentAt === null || sentAt * 1000 > clock.now()) return isListed;
    const isBegin = isActOf(subscribeToStrategy, last);
    const countsUntil = sentAt + (isBegin && last.readBackAt === null ? lateMs / 1000 : 0);
    return readAt === null || countsUntil >= readAt ? isBegin : isListed;
  }

  /**
   * Whether no reading can prove the open act, but a newer list shows the state that it requested.
   * The subscription can then be ended or begun again, although the act itself remains unknown.
   */
  #isAsWanted(openRow: ActRow, isCurrent: boolean): boolean {
    const { acts, cache } = this.#deps;
    const { readAt } = cache.strategiesState();
    const isListNewer = readAt !== null && readAt > (secondsOf(openRow) ?? readAt);
    return isListNewer && !acts.isProvable(openRow) && isCurrent === isActOf(subscribeToStrategy, openRow);
  }

  #actChanged(row: ActRow): void {
    if (row.state !== 'SENDING') void this.#deps.sync.readStrategies();
  }
}

/** The newest act of unknown outcome; undefined if an act was confirmed after it. */
function openAct(rows: readonly ActRow[]): ActRow | undefined {
  const last = rows.findLast(({ state }) => state === 'UNKNOWN' || state === 'SENDING' || state === 'DONE');
  return last?.state === 'DONE' ? undefined : last;
}

/**
 * The confirmed begin and end of the last subscription. Each is undefined if it happened elsewhere.
 * The end is also undefined while the subscription is current.
 */
function lastPeriod(rows: readonly ActRow[], isCurrent: boolean) {
  const doneRows = rows.filter(({ state }) => state === 'DONE');
  const begun = doneRows.findLast((row) => isActOf(subscribeToStrategy, row));
  const after = begun === undefined ? doneRows : doneRows.slice(doneRows.indexOf(begun) + 1);
  const ended = after.findLast((row) => isActOf(unsubscribeFromStrategy, row));
  if (!isCurrent) return { begun, ended };
  // A subscription that ended at once and is current was begun again elsewhere.
  return { begun: ended === undefined || mayEndLater(ended) ? begun : undefined, ended: undefined };
}

/** A free trial is given once (assumed). */
const hadTrial = (rows: readonly ActRow[]): boolean =>
  rows.some((row) => isActOf(subscribeToStrategy, row) && (row.state === 'DONE' || row.state === 'DIFFERS'));

const mayEndLater = (row: ActRow): boolean =>
  isActOf(unsubscribeFromStrategy, row) && row.wanted.actionType !== atOnceActionType;

const secondsOf = (row: ActRow | undefined): number | null =>
  row?.sentAt == null ? null : Math.floor(row.sentAt / 1000);
