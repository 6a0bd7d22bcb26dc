/** The zone on screen: New York (`ET`, the zone of the platform) or that of the computer. */
export type Zone = 'ET' | 'local';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes milliseconds, and a blotter shows thousands of timestamps. */
function formatOf(zone: Zone): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      ...(zone === 'ET' ? { timeZone: 'America/New_York' } : {}),
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  return format;
}

const DAY = 86_400;

/** Seconds to add to UTC, by zone and UTC day. Null if the offset changes on that day. */
const offsets: Readonly<Record<Zone, Map<number, number | null>>> = { ET: new Map(), local: new Map() };

/** The zone's clock time at this instant, written as if it were UTC, in unix seconds. */
function clockSeconds(unixSeconds: number, zone: Zone): number {
  const partValues: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(unixSeconds * 1000)) partValues[type] = value;
  const partOf = (part: string): number => Number(partValues[part]);
  const [year, month, day] = [partOf('year'), partOf('month') - 1, partOf('day')];
  return Date.UTC(year, month, day, partOf('hour'), partOf('minute'), partOf('second')) / 1000;
}

/**
 * Seconds to add to UTC. The slow date format is used twice for each UTC day, not for each text,
 * because a scrolled table needs ninety texts in each frame. It is used for each text only on a day
 * on which the offset changes.
 */
function offsetOf(unixSeconds: number, zone: Zone): number {
  const day = Math.floor(unixSeconds / DAY);
  let offset = offsets[zone].get(day);
  if (offset === undefined) {
    const start = day * DAY;
    const startOffset = clockSeconds(start, zone) - start;
    offset = clockSeconds(start + DAY, zone) - start - DAY === startOffset ? startOffset : null;
    offsets[zone].set(day, offset);
  }
  return offset ?? clockSeconds(unixSeconds, zone) - unixSeconds;
}

function parts(unixSeconds: number, zone: Zone): { date: string; time: string } {
  const whole = Math.floor(unixSeconds);
  const text = new Date((whole + offsetOf(whole, zone)) * 1000).toISOString();
  const timeStart = text.indexOf('T') + 1;
  return { date: text.slice(0, timeStart - 1), time: text.slice(timeStart, timeStart + 8) };
}

/** `2026-03-02 09:30:05`. The zone label has to be in the column title or beside the text. */
export function timeText(unixSeconds: number | null | undefined, zone: Zone): string {
  if (unixSeconds == null) return '–';
  const { date, time } = parts(unixSeconds, zone);
  return `${date} ${time}`;
}

export function dateText(unixSeconds: number | null | undefined, zone: Zone): string {
  return unixSeconds == null ? '–' : parts(unixSeconds, zone).date;
}

/**
 * Only the time if it is on the day `today` (`2026-03-02`), else date and time: `10:27:07`,
 * `2025-12-17 09:30`.
 */
export function shortTimeText(unixSeconds: number | null | undefined, today: string, zone: Zone): string {
  if (unixSeconds == null) return '–';
  const { date, time } = parts(unixSeconds, zone);
  return date === today ? time : `${date} ${time.slice(0, 5)}`;
}

export function zoneLabel(zone: Zone): string {
  return zone === 'ET' ? 'ET' : 'local';
}
