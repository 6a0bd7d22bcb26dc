import type { DesiredTarget } from '#contract/model/desired.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Exposure, TargetMark, TargetRow } from '#contract/model/target-plan.ts';
import { isBuy } from '#contract/model/order-action.ts';
import { tradingTime } from '#core/orders/exits/trading-time.ts';
import { fixed, formatFixed, parseFixed, type Fixed } from '#rules/decimal.ts';
import { planDesired, type Holding } from '#rules/desired/desired-positions.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import type { GoodLine } from './draft-lines.ts';
import { priceBasis, typedPrices, valueOf } from './price-basis.ts';
import type { TargetFacts } from './target-facts.ts';

/**
 * The held quantity of one symbol and the quantity on its way. `type` is the instrument type that
 * the platform names, or null if it names none. `instrument` is `stock` in that case.
 */
export type Held = Holding & { readonly type: InstrumentType | null };

/** States of orders that are, may be or will soon be at the platform. */
const openStates: ReadonlySet<Signal['state']> = new Set(['working', 'queued', 'sending', 'unknown']);
const mayTradeStates: ReadonlySet<Signal['state']> = new Set([...openStates, 'waiting']);

export const isOpenMarketOrder = ({ kind, state }: Signal): boolean => kind === 'market' && openStates.has(state);

/**
 * Orders that may trade, other than open market orders. It is assumed that the platform undoes
 * their fills while it maintains a target list.
 */
export const otherOrders = (signals: readonly Signal[]): Signal[] =>
  signals.filter((one) => mayTradeStates.has(one.state) && !isOpenMarketOrder(one));

/** By symbol: the open quantity with its sign, and the open market orders. */
export function heldOf({ positions, signals }: Pick<TargetFacts, 'positions' | 'signals'>): ReadonlyMap<string, Held> {
  const found = new Map<string, Held>();
  const heldIn = (symbol: string, type: InstrumentType | null): Held =>
    found.get(symbol) ?? { symbol, instrument: type ?? 'stock', type, quantity: 0n, pending: 0n, pendingIds: [] };
  for (const { symbol, instrument, side, quantity } of positions) {
    const held = heldIn(symbol, instrument);
    const size = parseFixed(quantity) ?? 0n;
    found.set(symbol, { ...held, quantity: held.quantity + (side === 'long' ? size : -size) });
  }
  for (const signal of signals.filter(isOpenMarketOrder)) {
    const held = heldIn(signal.symbol, signal.instrument);
    const size = parseFixed(signal.quantity) ?? 0n;
    const pending = held.pending + (isBuy(signal.action) ? size : -size);
    found.set(signal.symbol, { ...held, pending, pendingIds: [...held.pendingIds, signal.rowId] });
  }
  return found;
}

/**
 * One row for each symbol that is held, that has an open market order, or that the new list or an
 * earlier one contains. The symbols of the new list come first.
 */
export function targetRows(lines: readonly GoodLine[], facts: TargetFacts): TargetRow[] {
  const held = heldOf(facts);
  const plan = planDesired(lines, [...held.values()], () => true);
  const orders = Map.groupBy(plan.orders, ({ symbol }) => symbol);
  const canceled = new Set(plan.cancel);
  const prices = new Map([...priceBasis(facts), ...typedPrices(lines, facts.now)]);
  const { confirmed, readBack } = facts.desired;
  const lastSent = quantitiesOf(confirmed?.target ?? null);
  const types = new Map<string, InstrumentType | null>([
    ...[...lastSent.types, ...quantitiesOf(readBack?.target ?? null).types],
    ...[...held.values()].map(({ symbol, type }) => [symbol, type] as const),
    ...lines.map(({ symbol, instrument }) => [symbol, instrument] as const),
  ]);
  const listed = new Map(lines.map(({ symbol, quantity }) => [symbol, quantity]));
  const symbols = new Set([...listed.keys(), ...held.keys(), ...types.keys()]);
  return [...symbols].map((symbol) => {
    const instrument = types.get(symbol) ?? null;
    const { quantity = 0n, pending = 0n, pendingIds = [] } = held.get(symbol) ?? {};
    const target = listed.get(symbol) ?? 0n;
    const price = prices.get(symbol) ?? null;
    const value = valueOf(target, { symbol, instrument }, price, facts.pointValue);
    const last = lastSent.quantities?.get(symbol) ?? (lastSent.quantities === null ? null : '0');
    return {
      mark: markOf(quantity, target, pending),
      symbol,
      instrument,
      holding: formatFixed(quantity),
      pendingQuantity: formatFixed(pending),
      lastSent: last,
      target: formatFixed(target),
      isListed: listed.has(symbol),
      orders: (orders.get(symbol) ?? []).map((order) => ({
        action: order.action,
        quantity: formatFixed(order.quantity),
      })),
      cancels: pendingIds.filter((id) => canceled.has(id)).length,
      price,
      value: value === null ? null : formatFixed(value),
      market: tradingTime({ symbol, instrument }, facts.marketNow),
    };
  });
}

function markOf(held: Fixed, target: Fixed, pending: Fixed): TargetMark {
  if (held === target && pending === 0n) return '=';
  if (held === 0n && target === 0n) return '~';
  if (held === 0n) return '+';
  if (target === 0n) return '−';
  return held > 0n === target > 0n ? '~' : '↔';
}

/** `quantities` is null if no list is known, and for `stop`. The list of `flat` has no lines. */
function quantitiesOf(target: DesiredTarget | null): {
  readonly quantities: ReadonlyMap<string, string> | null;
  readonly types: readonly (readonly [string, InstrumentType])[];
} {
  if (target === null || target.kind === 'stop') return { quantities: null, types: [] };
  const positions = target.kind === 'list' ? target.positions : [];
  return {
    quantities: new Map(positions.map(({ symbol, quantity }) => [symbol, quantity])),
    types: positions.map(({ symbol, instrument }) => [symbol, instrument]),
  };
}

/** The exposure in dollars, at the price basis of the rows. */
export function exposureOf(
  rows: readonly TargetRow[],
  quantity: (row: TargetRow) => string,
  pointValue: TargetFacts['pointValue'],
): Exposure {
  const values = rows.map((row) => valueOf(fixed(quantity(row)), row, row.price, pointValue));
  const sum = (fits: (value: Fixed) => boolean): Fixed =>
    values.reduce<Fixed>((total, value) => (value !== null && fits(value) ? total + value : total), 0n);
  const long = sum((value) => value > 0n);
  const short = sum((value) => value < 0n);
  return {
    gross: formatFixed(long - short),
    net: formatFixed(long + short),
    long: formatFixed(long),
    short: formatFixed(short),
    unpriced: values.filter((value) => value === null).length,
  };
}
