/**
 * Reads a typed day, `2026-03-02`. Null if empty, which means no limit. Undefined if it is not a
 * calendar day.
 */
export function readDay(text: string): string | null | undefined {
  const day = text.trim();
  if (day === '') return null;
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day)) return undefined;
  const time = Date.parse(`${day}T00:00:00Z`);
  // If the month does not have this day, the engine either refuses the date or moves it to the next
  // month.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day;
}
