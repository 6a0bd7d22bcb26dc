import type { FlowCap, RiskUse } from '#contract/model/risk.ts';
import type { TargetRow } from '#contract/model/target-plan.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { newRiskOf } from '#core/orders/risk/new-risk.ts';
import { precautionChecks } from '#core/orders/risk/precautions.ts';
import { riskChecks } from '#core/orders/risk/risk-checks.ts';
import { check } from '#core/plans/check.ts';
import type { TargetFacts } from './target-facts.ts';

type LimitFacts = Pick<TargetFacts, 'caps' | 'margin' | 'mode' | 'pointValue' | 'precautions'>;

/** The most orders that the message lists. */
const maxListed = 40;

/**
 * The limits of one order and of the account for each entry that the platform is expected to send.
 * The limits of a day and of a minute count what this program sends, not what the platform does.
 */
export function limitChecks(systemId: string, rows: readonly TargetRow[], facts: LimitFacts): Check[] {
  const orders = rows.flatMap((row) =>
    entriesOf(systemId, row).flatMap((entry) =>
      limitsExceeded(entry, facts).map(({ text }) => ({ symbol: row.symbol, reason: text })),
    ),
  );
  if (orders.length === 0) return [];
  return [check('block', 'beyond-limits', { code: 'target.beyond-limits', orders: orders.slice(0, maxListed) })];
}

/** The expected entries of a row, at its price if one is known. */
const entriesOf = (systemId: string, { instrument, orders, price, symbol }: TargetRow): Ticket[] =>
  instrument === null
    ? []
    : orders
        .filter(({ action }) => isEntry(action))
        .map(({ action, quantity }) => ({
          ...plainTicket,
          duration: 'DAY',
          systemId,
          action,
          quantity,
          symbol,
          instrument,
          price: price === null ? { kind: 'market' } : { kind: 'limit', limit: price.price },
        }));

const noFlowCap: FlowCap = { count: null, quantity: null, value: null };
const unused = (): RiskUse => ({ count: 0, quantity: '0', value: '0', unpriced: 0 });

function limitsExceeded(entry: Ticket, { caps, margin, mode, pointValue, precautions }: LimitFacts): Check[] {
  const orderCaps = { ...caps, perDay: noFlowCap, perMinute: noFlowCap };
  const account = { precautions, isLive: mode === 'LIVE', margin, pointValue };
  const found = [
    ...riskChecks(entry, newRiskOf(entry, pointValue), [], { caps: orderCaps, used: { day: unused, minute: unused } }),
    ...precautionChecks(entry, { ...account, lastPrice: () => null, median: () => null, isOpen: () => null }),
  ];
  return found.filter(({ level }) => level === 'block');
}
