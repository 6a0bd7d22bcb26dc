import { timeText } from '#renderer/format/time-text.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import type { CheckMessages } from '#contract/messages/checks.ts';
import type { WordsOf } from '../catalog.ts';

export const checks: WordsOf<CheckMessages> = {
  'check.account-unknown': () => 'The account was never read: the size cannot be checked against it.',
  'check.beyond-account': ({ value, account, percent, limit, as }) =>
    `$${decimalText(value)} is ${decimalText(percent)} % of the account of $${decimalText(account)} (${as}). Above ${limit} % nothing is sent.`,
  'check.beyond-buying-power': ({ value, power, as }) =>
    `$${decimalText(value)} is more than the buying power of $${decimalText(power)} (${as}).`,
  'check.large-value': ({ value, account, percent, as }) =>
    `$${decimalText(value)} is ${decimalText(percent)} % of the account of $${decimalText(account)} (${as}).`,
  'check.market-closed': () => 'The market is closed: a market order fills at the open, at the price of that moment.',
  'check.over-median': ({ times, median }) =>
    `About ${times} times the usual size; the median is ${decimalText(median)}.`,
  'check.price-far': ({ percent, ...seen }) => `The price is ${decimalText(percent)} % away from ${seenText(seen)}.`,
  'check.stop-at-once': ({ stop, buys, ...seen }) =>
    `The ${buys ? 'buy' : 'sell'} stop ${stop} is ${buys ? 'not above' : 'not below'} ${seenText(seen)}: it may fill at once.`,
  'check.wrong-side': ({ member, ...seen }) =>
    `The ${member === 'target' ? 'profit target' : 'stop loss'} is on the wrong side of ${seenText(seen)}.`,
  'check.protection-ends': ({ at }) =>
    `Target and stop are DAY like the entry: protection ends at ${timeText(at, 'ET').slice(11, 16)} ET.`,
};

const seenText = ({ price, at, implied }: { price: string; at: number; implied: boolean }): string =>
  `${implied ? 'the implied price' : 'the last own fill'} ${priceText(price)} (${timeText(at, 'ET').slice(0, 16)} ET)`;
