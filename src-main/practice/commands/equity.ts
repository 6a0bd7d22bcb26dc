import type { WireEquityAnswer } from '#core/platform/wire/records.ts';
import type { Fixed } from '#rules/decimal.ts';
import { COMMISSION_PLANS, type CommissionPlan } from '#practice/account/commission.ts';
import { failure, okValue } from '#practice/envelope.ts';
import type { EquityPoint } from '#practice/equity-point.ts';
import { findWord, givenText } from '#practice/decode/fields.ts';
import { planCosts } from '#practice/account/plan-costs.ts';
import { equityRecord } from '#practice/records/equity-records.ts';
import type { Store } from '#practice/store/store.ts';
import { forSubscriber } from './command.ts';

/** The stored curve, and one more point for the present. */
export const retrieveSystemEquity = forSubscriber((request, account) => {
  const { strategy } = account;
  const asked = findWord(givenText(request.fields, 'commission_plan') ?? 'default', COMMISSION_PLANS);
  if (!asked && request.switches.get('unknownCommissionPlan') === 'refuse') {
    const message = `commission_plan must be one of these: ${COMMISSION_PLANS.join(' ')}`;
    return failure(request.switches, { title: 'Unknown commission_plan', message });
  }
  const plan = asked ?? 'default';
  const now = request.clock.now();
  const points = request.store.equity.all(strategy.id);
  if ((points.at(-1)?.at ?? 0) < now) points.push(account.point(request.market, now));
  const costs = costsOf(plan, points, request.store, strategy.id);
  return {
    systemname: strategy.name,
    systemid: strategy.id,
    ok: okValue(request.switches),
    initial_index_to_equity_scaling_factor: (strategy.startingCapital / Number(strategy.indexAtStart)).toFixed(6),
    equity_data: points.map((point, index) => equityRecord(point, costs?.[index] ?? null)),
  } satisfies WireEquityAnswer;
});

/**
 * The stored curve has the costs of the default plan. The costs of another plan are computed from
 * the strategy's fills.
 */
function costsOf(
  plan: CommissionPlan,
  points: readonly EquityPoint[],
  store: Store,
  strategyId: string,
): readonly Fixed[] | null {
  if (plan === 'none') return null;
  if (plan === 'default') return points.map((point) => point.cost);
  return planCosts(
    plan,
    points,
    store.trades.list(strategyId, 'all'),
    [...store.trades.fillParts(strategyId).values()].flat(),
  );
}
