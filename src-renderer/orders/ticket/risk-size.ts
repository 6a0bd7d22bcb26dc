import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { instrumentPrice } from '#renderer/format/instrument-price.ts';
import { centsText, moneyText } from '#renderer/format/money-text.ts';

export type RiskSizeInput = {
  readonly unit: 'percent' | 'money';
  /** The chosen risk, in percent of the equity or in dollars. */
  readonly amount: string | null;
  readonly equity: string | null;
  readonly entry: string | null;
  readonly stop: string | null;
  /** True: the bracket template gives the stop from the quantity, so another quantity moves it. */
  readonly stopFollowsQuantity?: boolean;
  readonly pointValue: string | null;
  readonly instrument: Instrument;
  /** Whether the entry is a buy. */
  readonly buy: boolean;
  /** Null if not known. */
  readonly tick: string | null;
};

export type RiskSize =
  | { readonly state: 'missing'; readonly text: string }
  | {
      readonly state: 'sized';
      /** Whole units, rounded down. `0` if one unit risks more than the chosen amount. */
      readonly quantity: string;
      /** The chosen risk in dollars. */
      readonly money: string;
      /** The risk of one unit in dollars. */
      readonly perUnit: string;
      /** The formula with its numbers, for display. */
      readonly formula: string;
    };

const missing = (text: string): RiskSize => ({ state: 'missing', text });

/** Size = risk ÷ (|entry − stop| × point value), rounded down. */
export function riskSize(input: RiskSizeInput): RiskSize {
  const { amount, buy, entry, stop, pointValue } = input;
  if (entry === null) return missing('The ticket has no entry price.');
  if (input.stopFollowsQuantity === true)
    return missing('The stop loss of the bracket template depends on the quantity. Type a stop loss.');
  if (stop === null) return missing('The ticket has no stop loss.');
  if (pointValue === null) return missing('The point value of this symbol is not known.');
  const distance = new Big(entry).minus(stop).abs();
  if (distance.eq(0)) return missing('Entry and stop are the same price.');
  if (new Big(entry).gt(stop) !== buy)
    return missing(`The stop loss is not ${buy ? 'below' : 'above'} the entry price.`);
  if (amount === null) return missing('Type the risk.');
  const money = moneyOf(input, amount);
  if (money === null) return missing('The equity of this strategy was never read.');
  if (money.lte(0)) return missing('The equity of this strategy is not above zero.');
  const perUnit = distance.times(pointValue);
  const quantity = money.div(perUnit).round(0, Big.roundDown).toFixed(0);
  const [entryText, stopText] = [entry, stop].map((price) => instrumentPrice(price, input.instrument, input.tick));
  const units = decimalText(money.div(perUnit).round(2, Big.roundDown).toFixed(2));
  const formula = `${centsText(money.toFixed(2))} ÷ (|${entryText} − ${stopText}| × ${moneyText(pointValue)}) = ${units}, rounded down`;
  return { state: 'sized', quantity, money: money.toFixed(2), perUnit: perUnit.toFixed(), formula };
}

function moneyOf({ unit, equity }: RiskSizeInput, amount: string): Big | null {
  if (unit === 'money') return new Big(amount);
  return equity === null ? null : new Big(equity).times(amount).div(100);
}
