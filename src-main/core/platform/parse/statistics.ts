import type { Statistic } from '#contract/model/strategy.ts';
import Big from 'big.js';
import { isAbsent, textOrNull } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { decimal } from './scalars.ts';

/**
 * The `statistics` of a strategy's details, in the sequence of the answer. Objects, plain texts and
 * lists all occur (platform-notes 31).
 */
export const parseStatistics = (value: unknown): Statistic[] =>
  isRecord(value) ? Object.entries(value).map(([name, entry]) => parseStatistic(name, entry)) : [];

const parseStatistic = (name: string, entry: unknown): Statistic => {
  if (!isRecord(entry)) return plainStatistic(name, Array.isArray(entry) ? listText(entry) : textOrNull(entry));
  const info = isRecord(entry['metainfo']) ? entry['metainfo'] : {};
  const value = entry['value'];
  const multiplier = decimal(info['multiplier']);
  // With an unreadable multiplier the figure is unknown.
  const isMultiplierUsable = multiplier !== null || isAbsent(info['multiplier']);
  const text = !isMultiplierUsable ? null : Array.isArray(value) ? listText(value) : textOrNull(value);
  const precision = decimal(info['precision']);
  return {
    name,
    value: text === null ? null : multiplied(text, multiplier),
    group: textOrNull(info['group']) ?? textOrNull(info['category']) ?? '',
    helpText: textOrNull(info['helpText']) ?? '',
    prefix: textOrNull(info['prefix']) ?? '',
    suffix: textOrNull(info['suffix']) ?? '',
    precision: precision !== null && /^\d{1,2}$/.test(precision) ? Number(precision) : null,
    multiplier: multiplier === null ? null : Number(multiplier),
  };
};

const plainStatistic = (name: string, value: string | null): Statistic => ({
  name,
  value,
  group: '',
  helpText: '',
  prefix: '',
  suffix: '',
  precision: null,
  multiplier: null,
});

/**
 * The text times the multiplier. The platform's text is returned unchanged if it is not a number or
 * there is nothing to multiply.
 */
const multiplied = (text: string, multiplier: string | null): string => {
  const number = decimal(text);
  if (multiplier === null || number === null) return text;
  const factor = new Big(multiplier);
  return factor.eq(1) || factor.eq(0) ? text : new Big(number).times(factor).toFixed();
};

/** "2024 4.1, 2025 6.0": the members of each object side by side. */
const listText = (list: readonly unknown[]): string => list.map(lineText).filter(Boolean).join(', ');

const lineText = (line: unknown): string => (isRecord(line) ? scalarsOf(line).join(' ') : (textOrNull(line) ?? ''));

const scalarsOf = (line: JsonObject): string[] =>
  Object.values(line)
    .map(textOrNull)
    .filter((text) => text !== null);
