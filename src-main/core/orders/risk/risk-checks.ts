import Big from 'big.js';
import type { FlowCap, RiskCaps, RiskUse } from '#contract/model/risk.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import type { HeldPosition } from '#contract/model/trade.ts';
import { isBuy } from '../action-words.ts';
import type { PrecautionFacts } from './precautions.ts';
import type { NewRisk } from './new-risk.ts';
import { figureText } from '../figure-text.ts';

type Span = 'day' | 'minute';

export type RiskFacts = {
  readonly caps: RiskCaps;
  /** Asked for what a cap speaks of. */
  readonly used: Readonly<Record<Span, () => RiskUse>>;
  /** Left out where nothing but the caps is looked at. */
  readonly precautions?: PrecautionFacts;
};

/** No cap of its own: what an order may be worth follows from the account (`precautions.ts`). */
export const defaultCaps: RiskCaps = {
  perOrder: { quantity: null, value: null },
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
  positions: readonly HeldPosition[],
  { caps, used }: RiskFacts,
): Check[] {
  const { perOrder } = caps;
  const quantity = risk?.quantity ?? beyondHeld(ticket, positions);
  const checks: Check[] = [];
  if (perOrder.quantity !== null && quantity.gt(perOrder.quantity)) {
    checks.push(blocks('cap-quantity', `More than ${figureText(perOrder.quantity)} in one order is not sent.`));
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
    const text = `Not more than ${figureText(cap.quantity)} together a ${span} is sent; ${figureText(used.quantity)} was.`;
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
function beyondHeld(ticket: Ticket, positions: readonly HeldPosition[]): Big {
  if (ticket.conditionalUpon !== null || ticket.parent) return new Big(0);
  const side = isBuy(ticket.action) ? 'short' : 'long';
  const held = positions.find((one) => one.symbol === ticket.symbol && one.side === side);
  const beyond = new Big(ticket.quantity).minus(held?.quantity ?? 0);
  return beyond.lt(0) ? new Big(0) : beyond;
}
