import { actionWords } from '#renderer/format/action-words.ts';
import { ageText } from '#renderer/format/age.ts';
import { timeText } from '#renderer/format/time-text.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import type { ExitMessages } from '#contract/messages/exits.ts';
import type { WordsOf } from '../catalog.ts';
import { count, withPeriod } from './formats.ts';

export const exits: WordsOf<ExitMessages> = {
  'exit.group-not-shown': () =>
    'On hold: the platform has not shown the new group of the stop. Send or abandon this order in the list of orders.',
  'keep.group-elsewhere': ({ symbols }) =>
    `Replacing the stop also cancels the orders of the same group in ${symbols}.`,
  'keep.nothing': () => 'No stop of this position ends today.',
  'keep.summary': ({ symbol }) => `Keep the stop of ${symbol} overnight`,
  'exit.closing-by-orders': ({ reason }, words) => `${words(reason)} Each position is closed by an order instead.`,
  'exit.all-being-closed': ({ held }) => `Other exits may still close all ${held}. Nothing was sent.`,
  'exit.busy': () => 'Another plan runs for this strategy. Nothing was sent.',
  'exit.cancel-not-confirmed': () => 'The cancel was not confirmed.',
  'exit.close': ({ side, from, to, symbol }) => `${closeWords[side]}: ${from} → ${to} ${symbol}`,
  'exit.connection-closed': () => 'This connection was closed. Nothing was sent.',
  'exit.entry-begun': () => 'The entry was started before the program ended. The list of orders shows its outcome.',
  'exit.entry-too-late': () =>
    'Not sent: more than two minutes have passed since the plan was confirmed. Enter the order again if you still want it.',
  'exit.entry-retained': ({ symbol, quantity }) =>
    `The entry ${decimalText(quantity)} ${symbol} is in the group of a stop that remains, so the entry is not canceled.`,
  'exit.filled-first': () => 'Too late: it was filled.',
  'exit.flatten': ({ positions, remaining }) =>
    `Flatten ${count(positions, 'position')}${remaining === 0 ? '' : `, ${remaining} cannot trade now and ${remaining === 1 ? 'remains' : 'remain'} open`}`,
  'exit.flat-list': () => 'Close at market (flatten)',
  'exit.gone-already': () => 'It had already ended.',
  'exit.incomplete': ({ summary }, words) => `Not all was done: ${words(summary)}`,
  'exit.incomplete-steps': ({ strategy, steps }, words) =>
    [
      `Strategy ${withPeriod(strategy)}`,
      ...steps.map(({ text, note }) => withPeriod([text, note].map(words).filter(Boolean).join(': '))),
    ].join(' '),
  'exit.position': ({ side, quantity, symbol }) => `${side} ${decimalText(quantity)} ${symbol}`,
  'exit.group-elsewhere': ({ symbols }) =>
    `Closing this position also cancels the orders of the same group in ${symbols}.`,
  'exit.retained': ({ covered }) =>
    Number(covered) === 0 ? 'Remains open: no stop covers it' : `Remains open with its stop for ${covered}`,
  'exit.retained-with-group': ({ symbol }) =>
    `${symbol} remains open: its stop and target are in one group with those of a position that cannot be closed now.`,
  'exit.list-ended': () =>
    'The target list was ended while the plan waited for the market. The remaining positions are open.',
  'exit.list-left-on': () => 'The platform closes what is left when its market opens. Resume order entry to stop that.',
  'exit.market-closed': ({ at }) =>
    `${at === null ? 'The market may be closed: the order may wait for its opening' : `The market is closed or closes soon: the order may wait until ${timeOf(at)}`}, and any stop that it replaces is canceled now.`,
  'exit.more-than-held': ({ held }) => `The position is only ${held}. Nothing was sent.`,
  'exit.no-group': () => 'No group could be reserved in the journal.',
  'exit.no-instrument': () =>
    'The type or the quantity of this position cannot be used in an order. Use the web screen.',
  'exit.no-list': () => 'The platform has no target list.',
  'exit.not-begun': () => 'Not started: an earlier step has no clear outcome.',
  'exit.not-journaled': () => 'The order journal cannot be written. Nothing was sent.',
  'exit.not-read': () => 'Positions and orders could not be read. Nothing was sent.',
  'exit.keeps-stop': ({ free }) =>
    `Only ${decimalText(free)} can be closed for certain, but the order would replace a stop that covers more. The stop remains. Nothing was sent. Close again after the next reading.`,
  'exit.only-free': ({ sent, asked }) =>
    `Sent for ${sent} of ${asked}: other exits may still close the rest. Plan it again for what is left.`,
  'exit.nothing-left': () => 'Nothing is left to close.',
  'exit.nothing-to-flatten': () => 'No open positions and no working orders, as of the last reading.',
  'exit.order': ({ action, quantity, symbol, kind, price, replaces }) =>
    `${actionWords[action]} ${decimalText(quantity)} ${symbol} at ${price === null ? 'market' : `${kind} ${priceText(price)}`}${replaces === null ? '' : `, replaces order ${replaces}`}`,
  'exit.outdated': () =>
    'Positions or orders have changed since this was shown. Review the plan again. Nothing was sent.',
  'exit.plan-again': () =>
    'This plan cannot be resumed, because part of it may be done already. Check the position, then plan the rest again.',
  'exit.position-gone': () => 'This position is no longer open. Nothing was sent.',
  'exit.protect': ({ quantity, symbol }) => `Protect ${decimalText(quantity)} ${symbol}`,
  'exit.protected': () => 'A stop covers the whole position already.',
  'exit.read-lists': () => 'Read orders and positions',
  'exit.read-positions': () => 'Read positions until they are closed; then cancel the exits that are left',
  'exit.reverse': ({ side, quantity, symbol }) =>
    `Reverse: ${side === 'long' ? '' : '−'}${decimalText(quantity)} → ${side === 'long' ? '−' : ''}${decimalText(quantity)} ${symbol}`,
  'exit.step-failed': () => 'The program failed in this step. Check the orders.',
  'exit.still-there': ({ what }, words) =>
    what.length === 0 ? 'The lists could not be read.' : `Not closed: ${what.map(words).join(' · ')}`,
  'exit.stop-first': () => 'Resume order entry (stop)',
  'exit.stop-list': () => 'Resume order entry once the strategy is flat (stop)',
  'exit.stopped': () => 'Not started: the plan was stopped.',
  'exit.unreadable-order': ({ symbol }) => `an order${symbol === null ? '' : ` of ${symbol}`} that cannot be read`,
  'exit.unreadable-trade': () => 'an open trade that cannot be read',
  'exit.unreadable-exit': ({ symbol }) =>
    `An order that cannot be read may be a stop or target of ${symbol}. It is not canceled, and could open a position on the other side after this one is closed.`,
  'exit.unreadable-retained': ({ symbol }) =>
    `An order${symbol === null ? '' : ` of ${symbol}`} cannot be read. It may be a stop, so it is not canceled now.`,
  'exit.unreadable-unreached': () =>
    'An order cannot be read, and its id is not readable either. It is not canceled: cancel it on the website.',
  'exit.unreadable-trades': () =>
    'An open trade cannot be read. A position may be missing in this plan: look on the website.',
  'exit.unknown-plan': () => 'This plan is no longer known. Plan again. Nothing was sent.',
  'exit.works': ({ action, quantity, symbol }) => `${action} ${decimalText(quantity)} ${symbol} is still working`,
  'exit.wrong-sides': () => 'Target and stop are on the wrong sides of each other. Nothing was sent.',
  'exit.may-close-twice': () =>
    'An earlier exit of this symbol has no answer. If it was accepted, this order closes the position a second time.',
  'exit.may-turn': ({ free, held }) =>
    `${free} of ${held} are free: other orders may close the rest, or the last reading of the positions is old or incomplete. This order may reverse the position.`,
  'exit.no-reverse-while-killed': () => 'Kill is on: the new side would add risk. Close the position instead.',
  'exit.unknown': ({ seconds }) =>
    `An exit of this symbol has no answer and may still appear. Flatten now, or send another closing order in ${seconds} s.`,
  'exit.rests-on': ({ ordersAge, positionsAge, reason }, words) =>
    `This rests on positions ${readAgo(positionsAge)} and orders ${readAgo(ordersAge)}. They cannot be read now: ${withPeriod(words(reason))}`,
  'protect.cover-unknown': () =>
    'Protection unknown: an order that cannot be verified may be a stop of this position. A second stop may close it twice.',
  'protect.target-exists': () => 'Working targets already cover this quantity, so the target typed here is not sent.',
  'protection.beyond': ({ beyond, quantity, symbol }) =>
    `Exits beyond position: working orders could close ${decimalText(beyond)} ${symbol} more than the position of ${decimalText(quantity)}.`,
  'protection.beyond-act': () => 'Press X on the row of the position to cancel the excess.',
  'protection.ends': ({ time, symbols }) => `Protection ends at ${time} ET: ${symbols}`,
  'protection.ends-act': () => 'Press K on the row of the position to keep its stop overnight.',
  'protection.cover': ({ covered, quantity }) =>
    covered === '0' ? 'No working stop.' : `Stops cover ${decimalText(covered)} of ${decimalText(quantity)}.`,
  'protection.unprotected': ({ side, quantity, symbol }) => `Unprotected: ${side} ${decimalText(quantity)} ${symbol}`,
  'trim.group-elsewhere': ({ symbols }) => `This also cancels the orders of the same group in ${symbols}.`,
  'trim.less-cover': ({ after, before, quantity }) =>
    `After this, stops cover ${decimalText(after)} of ${decimalText(quantity)}. Now they cover ${decimalText(before)}. Protect the position again when this is done.`,
  'trim.nothing': () => 'Working exits close no more than the position.',
  'trim.summary': ({ beyond, symbol }) => `Cancel exits that exceed the ${symbol} position by ${decimalText(beyond)}`,
};

const closeWords = { long: actionWords.STC, short: actionWords.BTC } as const;

const timeOf = (at: number): string => `${timeText(at, 'ET').slice(0, 16)} ET`;

const readAgo = (age: number | null): string => (age === null ? 'of unknown age' : `read ${ageText(age)}`);
