import type { WireEquityPoint } from '#core/platform/wire/records.ts';
import { formatFixed, roundFixed, toNumber, type Fixed } from '#rules/decimal.ts';
import { newYorkDate } from '#rules/calendar/new-york.ts';
import type { EquityPoint } from '#practice/equity-point.ts';
import { unixText } from './times.ts';

const CENTS = 2;

/**
 * `cost`: all costs so far by the commission plan that was asked for; null for the plan without
 * costs and fees.
 */
export function equityRecord(point: EquityPoint, cost: Fixed | null): WireEquityPoint {
  const raw = roundFixed(point.equityBeforeCosts, CENTS);
  return {
    strategy_with_cost: toNumber(raw - roundFixed(cost ?? 0n, CENTS)),
    strategy_raw: toNumber(raw),
    index_price: formatFixed(point.index, CENTS),
    unix_timestamp: unixText(point.at),
    YYYYMMDD: newYorkDate(point.at).replaceAll('-', ''),
    ...(cost !== null && point.fees.length > 0 ? { fee_event_list: point.fees.map((fee) => -fee) } : {}),
  };
}
