import Big from 'big.js';
import type { FlowCap, RiskCaps, RiskUse } from '#contract/model/risk.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { isBuy } from '../checks.ts';
import type { NewRisk } from './new-risk.ts';

type Span = 'day' | 'minute';

export type RiskFacts = {
  readonly caps: RiskCaps;
  /** Asked for what a cap speaks of. */
  readonly used: Readonly<Record<Span, () => RiskUse>>;
};

/** What is sent where nobody has set caps: far above any account, below a slip of the keyboard. */
export const defaultCaps: RiskCaps = {
  perOrder: { quantity: '1000000', value: '100000000' },
  perDay: { count: null, quantity: null, value: null },
  perMinute: { count: null, quantity: null, value: null },
};

/**
 * The caps as checks that block (order-safety 1.8): exact, and never confirmed away. They speak of new risk alone; of a
 * closing order only what goes beyond the position is held against the cap of a single order.
 */
export function riskChecks(
  ticket: Ticket,
  risk: NewRisk | null,
  positions: readonly Position[],
  { caps, used }: RiskFacts,
): Check[] {
  const { perOrder } = caps;
  const quantity = risk?.quantity ?? beyondHeld(ticket, positions);
  const checks: Check[] = [];
  if (perOrder.quantity !== null && quantity.gt(perOrder.quantity)) {
    checks.push(blocks('cap-quantity', `More than ${perOrder.quantity} in one order is not sent.`));
  }
  if (risk === null) return checks;
  if (perOrder.value !== null && risk.value?.gt(perOrder.value) === true) {
    checks.push(blocks('cap-value', `An order worth more than ${perOrder.value} is not sent.`));
  }
  return [...checks, ...flow('day', caps.perDay, used.day, risk), ...flow('minute', caps.perMinute, used.minute, risk)];
}

function flow(span: Span, cap: FlowCap, usedNow: () => RiskUse, risk: NewRisk): Check[] {
  if (cap.count === null && cap.quantity === null && cap.value === null) return [];
  const used = usedNow();
  const checks: Check[] = [];
  if (cap.count !== null && used.count + 1 > cap.count) {
    checks.push(
      blocks(`cap-${span}-count`, `Not more than ${cap.count} orders a ${span} are sent; ${used.count} were.`),
    );
  }
  if (cap.quantity !== null && risk.quantity.plus(used.quantity).gt(cap.quantity)) {
    const text = `Not more than ${cap.quantity} together a ${span} is sent; ${used.quantity} was.`;
    checks.push(blocks(`cap-${span}-quantity`, text));
  }
  if (cap.value !== null && (risk.value ?? new Big(0)).plus(used.value).gt(cap.value)) {
    const text = `Not more than ${cap.value} together a ${span} is sent; ${used.value} was.`;
    checks.push(blocks(`cap-${span}-value`, text));
  }
  return checks;
}

const blocks = (code: string, text: string): Check => ({ code, level: 'block', text, field: 'quantity' });

/** How much of a closing order no position stands for; zero for one that waits for its parent. */
function beyondHeld(ticket: Ticket, positions: readonly Position[]): Big {
  if (ticket.conditionalUpon !== null || ticket.parent) return new Big(0);
  const side = isBuy(ticket.action) ? 'short' : 'long';
  const held = positions.find((one) => one.symbol === ticket.symbol && one.side === side);
  const beyond = new Big(ticket.quantity).minus(held?.quantity ?? 0);
  return beyond.lt(0) ? new Big(0) : beyond;
}
