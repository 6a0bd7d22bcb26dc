const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const hourFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });

/** A wall-clock second (see `ZoneClock.wall`) as "Thu 12 Mar 2026 16:00". */
export const wallText = (wall: number): string => `${wallDay(wall)} ${hourFormat.format(wall * 1_000)}`;

/** The day alone: "Thu 12 Mar 2026". */
export const wallDay = (wall: number): string => dayFormat.format(wall * 1_000).replace(',', '');
