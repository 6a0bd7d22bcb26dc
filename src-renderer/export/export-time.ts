import { timeText } from '#renderer/format/time-text.ts';

/** A moment in both zones, for two columns: `2026-03-02 09:30:05` and `2026-03-02 14:30:05`. */
export type ExportTime = { readonly newYork: string; readonly utc: string };

export function exportTime(unixSeconds: number): ExportTime {
  const utc = new Date(unixSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return { newYork: timeText(unixSeconds, 'ET'), utc };
}
