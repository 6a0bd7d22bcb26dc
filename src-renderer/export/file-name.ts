import { dateText } from '#renderer/format/time-text.ts';
import type { ExportOrigin } from './export-table.ts';

/** For example `stratdesk-practice-trades-91000001-2026-03-02.csv`, with the New York day. */
export function fileName(
  name: string,
  { mode, systemId }: ExportOrigin,
  extension: string,
  nowSeconds: number,
): string {
  const parts = ['stratdesk', mode.toLowerCase(), name, systemId, dateText(nowSeconds, 'ET')];
  return `${parts.filter((part) => part !== null).join('-')}.${extension}`;
}
