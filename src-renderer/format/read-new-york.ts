import { halfWidth } from './half-width.ts';
import { dateText, timeText } from './time-text.ts';

/**
 * A time read from New York wall time, in Unix seconds. `readAs` shows the full time if it was not
 * typed in full.
 */
export type ReadMoment =
  | { readonly state: 'blank' }
  | { readonly state: 'read'; readonly seconds: number; readonly readAs: string | null }
  | { readonly state: 'refused'; readonly reason: string };

const pattern = /^(?:(\d{4})-(\d{2})-(\d{2})[ T]+)?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*(ET|EDT|EST))?$/i;

const refused = (reason: string): ReadMoment => ({ state: 'refused', reason });

/**
 * Reads `15:30` (today in New York) or `2026-03-02 15:30`, with optional seconds and zone. A past
 * time is refused.
 */
export function readNewYork(typed: string, now: number): ReadMoment {
  const text = halfWidth(typed).trim();
  if (text === '') return { state: 'blank' };
  const match = pattern.exec(text);
  if (match === null) return refused('Write 15:30, or 2026-03-02 15:30, in New York time.');
  const [, year, month, day, hour = '', minute = '', second = '00', zone = 'ET'] = match;
  const date = year === undefined ? dateText(now, 'ET') : `${year}-${month ?? ''}-${day ?? ''}`;
  const wall = `${date} ${hour.padStart(2, '0')}:${minute}:${second}`;
  const instants = newYorkInstants(wall, zone.toUpperCase());
  const [seconds] = instants;
  if (seconds === undefined) return refused('There is no such time in New York.');
  if (instants.length > 1)
    return refused('This time occurs twice on that day. Add EDT for the first or EST for the second.');
  if (seconds <= now) return refused(`This time is over: it is ${timeText(now, 'ET')} in New York.`);
  return { state: 'read', seconds, readAs: text === wall ? null : `Read as ${wall} ET` };
}

/**
 * New York is four or five hours behind UTC. Tries both offsets and keeps the times whose wall time
 * matches.
 */
export function newYorkInstants(wall: string, zone = 'ET'): number[] {
  const utc = Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000;
  if (Number.isNaN(utc)) return [];
  const offsets = zone === 'EDT' ? [4] : zone === 'EST' ? [5] : [4, 5];
  return offsets.map((hours) => utc + hours * 3600).filter((seconds) => timeText(seconds, 'ET') === wall);
}
