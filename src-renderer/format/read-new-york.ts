import { halfWidth } from './half-width.ts';
import { dateText, timeText } from './time-text.ts';

/** A moment read from New York wall time, in unix seconds; `echo` where the text left something out. */
export type ReadMoment =
  | { readonly state: 'blank' }
  | { readonly state: 'read'; readonly seconds: number; readonly echo: string | null }
  | { readonly state: 'refused'; readonly reason: string };

const pattern = /^(?:(\d{4})-(\d{2})-(\d{2})[ T]+)?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*(ET|EDT|EST))?$/i;

const refused = (reason: string): ReadMoment => ({ state: 'refused', reason });

/** `15:30` (today in New York), `2026-03-02 15:30`, with seconds or a zone. A moment that is over is refused. */
export function readNewYork(typed: string, now: number): ReadMoment {
  const text = halfWidth(typed).trim();
  if (text === '') return { state: 'blank' };
  const match = pattern.exec(text);
  if (match === null) return refused('Write 15:30, or 2026-03-02 15:30, in New York time.');
  const [, year, month, day, hour = '', minute = '', second = '00', zone = 'ET'] = match;
  const date = year === undefined ? dateText(now, 'ET') : `${year}-${month ?? ''}-${day ?? ''}`;
  const wall = `${date} ${hour.padStart(2, '0')}:${minute}:${second}`;
  const found = instantsOf(wall, zone.toUpperCase());
  const [seconds] = found;
  if (seconds === undefined) return refused('There is no such time in New York.');
  if (found.length > 1) return refused('This time comes twice that day. Add EDT for the first or EST for the second.');
  if (seconds <= now) return refused(`That is over: it is ${timeText(now, 'ET')} in New York.`);
  return { state: 'read', seconds, echo: text === wall ? null : `Read as ${wall} ET` };
}

/** New York is four or five hours behind UTC; what reads as the wall time again is the moment meant. */
function instantsOf(wall: string, zone: string): number[] {
  const utc = Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000;
  if (Number.isNaN(utc)) return [];
  const offsets = zone === 'EDT' ? [4] : zone === 'EST' ? [5] : [4, 5];
  return offsets.map((hours) => utc + hours * 3600).filter((seconds) => timeText(seconds, 'ET') === wall);
}
