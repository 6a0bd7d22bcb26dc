import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { optionName } from '#renderer/format/option-symbol.ts';

type Input = {
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly name: string | null;
  readonly pointValue: string | null;
  readonly quantity: string | null;
  /** The practice service invented the price of this symbol. */
  readonly invented: boolean;
  /** The limit or stop price, or the base price of a market order. */
  readonly price: string | null;
};

const INVENTED = 'invented price';

/** One line about the instrument: contract, point value, and the value of the whole order. */
export function instrumentLine(input: Input): string {
  const contract = contractText(input);
  // The practice service already adds this note to the name of an open position.
  const note = input.invented && contract?.endsWith(INVENTED) !== true ? INVENTED : null;
  return [contract, note, pointText(input), notionalText(input)].filter((part) => part !== null).join(' · ');
}

function contractText({ symbol, instrument, name }: Input): string | null {
  if (instrument !== 'option') return name;
  if (symbol === '') return null;
  return optionName(symbol) ?? 'Not an option symbol as the platform writes them';
}

function pointText({ instrument, pointValue, symbol }: Input): string | null {
  if (instrument === 'stock' || symbol === '') return null;
  if (instrument === 'forex') return '10,000 units a mini-lot';
  if (pointValue === null) return 'point value not known';
  return `$${decimalText(pointValue)} a point`;
}

function notionalText({ instrument, pointValue, quantity, price, symbol }: Input): string | null {
  if (quantity === null) return null;
  if (instrument === 'forex') {
    const units = new Big(quantity).times(10_000).toFixed(0);
    return `${decimalText(units)} ${symbol.slice(0, 3)}`;
  }
  if (price === null || pointValue === null) return null;
  const value = new Big(quantity)
    .times(price)
    .times(pointValue)
    .toFixed(2)
    .replace(/[.]00$/, '');
  return `${instrument === 'option' ? 'premium' : instrument === 'future' ? 'notional' : 'value'} ${moneyText(value)}`;
}
