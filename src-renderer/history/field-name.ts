import type { HistoryDifference } from '#contract/model/history.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';

const memberNames: Readonly<Record<string, string>> = {
  buyPower: 'Buying power',
  cash: 'Cash',
  equity: 'Open P/L',
  marginUsed: 'Margin used',
  modelAccountValue: 'Account value',
  updatedText: 'Updated (ET)',
  at: 'Point time',
  withCost: 'With costs',
  raw: 'Without costs',
  side: 'Side',
  quantity: 'Quantity',
  openPrice: 'Open price',
  mark: 'Mark',
  markedAt: 'Mark time',
  profit: 'Profit',
  status: 'Status',
  action: 'Action',
  kind: 'Order type',
  limit: 'Limit',
  stop: 'Stop',
  value: 'Value',
};

/** The name on screen for the part of the account to which a difference belongs. */
export function itemText({ facet, name, id }: Pick<HistoryDifference, 'facet' | 'name' | 'id'>): string {
  switch (facet) {
    case 'margin':
      return 'Account';
    case 'equity':
      return 'Equity curve';
    case 'position':
      return `${name} (trade ${id})`;
    case 'working':
      return `${name} (signal ${id})`;
    case 'desired':
      return `${name} (target list)`;
    case 'statistic':
      return name ?? '';
  }
}

/** The name on screen for a field of the account at an earlier time. */
export const fieldName = (member: string): string => memberNames[member] ?? member;

/** Members that are a time, in unix seconds. */
const timeMembers: ReadonlySet<string> = new Set(['at', 'markedAt']);

/** The text on screen for a value of a member: a time in the zone, or a decimal. */
export const fieldText = (member: string, value: string | null, zone: Zone): string =>
  value !== null && timeMembers.has(member) ? zonedTimeText(value, zone) : decimalText(value);

/** A value of a member in an export file. A time is New York time, as in the rest of the file. */
export const fieldValue = <Value extends string | number | null>(member: string, value: Value): Value | string =>
  value !== null && timeMembers.has(member) ? zonedTimeText(value, 'ET') : value;

const zonedTimeText = (value: string | number, zone: Zone): string =>
  `${timeText(Number(value), zone)} ${zoneLabel(zone)}`;
