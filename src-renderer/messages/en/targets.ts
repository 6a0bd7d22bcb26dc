import Big from 'big.js';
import type { TargetMessages } from '#contract/messages/targets.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { durationText } from '#renderer/format/duration-text.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { timeText } from '#renderer/format/time-text.ts';
import type { WordsOf, Words } from '../catalog.ts';
import { count, withPeriod } from './formats.ts';

type Positions = TargetMessages['target.left-out']['positions'];
type Lines = TargetMessages['target.fraction']['lines'];
type OldReading = TargetMessages['target.positions-old'];

const positionsText = (positions: Positions): string =>
  positions.map(({ symbol, quantity }) => `${symbol} ${decimalText(quantity)}`).join(', ');
const linesText = (lines: Lines): string =>
  lines.map(({ line, text }) => `line ${line}${text === '' ? '' : ` (${text})`}`).join(', ');
const oldText = (noun: string, { seconds, reason }: OldReading, words: Words): string => {
  const age = seconds === null ? 'were not read yet' : `were read ${durationText(seconds)} ago`;
  return `The ${noun} ${age}. A list needs a reading from the last minute.${reason === null ? '' : ` ${withPeriod(words(reason))}`}`;
};

const wholeDollars = (value: string): string => new Big(value).toFixed(0);

export const targets: WordsOf<TargetMessages> = {
  'target.unknown-plan': () => 'This plan is no longer available. Review it again. Nothing was sent.',
  'target.outdated': () => 'What this plan rests on has changed. Review it again. Nothing was sent.',
  'target.draft-conflict': () => 'Another window changed this draft after it was read here.',
  'target.not-stored': () =>
    'The file of the drafts could not be written. What you typed remains in this window only, until you close it.',
  'target.no-name': () => 'Type a name for the list.',
  'target.too-many-lists': () => 'A strategy has at most 50 named lists. Remove one first.',
  'target.empty': () => 'The list has no line. To hold nothing, use "Hold nothing".',
  'target.too-many': ({ lines }) => `The list has ${lines} lines. The platform takes at most 500.`,
  'target.no-symbol': ({ lines }) => `A symbol is missing: ${linesText(lines)}.`,
  'target.bad-symbol': ({ lines }) => `Not a symbol: ${linesText(lines)}.`,
  'target.special': ({ lines }) => `A list cannot contain "flat" or "stop": ${linesText(lines)}.`,
  'target.duplicate': ({ lines }) => `A contract is in the list twice: ${linesText(lines)}.`,
  'target.not-a-number': ({ lines }) => `Not a number: ${linesText(lines)}.`,
  'target.fraction': ({ lines }) => `Not a whole number of units: ${linesText(lines)}.`,
  'target.too-large': ({ lines }) => `The quantity has more than ten digits: ${linesText(lines)}.`,
  'target.ended': ({ lines }) => `The contract has ended: ${linesText(lines)}.`,
  'target.pending': () => 'A list was sent and is not confirmed yet. Wait for its outcome.',
  'target.beyond-limits': ({ orders }, words) =>
    orders.map(({ symbol, reason }) => `${symbol}: ${withPeriod(words(reason))}`).join(' '),
  'target.positions-old': (age, words) => oldText('positions', age, words),
  'target.orders-old': (age, words) => oldText('working orders', age, words),
  'target.positions-incomplete': ({ reason }, words) =>
    `The last reading of the positions was not complete: ${withPeriod(words(reason))} A position that could not be read is closed if your list does not name it.`,
  'target.left-out': ({ positions }) =>
    `The list leaves out ${count(positions.length, 'position')}, which closes ${positions.length === 1 ? 'it' : 'them'}: ${positionsText(positions)}.`,
  'target.holds-nothing': ({ positions }) =>
    `Nothing is to be held: ${count(positions, 'position')} will be closed, and "flat" is sent.`,
  'target.crosses-zero': ({ symbols }) => `Long becomes short, or short becomes long: ${symbols.join(', ')}.`,
  'target.fraction-kept': ({ positions }) =>
    `A list takes whole units, so the fraction is closed: ${positions
      .map(({ symbol, quantity, kept }) => `${symbol} ${decimalText(quantity)} → ${decimalText(kept)}`)
      .join(', ')}.`,
  'target.other-orders': ({ orders }) =>
    `${count(orders.length, 'order')} of your own ${orders.length === 1 ? 'is' : 'are'} working: ${orders.join(', ')}. While the list is maintained, what they fill is undone (assumed). Cancel them first if you do not want that.`,
  'target.unknown-orders': ({ orders }) =>
    `${count(orders, 'market order')} without a known outcome may fill as well: the platform then corrects the positions.`,
  'target.market-closed': ({ symbols, at }) =>
    `The market is closed: ${symbols.join(', ')}. ${symbols.length === 1 ? 'Its order is' : 'Their orders are'} sent at the opening${
      at === null ? '' : `, the first at ${timeText(at, 'ET')} ET`
    }, at an unknown price.`,
  'target.over-buying-power': ({ adds, buyPower }) =>
    `The list needs ${moneyText(adds)} more, and the buying power is ${moneyText(buyPower)}. Futures and forex count by their usual margin.`,
  'target.followers': ({ subscribers, copies }) => {
    const followers = subscribers === 0 ? [] : [count(subscribers, 'subscriber')];
    const all = [...followers, ...copies.map((broker) => `your copy at ${broker}`)];
    return `These orders are copied for ${all.join(', ')}.`;
  },
  'target.large-line': ({ positions, median }) =>
    `More than five times the median position of this strategy, ${moneyText(wholeDollars(median))}: ${positions
      .map(({ symbol, value }) => `${symbol} ${moneyText(wholeDollars(value))}`)
      .join(', ')}.`,
  'target.over-usual': ({ gross, most }) =>
    `The list holds ${moneyText(wholeDollars(gross))} long and short. This strategy never held more than ${moneyText(wholeDollars(most))}, at entry prices.`,
  'target.not-rehearsed': () =>
    'This list opens, enlarges or turns a position, and did not run on practice since it was last edited.',
  'target.drift': ({ symbols }) => `The positions deviate from the target portfolio: ${symbols.join(', ')}.`,
  'target.drift-act': () =>
    'Three readings in an open market show it. The mode may have been ended on the web screen. Send the same list again, or resume order entry.',
  'target.drift-over': () => 'The positions agree with the target portfolio again.',
  'target.drift-ended': () => 'The list from which the positions deviated is no longer maintained.',
  'target.rehearsed': ({ at, outcome }, words) =>
    `This list ran on practice at ${timeText(at, 'ET')} ET: ${withPeriod(words(outcome))}`,
  'target.locks-entry': () => 'The platform then maintains this list: order entry is locked until you resume it.',
  'target.same-list': () => 'It equals the list that is maintained: it changes nothing.',
  'target.not-priced': ({ symbols }) =>
    `The price, point value or currency rate is not known, so the exposure does not include ${symbols.join(', ')}.`,
  'target.market-practice': ({ symbols }) =>
    `By the calendar of the exchange the market is closed: ${symbols.join(', ')}. The practice service may trade at any hour.`,
};
