import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { Text } from '#contract/message.ts';
import type { Mode } from '#contract/model/status.ts';
import type { DesiredTarget } from '#contract/model/desired.ts';
import type { TargetPlan, TargetRequest } from '#contract/model/target-plan.ts';
import { pointValueIn } from '#contract/model/point-values.ts';
import { done, failed } from '#contract/outcome.ts';
import type { AutoTradeDesk } from '#core/autotrade/autotrade-desk.ts';
import { currentCopies } from '#core/autotrade/current-copies.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { DesiredDesk } from '#core/orders/desired/desired-desk.ts';
import type { OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import { currentSubscriberCount } from '#core/people/current-subscribers.ts';
import { ShownPlans } from '#core/plans/shown-plans.ts';
import { refusalByChecks } from '#core/plans/plan-refusals.ts';
import type { Clock, Random } from '#core/ports.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { serviceNow, type ServiceClock } from '#core/service-now.ts';
import { readingAge } from '#core/reading-age.ts';
import { freshSeconds } from './plan-checks.ts';
import { listOf, planTarget, targetOf } from './plan-target.ts';
import type { TargetFacts } from './target-facts.ts';
import type { TargetGate } from './target-gate.ts';
import { usualSizes } from './usual-sizes.ts';

export type TargetDeskDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly mode: Mode;
  readonly desired: Pick<DesiredDesk, 'state' | 'send' | 'sent'>;
  readonly orders: Pick<OrderDesk, 'signals'>;
  readonly cache: CacheReader;
  readonly autoTrade: Pick<AutoTradeDesk, 'links'>;
  readonly sync: Pick<DataSync, 'refresh'> & { readonly access: Pick<DataSync['access'], 'lockReason'> };
  readonly gate: Pick<TargetGate, 'state' | 'accepted' | 'rehearsed'>;
  readonly risk: Pick<OrderDeskDeps['risk'], 'caps' | 'killReason' | 'precautions'>;
  readonly serviceClockOffsetMs: ServiceClock['serviceClockOffsetMs'];
};

/** How many of the newest trades determine the usual sizes. */
const usualTradeCount = 2_000;

type PlannedTarget = { readonly plan: TargetPlan; readonly facts: TargetFacts };

/** Sets the portfolio that the platform maintains for a strategy, exactly as it was shown. */
export class TargetDesk {
  readonly #deps: TargetDeskDeps;
  readonly #plans = new ShownPlans<TargetPlan>();

  constructor(deps: TargetDeskDeps) {
    this.#deps = deps;
  }

  async plan(request: TargetRequest): Promise<CommandOutcome<'desired.plan'>> {
    const { plan } = await this.#makePlan(request);
    this.#plans.add(plan.planId, plan);
    return done(plan);
  }

  async send({ intentId, planId, confirmed }: CommandInput<'desired.send'>): Promise<CommandOutcome<'desired.send'>> {
    const shown = this.#plans.get(planId);
    if (shown === undefined) return failed('unknown-plan', { code: 'target.unknown-plan' });
    // After a lost answer the window repeats the request. Its plan is outdated by its own list, so
    // the first outcome is returned.
    const earlier = this.#deps.desired.sent(intentId, shown.request.systemId);
    if (earlier !== undefined) return done({ state: earlier.state });
    const refusal = refusalByChecks(shown.checks, confirmed);
    if (refusal !== null) return refusal;
    const current = await this.#makePlan(shown.request);
    if (current.plan.digest !== shown.digest) return failed('outdated', { code: 'target.outdated' });
    const { systemId } = shown.request;
    const target = targetOf(shown.request, current.facts);
    const confirmedWarnings = shown.checks.filter(({ code, level }) => level === 'warn' && confirmed.includes(code));
    const codes = confirmedWarnings.map(({ code }) => code);
    const outcome = await this.#deps.desired.send(intentId, systemId, target, codes);
    if (outcome.ok && outcome.value.state === 'DONE') this.#deps.gate.accepted(systemId, target);
    return outcome.ok ? done({ state: outcome.value.state }) : outcome;
  }

  /** A shown plan with its target list. Undefined if no plan with this id was shown. */
  shown(planId: string): { readonly plan: TargetPlan; readonly list: DesiredTarget } | undefined {
    const plan = this.#plans.get(planId);
    return plan && { plan, list: listOf(plan) };
  }

  /**
   * Called after the list ran on practice. At the end, `reachedCount` of the `lineCount` lines were
   * at their target.
   */
  rehearsed(list: DesiredTarget, lineCount: number, reachedCount: number): void {
    this.#deps.gate.rehearsed(list, lineCount, reachedCount);
  }

  async #makePlan(request: TargetRequest): Promise<PlannedTarget> {
    const readFailure = await this.#readAgain(request.systemId);
    const facts = this.#facts(request, readFailure);
    return { plan: planTarget(this.#deps.random.uuid(), request, facts), facts };
  }

  /**
   * Reads positions and orders again if they are too old or incomplete. Returns the reason of a
   * failure, or null.
   */
  async #readAgain(systemId: string): Promise<Text | null> {
    const { cache, clock, sync } = this.#deps;
    const now = clock.now();
    const states = cache.datasets(systemId);
    const oldDatasets = (['tradesOpen', 'signalsWorking'] as const).filter((dataset) => {
      const { failure, readAt } = states[dataset];
      const age = readingAge(readAt, now);
      return age === null || age > freshSeconds || failure !== null;
    });
    if (oldDatasets.length === 0) return null;
    const outcome = await sync.refresh(systemId, oldDatasets);
    return outcome.ok ? null : outcome.text;
  }

  #facts({ kind, systemId }: TargetRequest, readFailure: Text | null): TargetFacts {
    const { autoTrade, cache, clock, desired, gate, mode, orders, risk, sync } = this.#deps;
    const { margin, signalsWorking, tradesOpen } = cache.datasets(systemId);
    const now = clock.now();
    return {
      now,
      marketNow: serviceNow(this.#deps),
      mode,
      positions: cache.positions(systemId),
      positionsReadAt: tradesOpen.readAt,
      positionsFailure: tradesOpen.failure,
      signals: orders.signals(systemId),
      ordersReadAt: signalsWorking.readAt,
      readFailure,
      desired: desired.state(systemId),
      killReason: risk.killReason(),
      caps: risk.caps(),
      precautions: risk.precautions(),
      lockReason: sync.access.lockReason(systemId, kind === 'flat' ? 'reduces' : 'adds'),
      margin: cache.margin(systemId),
      marginReadAt: margin.readAt,
      pointValue: (symbol) => pointValueIn(cache.pointValues(systemId), symbol),
      rehearsal: (list) => gate.state(systemId, list),
      usual: usualSizes(cache.newestTrades(systemId, { offset: 0, limit: usualTradeCount }).trades),
      copies: currentCopies(autoTrade.links(), systemId).map(({ brokerName, brokerCode }) => brokerName || brokerCode),
      subscribers: currentSubscriberCount(cache.subscribers(systemId), now),
    };
  }
}
