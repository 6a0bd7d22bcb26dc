const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** A wall-clock second (see `ZoneClock.wall`) as "Thu 2026-03-12 16:00". */
export const wallText = (wall: number): string => {
  const date = new Date(wall * 1_000);
  return `${weekdays[date.getUTCDay()] ?? ''} ${date.toISOString().slice(0, 16).replace('T', ' ')}`;
};
