// Which windows of posting times are read. The list of all signals can be large, so it is never asked for as a whole:
// first the last days, again and again; then, once, backwards in time; and wherever a signal lives that no working list
// shows (it waits for its parent, or it left the list without a word), the day it was posted on.
import type { Window } from './read-task.ts';

const day = 86_400;
export const recentDays = 7;
/** Windows of the past: as wide as this unless one turned out to hold too much, or was not answered at all. */
export const historyDays = { usual: 90, least: 1, muchRecords: 3_000, fewRecords: 500 } as const;

/** How wide the next window is, after one that held so many records; null is no answer, which may have been too large. */
export const nextDays = (days: number, records: number | null): number => {
  if (records === null || records > historyDays.muchRecords) return Math.max(historyDays.least, Math.floor(days / 3));
  return records < historyDays.fewRecords ? Math.min(historyDays.usual, days * 3) : days;
};
/** How far back history goes for a strategy that does not say when it was created. */
const longestHistoryDays = 3_660;

export type Span = { readonly from: number; readonly to: number };

/**
 * Up to now; `to` is what counts as read. It reaches back from the newest signal that is known, when that is older than
 * now: a quiet strategy keeps its last days in view, and a service whose clock is behind ours is read all the same.
 */
export const recentWindow = (now: number, newestPosted: number | null): Window => ({
  from: Math.max(0, Math.min(now, newestPosted ?? now) - recentDays * day),
  to: now,
  open: true,
});

/** Where history begins: with the strategy, or where what is kept does; a day earlier, since a bare date is no moment. */
export const firstPosting = (recentFrom: number, createdAt: number | null, keptFrom: number): number =>
  Math.max(0, keptFrom, createdAt === null ? recentFrom - longestHistoryDays * day : createdAt - day);

/** The next unread window before `recentFrom`, newest first; null when everything was read. */
export const nextHistoryWindow = (
  covered: readonly Span[],
  recentFrom: number,
  earliest: number,
  days: number,
): Window | null => {
  let edge = recentFrom;
  for (const span of [...covered].sort((left, right) => right.to - left.to)) {
    if (span.from >= edge) continue;
    if (span.to < edge) return windowBefore(edge, Math.max(earliest, span.to), days);
    edge = span.from;
  }
  return edge <= earliest ? null : windowBefore(edge, earliest, days);
};

/** Days before `recentFrom` whose signals were not read. */
export const unreadDays = (covered: readonly Span[], recentFrom: number, earliest: number): number => {
  let read = 0;
  for (const { from, to } of covered) read += Math.max(0, Math.min(to, recentFrom) - Math.max(from, earliest));
  return Math.max(0, recentFrom - earliest - read) / day;
};

const windowBefore = (edge: number, earliest: number, days: number): Window | null =>
  edge <= earliest ? null : { from: Math.max(earliest, edge - days * day), to: edge, open: false };

/** Windows around these posting times (newest first) that the recent window does not hold, a few days each at most. */
export const looseWindows = (times: readonly number[], recentFrom: number): Window[] => {
  const windows: { from: number; to: number; open: false }[] = [];
  for (const time of times.filter((posted) => posted < recentFrom)) {
    const last = windows.at(-1);
    if (last !== undefined && last.to - time <= 2 * day) last.from = time - 60;
    else windows.push({ from: time - 60, to: time + 60, open: false });
  }
  return windows;
};
