const hourSeconds = 3_600;
const offsets = new Map<number, number>();

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Both readings of a moment, for a column each: `2026-03-02 09:30:05` and `2026-03-02 14:30:05`. */
export type ExportTime = { readonly newYork: string; readonly utc: string };

export function exportTime(unixSeconds: number): ExportTime {
  return { newYork: wall(unixSeconds + offsetOf(unixSeconds)), utc: wall(unixSeconds) };
}

const wall = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Seconds that New York is ahead of UTC. It changes on whole hours only, so an hour is asked for once. */
function offsetOf(unixSeconds: number): number {
  const hour = Math.floor(unixSeconds / hourSeconds);
  let offset = offsets.get(hour);
  if (offset === undefined) offsets.set(hour, (offset = askZone(hour * hourSeconds)));
  return offset;
}

function askZone(seconds: number): number {
  const read: Record<string, number> = {};
  for (const { type, value } of newYork.formatToParts(seconds * 1000)) read[type] = Number(value);
  const local = Date.UTC(read['year'] ?? 0, (read['month'] ?? 1) - 1, read['day'], read['hour']) / 1000;
  return local - seconds;
}
