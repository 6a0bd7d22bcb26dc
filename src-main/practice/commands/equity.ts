import type { WireEquityAnswer } from '#core/platform/wire/records.ts';
import { COMMISSION_PLANS } from '#practice/commission.ts';
import { failure, okValue } from '#practice/envelope.ts';
import { textOf } from '#practice/fields.ts';
import { equityRecord } from '#practice/records/equity-records.ts';
import { forSubscriber } from './command.ts';

/** The stored curve, and one more point for this moment. */
export const retrieveSystemEquity = forSubscriber((request, account) => {
  const { strategy } = account;
  const plan = textOf(request.fields, 'commission_plan') || 'default';
  if (!COMMISSION_PLANS.some((known) => known === plan) && request.switches.get('unknownCommissionPlan') === 'refuse') {
    const message = `commission_plan must be one of these: ${COMMISSION_PLANS.join(' ')}`;
    return failure(request.switches, { title: 'Unknown commission_plan', message });
  }
  const now = request.clock.now();
  const points = request.store.equity.all(strategy.id);
  if ((points.at(-1)?.at ?? 0) < now) points.push(account.point(request.market, now));
  return {
    systemname: strategy.name,
    systemid: strategy.id,
    ok: okValue(request.switches),
    initial_index_to_equity_scaling_factor: (strategy.startingCapital / Number(strategy.indexAtStart)).toFixed(6),
    equity_data: points.map((point) => equityRecord(point, plan !== 'none')),
  } satisfies WireEquityAnswer;
});
