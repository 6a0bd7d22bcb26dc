import { newYorkText } from '#rules/calendar/new-york.ts';
import type { Switches } from '#practice/switches.ts';

export function unixText(instant: number): string {
  return String(Math.floor(instant / 1000));
}

/** The text of a time that is not set (platform-notes.md 25). */
export function absentTime(switches: Switches): string | null {
  const form = switches.get('absentTime');
  return form === 'zero' ? '0' : form === 'empty' ? '' : null;
}

/** A time as text and in unix seconds. Both are the absent time if `instant` is null. */
export function timePair(instant: number | null, switches: Switches): { text: string | null; unix: string | null } {
  const absent = absentTime(switches);
  return instant === null ? { text: absent, unix: absent } : { text: newYorkText(instant), unix: unixText(instant) };
}
