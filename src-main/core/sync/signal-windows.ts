// Which windows of posting times are read. The list of all signals can be large, so it is never
// read in one request. First the last days are read, repeatedly. Then the past is read once,
// backwards in time. For a signal that no working list shows (it waits for its parent, or has left
// the list for an unknown reason) a short window around its posting time is read.
import type { Window } from './read-task.ts';

const day = 86_400;
export const recentDays = 7;
/**
 * Windows of the past have the usual width until one of them has many records or is not answered.
 */
export const historyWindow = { usualDays: 90, leastDays: 1, manyRecords: 3_000, fewRecords: 500 } as const;

/**
 * The width of the next window in days, after a window with this many records. Null records mean
 * that there was no answer, perhaps because it was too large.
 */
export const nextDays = (days: number, records: number | null): number => {
  if (records === null || records > historyWindow.manyRecords)
    return Math.max(historyWindow.leastDays, Math.floor(days / 3));
  return records < historyWindow.fewRecords ? Math.min(historyWindow.usualDays, days * 3) : days;
};
/** How far back history goes for a strategy that does not say when it was created. */
const longestHistoryDays = 3_660;

export type Span = { readonly from: number; readonly to: number };

/**
 * The window up to now. The request has no upper limit, but only the time up to `to` is recorded as
 * read. The window begins some days before the newest known signal, or some days before now if now
 * is earlier than that signal. So the last days of a quiet strategy are read again, and nothing is
 * missed if the clock of the service is slow.
 */
export const recentWindow = (now: number, newestPostingTime: number | null): Window => ({
  from: Math.max(0, Math.min(now, newestPostingTime ?? now) - recentDays * day),
  to: now,
  open: true,
});

/**
 * Where history begins: a day before the strategy was created, because a date without a time does
 * not identify an instant, or where retention begins if that is later.
 */
export const historyStart = (recentFrom: number, createdAt: number | null, retainedFrom: number): number =>
  Math.max(0, retainedFrom, createdAt === null ? recentFrom - longestHistoryDays * day : createdAt - day);

/**
 * The next unread window before `recentFrom`, newest first; null when everything was read.
 * `recentFrom` moves with the clock. After the clock was set, `recentFrom` can be outside the time
 * that was read, and each move by a few seconds would become a window to read. A gap of less than a
 * day right before `recentFrom` is therefore left until the recent window has been read again.
 */
export const nextHistoryWindow = (
  covered: readonly Span[],
  recentFrom: number,
  earliest: number,
  days: number,
): Window | null => {
  let edge = recentFrom;
  for (const span of [...covered].sort((left, right) => right.to - left.to)) {
    if (span.from >= edge) continue;
    const minGap = edge === recentFrom ? historyWindow.leastDays * day : 1;
    if (edge - span.to >= minGap) return windowBefore(edge, Math.max(earliest, span.to), days);
    edge = span.from;
  }
  return edge <= earliest ? null : windowBefore(edge, earliest, days);
};

/** Days before `recentFrom` whose signals were not read. */
export const unreadDays = (covered: readonly Span[], recentFrom: number, earliest: number): number => {
  let readSeconds = 0;
  for (const { from, to } of covered) readSeconds += Math.max(0, Math.min(to, recentFrom) - Math.max(from, earliest));
  return Math.max(0, recentFrom - earliest - readSeconds) / day;
};

const windowBefore = (edge: number, earliest: number, days: number): Window | null =>
  edge <= earliest ? null : { from: Math.max(earliest, edge - days * day), to: edge, open: false };

/**
 * Windows around these posting times (newest first) outside the recent window, each a few days wide
 * at most.
 */
export const unresolvedWindows = (times: readonly number[], recentFrom: number): Window[] => {
  const windows: { from: number; to: number; open: false }[] = [];
  for (const time of times.filter((posted) => posted < recentFrom)) {
    const last = windows.at(-1);
    if (last !== undefined && last.to - time <= 2 * day) last.from = time - 60;
    else windows.push({ from: time - 60, to: time + 60, open: false });
  }
  return windows;
};
