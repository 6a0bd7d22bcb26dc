import type { PostedWindow } from './match.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';

/**
 * Seconds added on either side, with and without knowledge of the service's clock (order-safety
 * 4.2).
 */
const paddingSeconds = { known: 120, unknown: 600 } as const;

/**
 * The window from the send to now, in the service's seconds. `offset` is the service's time less
 * local time in milliseconds, null when unknown. The window includes the service's time of the send
 * if the row has it: the local clock may have been changed by hours after the send, and the local
 * time of the send with today's offset would give a wrong time. For an order that was sent again,
 * the window begins before its first send.
 */
export function postedWindow(
  sent: Partial<Pick<OrderRow, 'sentAt' | 'sentServiceAt' | 'firstSent'>>,
  now: number,
  offset: number | null,
): PostedWindow {
  const sends = [sent, sent.firstSent ?? {}];
  const padding = offset === null ? paddingSeconds.unknown : paddingSeconds.known;
  const localTimes = [...sends.map(({ sentAt }) => sentAt ?? now), now].map((ms) => ms + (offset ?? 0));
  const serviceTimes = sends.map(({ sentServiceAt }) => sentServiceAt).filter((ms) => typeof ms === 'number');
  const seconds = [...localTimes, ...serviceTimes].map((ms) => Math.floor(ms / 1000));
  return { from: Math.max(0, Math.min(...seconds) - padding), to: Math.max(...seconds) + padding };
}

/** The window from the earliest send of these rows to now. */
export function windowOfAll(rows: readonly OrderRow[], now: number, offset: number | null): PostedWindow {
  const windows = [{}, ...rows].map((row) => postedWindow(row, now, offset));
  return { from: Math.min(...windows.map(({ from }) => from)), to: Math.max(...windows.map(({ to }) => to)) };
}
