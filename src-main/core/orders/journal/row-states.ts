import type { OrderRow } from './order-row.ts';

type Row = Pick<OrderRow, 'state' | 'acknowledged' | 'resendAsked'>;

/** Whether the platform has the order, certainly or probably. */
export const isAccepted = ({ state }: Row): boolean =>
  state === 'ACKED' || state === 'LANDED' || state === 'LANDED_PROBABLE';

/**
 * Whether the outcome of the order is unknown and the trader has not acknowledged that. The window
 * frame shows the number of these orders.
 */
export const isUnresolved = ({ state, acknowledged }: Row): boolean =>
  state === 'UNKNOWN' || ((state === 'AMBIGUOUS' || state === 'PROBABLY_ABSENT') && !acknowledged);

/**
 * Whether an equal order is refused while this one is open: the two could not be distinguished
 * (order-safety J5 and 4.0). An acknowledged order counts as open again once the trader asks to
 * send it again.
 */
export function blocksDuplicate(row: Row): boolean {
  const isPending = ['QUEUED', 'HELD', 'SENDING', 'NOT_SENT', 'REJECTED_SOFT'].includes(row.state);
  return isPending || row.resendAsked === true || isUnresolved(row);
}

/** Whether the outcome of the order still has to be found in the platform's lists. */
export const isUnderCheck = ({ state }: Row): boolean => state === 'UNKNOWN' || state === 'REJECTED_SOFT';

/** Whether the order is not at the platform and is sent only if the trader decides so. */
export const onlyTraderSends = ({ state }: Pick<OrderRow, 'state'>): boolean =>
  state === 'HELD' || state === 'NOT_SENT' || state === 'REJECTED';

/**
 * Whether the order may still change something: it may be sent, it may be waiting or working at the
 * platform, or its outcome is open and not acknowledged.
 */
export function isOpenOrder(row: OrderRow): boolean {
  if (blocksDuplicate(row)) return true;
  const status = row.mirror?.status;
  return isAccepted(row) && (status === undefined || status === 'working' || status === 'waiting');
}
