import Big from 'big.js';
import type { Position } from '#contract/model/trade.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { dateText, shortTimeText, timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';

type ProtectionFacts = Pick<
  Position,
  'quantity' | 'protectedQuantity' | 'unprotected' | 'coverKnown' | 'exitsBeyond' | 'stops'
>;

/** Protected quantity, stop price and end: `40 of 50 · 258.93 · today 16:05 ET`. */
export function protectionText(position: ProtectionFacts, today: string, zone: Zone): string {
  const { quantity, protectedQuantity, coverKnown, exitsBeyond, stops } = position;
  const excess = exitsBeyond == null ? [] : [`excess exits ${decimalText(exitsBeyond)}`];
  const unknown = coverKnown === false;
  if (!stops || new Big(protectedQuantity).lte(0))
    return [unknown ? 'Protection unknown' : 'No stop', ...excess].join(' · ');
  const { nearest, farthest } = stops;
  const isOnePrice = new Big(nearest).eq(farthest);
  const prices = isOnePrice ? priceText(nearest) : `${priceText(nearest)}–${priceText(farthest)}`;
  const covered = `${decimalText(protectedQuantity)} of ${decimalText(quantity)}`;
  return [covered, prices, endText(stops, today, zone), ...(unknown ? ['rest unknown'] : []), ...excess].join(' · ');
}

export function protectionTone({ unprotected, exitsBeyond }: ProtectionFacts): 'good' | 'warn' | 'danger' {
  if (exitsBeyond != null) return 'danger';
  return unprotected ? 'warn' : 'good';
}

export function protectionTooltip({ stops, exitsBeyond, quantity }: ProtectionFacts): string | undefined {
  if (exitsBeyond != null) {
    return `Working exits could close ${decimalText(exitsBeyond)} more than the position of ${decimalText(quantity)}.`;
  }
  if (!stops) return undefined;
  if (stops.endsAt === null) return stops.duration === null ? 'The time in force of the stop is not known.' : undefined;
  return `The first stop ends ${timeText(stops.endsAt, 'ET')} ET, ${timeText(stops.endsAt, 'local')} local.`;
}

function endText({ duration, endsAt }: NonNullable<ProtectionFacts['stops']>, today: string, zone: Zone): string {
  if (endsAt === null) return duration ?? 'end unknown';
  const time = timeText(endsAt, zone).slice(11, 16);
  const endTime = dateText(endsAt, zone) === today ? `today ${time}` : shortTimeText(endsAt, today, zone);
  return `${endTime} ${zoneLabel(zone)}`;
}
