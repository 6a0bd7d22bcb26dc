/** Reads a day as it was typed, `2026-03-02`; an empty text is no bound. Undefined when it is no day of the calendar. */
export function readDay(text: string): string | null | undefined {
  const day = text.trim();
  if (day === '') return null;
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day)) return undefined;
  const time = Date.parse(`${day}T00:00:00Z`);
  // A day that its month does not have is moved to the next month, or refused, depending on the engine.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day;
}
