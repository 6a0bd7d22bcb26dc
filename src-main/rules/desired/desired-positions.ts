import { magnitude, type Fixed } from '#rules/decimal.ts';
import type { Action, InstrumentType } from '#rules/order-terms.ts';

/**
 * One line of a target list. A positive quantity is long, a negative one short, zero is no
 * position.
 */
export type DesiredPosition = {
  readonly symbol: string;
  readonly instrument: InstrumentType;
  readonly quantity: Fixed;
};

/**
 * The mode of one strategy (specification: "Desired-position mode"). Targets have no zero
 * quantities.
 */
export type DesiredMode =
  { readonly state: 'off' } | { readonly state: 'maintaining'; readonly targets: readonly DesiredPosition[] };

/** What setDesiredPositions asked for, after it was found valid. */
export type DesiredRequest =
  | { readonly kind: 'list'; readonly positions: readonly DesiredPosition[] }
  | { readonly kind: 'flat' }
  | { readonly kind: 'stop' };

export const DESIRED_OFF: DesiredMode = { state: 'off' };

/**
 * A list or `flat` starts or continues the mode; `stop` switches the mode off and leaves the
 * holdings unchanged.
 */
export function modeAfter(request: DesiredRequest): DesiredMode {
  switch (request.kind) {
    case 'list':
      return { state: 'maintaining', targets: request.positions.filter((one) => one.quantity !== 0n) };
    case 'flat':
      return { state: 'maintaining', targets: [] };
    case 'stop':
      return DESIRED_OFF;
  }
}

/**
 * What happens to a submitted signal while a list is maintained. The specification does not say how
 * the platform answers, so a switch of the practice service decides.
 */
export function decideOnSignal(
  mode: DesiredMode,
  whileMaintaining: 'refuse' | 'accept' | 'switchOff',
): 'accept' | 'refuse' | 'switchOff' {
  return mode.state === 'off' ? 'accept' : whileMaintaining;
}

/**
 * A position of the strategy, with the ids of its working market orders and the sum of their signed
 * quantities.
 */
export type Holding = {
  readonly symbol: string;
  readonly instrument: InstrumentType;
  /** Below zero for a short position. */
  readonly quantity: Fixed;
  readonly pending: Fixed;
  readonly pendingIds: readonly string[];
};

export type DesiredOrder = {
  readonly symbol: string;
  readonly instrument: InstrumentType;
  readonly action: Action;
  readonly quantity: Fixed;
};
export type DesiredPlan = { readonly cancel: readonly string[]; readonly orders: readonly DesiredOrder[] };

/**
 * The market orders that lead from the holdings to the targets, in open markets only. A position
 * that is not in the list is closed. Orders that already lead to the target remain, so that the
 * same list sent again changes nothing (order-safety.md D5); other orders are canceled and
 * replaced. `isOpen` is also false for a contract that has ended.
 */
export function planDesired(
  targets: readonly DesiredPosition[],
  holdings: readonly Holding[],
  isOpen: (symbol: string) => boolean,
): DesiredPlan {
  const targetQuantities = new Map(targets.map((target) => [target.symbol, target.quantity]));
  const heldSymbols = new Set(holdings.map((holding) => holding.symbol));
  const unheld = targets.filter((target) => !heldSymbols.has(target.symbol)).map(nothingHeld);
  const plan: { cancel: string[]; orders: DesiredOrder[] } = { cancel: [], orders: [] };
  for (const holding of [...holdings, ...unheld]) {
    const target = targetQuantities.get(holding.symbol) ?? 0n;
    if (holding.quantity + holding.pending === target || !isOpen(holding.symbol)) continue;
    plan.cancel.push(...holding.pendingIds);
    plan.orders.push(...ordersBetween(holding, target));
  }
  return plan;
}

function nothingHeld(target: DesiredPosition): Holding {
  return { ...target, quantity: 0n, pending: 0n, pendingIds: [] };
}

/** A change across zero needs one order that closes and one that opens. */
function ordersBetween(holding: Holding, target: Fixed): DesiredOrder[] {
  const { symbol, instrument, quantity: held } = holding;
  const sameSide = held > 0n === target > 0n && held !== 0n && target !== 0n;
  const kept = sameSide ? (magnitude(held) < magnitude(target) ? magnitude(held) : magnitude(target)) : 0n;
  const closing = magnitude(held) - kept;
  const opening = magnitude(target) - kept;
  const orders: DesiredOrder[] = [];
  if (closing > 0n) orders.push({ symbol, instrument, action: held > 0n ? 'STC' : 'BTC', quantity: closing });
  if (opening > 0n) orders.push({ symbol, instrument, action: target > 0n ? 'BTO' : 'STO', quantity: opening });
  return orders;
}
