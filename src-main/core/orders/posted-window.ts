import type { PostedWindow } from './match.ts';

/** Seconds on either side, with and without knowledge of the service's clock (order-safety 4.2). */
const pad = { known: 120, unknown: 600 } as const;

/** From the send to now, in the service's seconds. `offset` is its time less ours in milliseconds, null when unknown. */
export function postedWindow(sentAt: number, now: number, offset: number | null): PostedWindow {
  const around = offset === null ? pad.unknown : pad.known;
  const seconds = (ms: number): number => Math.floor((ms + (offset ?? 0)) / 1000);
  return { from: Math.max(0, seconds(Math.min(sentAt, now)) - around), to: seconds(Math.max(sentAt, now)) + around };
}
