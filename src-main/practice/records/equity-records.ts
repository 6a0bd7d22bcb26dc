import type { WireEquityPoint } from '#core/platform/wire/records.ts';
import { formatFixed, roundFixed, toNumber } from '#rules/decimal.ts';
import { newYorkDate } from '#rules/new-york.ts';
import type { EquityPoint } from '#practice/equity-point.ts';
import { unixText } from './times.ts';

const CENTS = 2;

/** `charged` is false for the plan without commissions and fees. */
export function equityRecord(point: EquityPoint, charged: boolean): WireEquityPoint {
  const withCost = charged ? point.raw - point.cost : point.raw;
  return {
    strategy_with_cost: toNumber(roundFixed(withCost, CENTS)),
    strategy_raw: toNumber(roundFixed(point.raw, CENTS)),
    index_price: formatFixed(point.index, CENTS),
    unix_timestamp: unixText(point.at),
    YYYYMMDD: newYorkDate(point.at).replaceAll('-', ''),
    ...(point.fees.length > 0 ? { fee_event_list: [...point.fees] } : {}),
  };
}
