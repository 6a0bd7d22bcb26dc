import type { PostedWindow } from './match.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';

/**
 * Seconds added on either side, with and without knowledge of the service's clock (order-safety
 * 4.2).
 */
const pad = { known: 120, unknown: 600 } as const;

/**
 * The window from the send to now, in the service's seconds. `offset` is its time less local time
 * in milliseconds, null when unknown. The service's time of the send counts where the row has it.
 * The local clock may have been set by hours since, and the local time of the send with today's
 * offset would then give a wrong window. It begins before the first send of an order that was sent
 * again.
 */
export function postedWindow(
  sent: Partial<Pick<OrderRow, 'sentAt' | 'sentServiceAt' | 'firstSent'>>,
  now: number,
  offset: number | null,
): PostedWindow {
  const sends = [sent, sent.firstSent ?? {}];
  const padding = offset === null ? pad.unknown : pad.known;
  const local = [...sends.map(({ sentAt }) => sentAt ?? now), now].map((ms) => ms + (offset ?? 0));
  const service = sends.map(({ sentServiceAt }) => sentServiceAt).filter((ms) => typeof ms === 'number');
  const seconds = [...local, ...service].map((ms) => Math.floor(ms / 1000));
  return { from: Math.max(0, Math.min(...seconds) - padding), to: Math.max(...seconds) + padding };
}

/** The window from the earliest send of these rows to now. */
export function windowOfAll(rows: readonly OrderRow[], now: number, offset: number | null): PostedWindow {
  const windows = [{}, ...rows].map((row) => postedWindow(row, now, offset));
  return { from: Math.min(...windows.map(({ from }) => from)), to: Math.max(...windows.map(({ to }) => to)) };
}
