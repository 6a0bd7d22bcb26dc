import type { FigureInput, FigureKey } from '#contract/messages/review.ts';
import type { Figure } from '#contract/model/review.ts';
import { figureText } from '#renderer/chart/figure-text.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { durationText } from '#renderer/format/duration-text.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { inputNames } from '#renderer/messages/en/figures.ts';
import { isMonthOrYear } from './figure-names.ts';

const DAY = 86_400;

/** Figures with a sign that means gain or loss. */
const signedKeys: ReadonlySet<FigureKey> = new Set<FigureKey>([
  'equity.change',
  'equity.return',
  'equity.cagr',
  'benchmark.return',
  'benchmark.excessReturn',
  'benchmark.alpha',
  'trades.netProfit',
  'trades.expectancy',
  'trades.bestTrade',
  'trades.worstTrade',
  'trades.openProfit',
  'trades.averageR',
  'trades.medianR',
  'trades.totalR',
]);

const isSigned = (key: FigureKey): boolean => signedKeys.has(key) || isMonthOrYear(key);

/** The figure as text; a dash when it is not defined. */
export function figureValue({ key, unit, value, text }: Figure): string {
  if (unit === 'text') return text ?? '–';
  if (value === null) return '–';
  const plus = isSigned(key) && value > 0 ? '+' : '';
  switch (unit) {
    case 'dollars':
      return plus + moneyText(text ?? value.toFixed(0));
    case 'percent':
      return `${plus}${figureText.level(value)} %`;
    case 'ratio':
      return plus + figureText.level(value);
    case 'days':
      return durationText(value * DAY);
    case 'count':
      return figureText.money(value);
  }
}

/** Gain or loss, for figures whose sign has that meaning. */
export function figureTone({ key, value }: Figure): 'gain' | 'loss' | undefined {
  if (value === null || value === 0) return undefined;
  if (key === 'equity.maxDrawdown') return 'loss';
  if (!isSigned(key)) return undefined;
  return value > 0 ? 'gain' : 'loss';
}

const inputFormat = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 8 });

/** Names and texts of the inputs of a figure, in the order of its `inputs`. */
export const inputFacts = ({ inputs }: Figure, time: (seconds: number) => string): (readonly [string, string])[] =>
  Object.keys(inputs)
    .filter(isInput)
    .map((input) => [inputNames[input], inputText(input, inputs[input] ?? null, time)]);

const isInput = (name: string): name is FigureInput => name in inputNames;

/** Inputs that name something. A trade id and a symbol may consist of digits. */
const nameInputs: ReadonlySet<FigureInput> = new Set<FigureInput>(['symbol', 'trade']);

/**
 * An input of a figure as text. Decimal texts keep all digits and get separators, numbers have up
 * to eight digits, and a number is a time if the name of the input ends with `At`.
 */
export function inputText(
  input: FigureInput,
  value: number | string | null,
  time: (seconds: number) => string,
): string {
  if (value === null) return '–';
  if (typeof value === 'string') return nameInputs.has(input) ? value : decimalText(value);
  if (input.endsWith('At')) return time(value);
  return inputFormat.format(value).replace('-', '−');
}
