import type { AttributeField } from '#contract/model/attribute-field.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { moneyText } from '#renderer/format/money-text.ts';

const secondsPerDay = 86_400;
const daysPerYear = 365;
const money: ReadonlySet<AttributeField> = new Set(['startingCapital', 'minimumPortfolio', 'monthlyFee']);
const flags: ReadonlySet<AttributeField> = new Set(['test', 'alive', 'visible']);

const countText = (number: number, singular: string): string => `${number} ${number === 1 ? singular : `${singular}s`}`;

/** `1 year 30 days`, `2 days 3,600 s`, `0 s`. A year has 365 days. */
export function durationText(seconds: number): string {
  const days = Math.floor(seconds / secondsPerDay);
  const years = Math.floor(days / daysPerYear);
  const rest = seconds % secondsPerDay;
  const parts = [
    years === 0 ? '' : countText(years, 'year'),
    days % daysPerYear === 0 ? '' : countText(days % daysPerYear, 'day'),
    rest === 0 && days > 0 ? '' : `${decimalText(String(rest))} s`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** The text that is shown for a value of a plan. */
export function shownValueText(field: AttributeField, value: string): string {
  if (flags.has(field)) return value === '1' ? 'Yes' : 'No';
  if (money.has(field)) return moneyText(value);
  if (field === 'creditSeconds') return durationText(Number(value));
  if (field === 'signalCredits' || field === 'trialDays') return decimalText(value);
  return value === '' ? '(empty)' : value;
}
