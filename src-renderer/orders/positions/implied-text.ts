import type { Position } from '#contract/model/trade.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';

/**
 * "182.61, implied, as of 10:27 ET": computed from the profit that the platform showed then, never
 * a quote. The date is left out on the day `today` (`2026-03-02`). Null without an implied price.
 */
export function impliedText({ implied }: Pick<Position, 'implied'>, today: string, zone: Zone): string | null {
  if (implied == null) return null;
  const minute = timeText(implied.at, zone).slice(0, 16);
  const at = minute.startsWith(today) ? minute.slice(11) : minute;
  return `${priceText(implied.price)}, implied, as of ${at} ${zoneLabel(zone)}`;
}
