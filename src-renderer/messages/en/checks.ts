import { actionWords } from '#renderer/format/action-words.ts';
import { stateWords } from '#renderer/format/signal-words.ts';
import { timeText } from '#renderer/format/time-text.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import type { CheckMessages } from '#contract/messages/checks.ts';
import type { SignalState } from '#contract/model/signal.ts';
import type { WordsOf } from '../catalog.ts';

export const checks: WordsOf<CheckMessages> = {
  'check.account-below-zero': ({ account, figuresTime }) =>
    `The account is below zero, at ${moneyText(account)} (${figuresTime}). No entry is sent.`,
  'check.account-unknown': () => 'The account value is not known: the size cannot be checked against it.',
  'check.value-unknown': () =>
    'The price or the point value is not known: the size cannot be checked against the account.',
  'check.beyond-account': ({ value, account, percent, limit, figuresTime }) =>
    `$${decimalText(value)} is ${decimalText(percent)} % of the account of $${decimalText(account)} (${figuresTime}). Above ${limit} % nothing is sent.`,
  'check.beyond-buying-power': ({ value, power, figuresTime }) =>
    `$${decimalText(value)} is more than the buying power of $${decimalText(power)} (${figuresTime}).`,
  'check.large-value': ({ value, account, percent, figuresTime }) =>
    `$${decimalText(value)} is ${decimalText(percent)} % of the account of $${decimalText(account)} (${figuresTime}).`,
  'check.market-closed': () => 'The market is closed: a market order fills at the open, at the price of that moment.',
  'check.over-median': ({ times, median, isValue }) =>
    isValue
      ? `About ${times} times the usual value; the median is ${moneyText(median)}.`
      : `About ${times} times the usual size; the median is ${decimalText(median)}.`,
  'check.price-far': ({ percent, ...knownPrice }) =>
    `The price is ${decimalText(percent)} % away from ${knownPriceText(knownPrice)}.`,
  'check.stop-at-once': ({ stop, buys, ...knownPrice }) =>
    `The ${buys ? 'buy' : 'sell'} stop ${stop} is ${buys ? 'not above' : 'not below'} ${knownPriceText(knownPrice)}: it may fill at once.`,
  'check.wrong-side': ({ member, ...knownPrice }) =>
    `The ${member === 'target' ? 'profit target' : 'stop loss'} is at or on the wrong side of ${knownPriceText(knownPrice)}.`,
  'check.against-position': ({ action, side, quantity, symbol }) =>
    `${actionWords[action]} is against the open ${side} position of ${decimalText(quantity)} ${symbol}.`,
  'check.both-alive': () => 'No OCA: target and stop can both fill.',
  'check.bracket-crossed': () => 'Target and stop are on the wrong sides of each other.',
  'check.bracket-on-exit': () => 'A closing order cannot have a profit target or a stop loss.',
  'check.bracket-side': ({ member, side }) =>
    `The ${member === 'target' ? 'profit target' : 'stop loss'} must be ${side} the entry.`,
  'check.closing-more': ({ quantity, positionSize }) =>
    `This closes ${decimalText(quantity)}. The position is only ${decimalText(positionSize)}.`,
  'check.condition-ended': ({ id, state }) =>
    `Order ${id}, the condition of this order, is already ${endedText(state)}.`,
  'check.condition-unlisted': ({ id }) => `Order ${id}, the condition of this order, is not listed.`,
  'check.condition-waits': () => 'The condition of this order is itself a pending order. The platform may refuse that.',
  'check.equal-refused': () =>
    'An equal order was refused, but the lists of the platform do not prove the refusal yet. If that order was accepted after all, this order closes the position a second time.',
  'check.equal-working': () => 'An equal order is working already.',
  'check.group-used': ({ id }) => `The OCA group id ${id} was used before.`,
  'check.market-order': () => 'A market order has no price limit. It fills at the market price.',
  'check.mixed-durations': () => 'DAY and GTC cannot be mixed in an OCA group: the first to expire cancels the others.',
  'check.no-stop': () => 'No stop loss: nothing protects this position.',
  'check.nothing-to-close': ({ side, symbol }) => `There is no ${side} position in ${symbol} to close.`,
  'check.refused-by-rules': ({ rule }) => `The rules of the platform refuse this order (${rule}).`,
  'check.release-past': () => 'The release time is in the past.',
  'check.replaced-ended': ({ id, state }) => `Order ${id}, which this order replaces, is already ${endedText(state)}.`,
  'check.replaced-unlisted': ({ id }) => `Order ${id}, which this order replaces, is not listed.`,
  'check.same-order': ({ seconds }) => `The same order was entered less than ${seconds} seconds ago.`,
  'check.stale': ({ age }) =>
    `The orders shown are ${age === null ? 'of unknown age' : `${age} s old`}. The platform has no live feed.`,
  'check.two-parents': () => 'An order can have only one parent: a working order, or one that is entered with it.',
  'check.protection-ends': ({ at }) =>
    `Target and stop are DAY like the entry: protection ends at ${timeText(at, 'ET').slice(11, 16)} ET.`,
};

const endedText = (state: SignalState): string => stateWords[state].toLowerCase();

const knownPriceText = ({ price, at, implied }: { price: string; at: number; implied: boolean }): string =>
  `${implied ? 'the implied price' : 'the last own fill'} ${priceText(price)} (${timeText(at, 'ET').slice(0, 16)} ET)`;
