import type { DesiredTarget } from '#contract/model/desired.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { TargetRowProgress, TargetRowState } from '#contract/model/target-progress.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { tradingTime } from '#core/orders/exits/trading-time.ts';
import { fixed, formatFixed } from '#rules/decimal.ts';
import { contractKey } from '#rules/option-symbol.ts';
import { heldOf, isOpenMarketOrder } from './target-rows.ts';

export type ProgressFacts = {
  readonly positions: readonly OpenPosition[];
  readonly signals: readonly Signal[];
  /** By the clock of the service, unix seconds. Earlier fills do not belong to this list. */
  readonly sentAt: number;
  /** By the clock of the service, milliseconds. */
  readonly marketNow: number;
};

type ListedLine = Pick<TargetRowProgress, 'symbol' | 'instrument' | 'target'>;

/**
 * Returns a row with the holding for each line of a list, then a row for each symbol that the list
 * closes. `stop` has no rows.
 */
export function targetProgress(sent: DesiredTarget, facts: ProgressFacts): TargetRowProgress[] {
  if (sent.kind === 'stop') return [];
  // The platform may write the symbol of an option in another form than the list.
  const positions = [...heldOf({ positions: facts.positions, signals: [] })];
  const held = new Map(positions.map(([symbol, one]) => [contractKey(symbol), one]));
  const lines = sent.kind === 'list' ? sent.positions : [];
  const listOrders = facts.signals.filter(isOfList(facts.sentAt));
  const orders = Map.groupBy(listOrders, ({ symbol }) => contractKey(symbol));
  const rows = new Map<string, ListedLine>();
  for (const { symbol, instrument, quantity: target } of lines)
    rows.set(contractKey(symbol), { symbol, instrument, target });
  // A symbol that the list leaves out has a row if it is still held or has an order of the list.
  for (const { symbol, type: instrument } of held.values())
    if (!rows.has(contractKey(symbol))) rows.set(contractKey(symbol), { symbol, instrument, target: '0' });
  for (const { symbol, instrument } of listOrders)
    if (!rows.has(contractKey(symbol))) rows.set(contractKey(symbol), { symbol, instrument, target: '0' });
  return [...rows].map(([key, line]) => {
    const holding = formatFixed(held.get(key)?.quantity ?? 0n);
    return rowOf(line, holding, orders.get(key) ?? [], facts);
  });
}

/**
 * Orders cannot be entered while a list is maintained, so market orders since it was sent belong to
 * the list.
 */
const isOfList =
  (sentAt: number) =>
  ({ endedAt, kind, state }: Signal): boolean =>
    kind === 'market' && (state === 'working' || (endedAt !== null && endedAt >= sentAt));

function rowOf(line: ListedLine, holding: string, orders: readonly Signal[], { marketNow }: ProgressFacts) {
  const filled = orders.filter(({ state }) => state === 'traded');
  const market = tradingTime(line, marketNow);
  const fills = filled.map(({ action, quantity, tradedPrice }) => ({ action, quantity, price: tradedPrice }));
  const isReached = fixed(holding) === fixed(line.target);
  const state = isReached ? 'reached' : unreachedState(orders, filled.length, market.state === 'closed');
  return { ...line, holding, fills, state, market };
}

function unreachedState(orders: readonly Signal[], fillCount: number, isMarketClosed: boolean): TargetRowState {
  if (isMarketClosed) return 'market-closed';
  if (orders.some(isOpenMarketOrder)) return 'on-its-way';
  if (fillCount > 0) return 'partial';
  return orders.length > 0 ? 'order-ended' : 'no-order';
}

export const areReached = (rows: readonly TargetRowProgress[]): boolean =>
  rows.every(({ state }) => state === 'reached');
