import type { Signal, UnreadableRecord } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { mayBeExit } from '../protection/protection.ts';

/** Unreadable orders of the working list, as a panic has to treat them (order-safety 8.8). */
export type UnreadableOrders = {
  /** They cannot be an exit of an open position, and are canceled by their id. */
  readonly toCancel: readonly CancelableRecord[];
  /** They may be an exit of an open position. A panic never cancels them. */
  readonly maybeExits: readonly UnreadableRecord[];
  /** Their id cannot be read, so no request can cancel them. */
  readonly withoutId: readonly UnreadableRecord[];
};
type CancelableRecord = UnreadableRecord & { readonly rowId: string };

/**
 * A record that has the row id of a known order is left out: the state of that order decides. While
 * an open trade cannot be read (`hasUnreadableTrades`), any exit may be one of that trade.
 */
export function unreadableOrders(
  records: readonly UnreadableRecord[],
  signals: readonly Signal[],
  { positions, hasUnreadableTrades }: { positions: readonly Position[]; hasUnreadableTrades: boolean },
): UnreadableOrders {
  const known = new Set(signals.map(({ rowId }) => rowId));
  const orders = records.filter(({ rowId, working }) => working && !(rowId !== null && known.has(rowId)));
  const isMaybeExit = (record: UnreadableRecord): boolean =>
    positions.some((one) => mayBeExit(record, one)) ||
    (hasUnreadableTrades && (record.action === null || !isEntry(record.action)));
  return {
    toCancel: orders.filter((record): record is CancelableRecord => record.rowId !== null && !isMaybeExit(record)),
    maybeExits: orders.filter(isMaybeExit),
    withoutId: orders.filter((record) => record.rowId === null && !isMaybeExit(record)),
  };
}
