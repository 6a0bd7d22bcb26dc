import Big from 'big.js';
import type { Text } from '#contract/message.ts';
import type { FlowCap, RiskCaps, RiskUse } from '#contract/model/risk.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { isBuy } from '#contract/model/order-action.ts';
import type { PrecautionFacts } from './precautions.ts';
import type { NewRisk } from './new-risk.ts';
import { sameContract } from '#rules/option-symbol.ts';

type Span = 'day' | 'minute';

export type RiskFacts = {
  readonly caps: RiskCaps;
  /** Computed only for the spans that have a cap. */
  readonly used: Readonly<Record<Span, () => RiskUse>>;
  /** Undefined if only the caps are checked. */
  readonly precautions?: PrecautionFacts;
};

/** No caps by default: the account limits the value of an order (`precautions.ts`). */
export const defaultCaps: RiskCaps = {
  perOrder: { quantity: null, value: null },
  perDay: { count: null, quantity: null, value: null },
  perMinute: { count: null, quantity: null, value: null },
};

/**
 * The caps as checks that block (order-safety 1.8). No confirmation overrides them. They apply to
 * new risk only. An order of unknown value counts as zero for the value caps. A closing order is
 * checked only against the quantity cap per order, with the part that exceeds the position.
 */
export function riskChecks(
  ticket: Ticket,
  risk: NewRisk | null,
  positions: readonly OpenPosition[],
  { caps, used }: RiskFacts,
): Check[] {
  const { perOrder } = caps;
  const quantity = risk?.quantity ?? beyondPosition(ticket, positions);
  const checks: Check[] = [];
  if (perOrder.quantity !== null && quantity.gt(perOrder.quantity)) {
    checks.push(blockingCheck('cap-quantity', { code: 'cap.order-quantity', limit: perOrder.quantity }));
  }
  if (risk === null) return checks;
  if (perOrder.value !== null && risk.value?.gt(perOrder.value) === true) {
    checks.push(blockingCheck('cap-value', { code: 'cap.order-value', limit: perOrder.value }));
  }
  return [
    ...checks,
    ...flowChecks('day', caps.perDay, used.day, risk),
    ...flowChecks('minute', caps.perMinute, used.minute, risk),
  ];
}

function flowChecks(span: Span, cap: FlowCap, usedNow: () => RiskUse, risk: NewRisk): Check[] {
  if (cap.count === null && cap.quantity === null && cap.value === null) return [];
  const used = usedNow();
  const checks: Check[] = [];
  if (cap.count !== null && used.count + 1 > cap.count) {
    checks.push(blockingCheck(`cap-${span}-count`, { code: 'cap.count', span, limit: cap.count, used: used.count }));
  }
  if (cap.quantity !== null && risk.quantity.plus(used.quantity).gt(cap.quantity)) {
    const text: Text = { code: 'cap.quantity', span, limit: cap.quantity, used: used.quantity };
    checks.push(blockingCheck(`cap-${span}-quantity`, text));
  }
  if (cap.value !== null && (risk.value ?? new Big(0)).plus(used.value).gt(cap.value)) {
    const text: Text = { code: 'cap.value', span, limit: cap.value, used: used.value };
    checks.push(blockingCheck(`cap-${span}-value`, text));
  }
  return checks;
}

const blockingCheck = (code: string, text: Text): Check => ({ code, level: 'block', text, field: 'quantity' });

/**
 * The quantity of a closing order beyond the position. Zero for an order that waits for its parent.
 */
function beyondPosition(ticket: Ticket, positions: readonly OpenPosition[]): Big {
  if (ticket.conditionalUpon !== null || ticket.parent) return new Big(0);
  const side = isBuy(ticket.action) ? 'short' : 'long';
  const position = positions.find((one) => sameContract(one.symbol, ticket.symbol) && one.side === side);
  const excess = new Big(ticket.quantity).minus(position?.quantity ?? 0);
  return excess.lt(0) ? new Big(0) : excess;
}
