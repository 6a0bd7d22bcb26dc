import type { Position } from '#contract/model/trade.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';

/**
 * "182.61, implied, as of 10:27 ET": worked out from the profit that the platform showed then, never a quote. `today`
 * (`2026-03-02`) leaves its own date out. Null where nothing is implied.
 */
export function impliedText({ implied }: Pick<Position, 'implied'>, today: string, zone: Zone): string | null {
  if (implied == null) return null;
  const minute = timeText(implied.at, zone).slice(0, 16);
  const at = minute.startsWith(today) ? minute.slice(11) : minute;
  return `${priceText(implied.price)}, implied, as of ${at} ${zoneLabel(zone)}`;
}
