import { actionWords } from '#renderer/format/action-words.ts';
import type { EchoDifference, EchoMember, Message, MessageCode, Text } from '#contract/message.ts';
import { ageText } from '#renderer/format/age.ts';
import { timeText } from '#renderer/format/time-text.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { priceText } from '#renderer/format/price-text.ts';

type Words = (text: Text) => string;
type Params<Code extends MessageCode> = Extract<Message, { code: Code }>;

/** The text of every message code of core, in en-US. `words` formats a text inside a message. */
export const en: { readonly [Code in MessageCode]: (message: Params<Code>, words: Words) => string } = {
  'replace.canceling-first': () => 'the order that it replaces is being canceled first.',
  'replace.cancel-not-proved': () =>
    'nothing proves that the order it replaces is canceled. Send cancels that one again first.',
  'connection.too-many': ({ limit }) =>
    `There are ${limit} connections, which is the most. Remove one first. Nothing was saved.`,
  'preferences.too-large': ({ limit }) =>
    `Layouts and drafts may take ${limit} MB together. Delete some first. Nothing was saved.`,
  'connection.asked-to-wait': ({ until }) => `The service asked to wait until ${timeText(until, 'ET')} ET.`,
  'access.subscriber': () => 'You subscribe to this strategy: its owner enters the orders.',
  'access.unknown': () =>
    'The platform refuses data that only the owner of this strategy may read. New orders wait. Cancels and closing orders are still sent.',
  'replace.ends-group': ({ orders }) =>
    orders === 1
      ? 'The other order of its group is canceled with it.'
      : `The ${orders} other orders of its group are canceled with it.`,
  'replace.held-back': ({ reason }, words) => `the old order is canceled. ${words(reason)}`,
  'replace.interrupted': ({ canceled }) =>
    canceled
      ? 'the old order is canceled; the program ended before the new one was sent.'
      : 'the program ended before the cancel of the old order was proved. Send cancels that one again first.',
  'replace.leaves-out': ({ member, value }) => `${leftOut(member, value)} of the replaced order is left out.`,
  'replace.links-unknown': () =>
    'The replaced order was entered elsewhere: its bracket and its group are not known, and its bracket ends with it.',
  'replace.old-traded': () => 'The order that it was to replace was filled. Nothing was sent.',
  'replace.proved-late': () => 'the old order is canceled. Send the new one, or withdraw it.',
  'replace.stop-missing': ({ symbol }) =>
    `${symbol} has no stop: the old one is canceled and the new one is not sent. Send it or protect the position.`,
  'replace.two-steps': () =>
    'Done in two steps: the old order is canceled, and this one is sent when the cancel is proved. Between them neither works.',
  'cancel.different': ({ differences }) =>
    `The platform's answer is about another order than the one to be canceled: ${listOf(differences)}. Check both.`,
  'cancel.unreadable': ({ count, label }, words) => {
    const orders = count === 1 ? '1 unreadable order' : `${count} unreadable orders`;
    return label === null ? `Cancel ${orders}` : `${words(label)} and ${orders}`;
  },
  'connection.changing': () => 'The connection is being changed. Nothing was done.',
  'connection.not-opened': ({ name, reason }) =>
    `“${name}” could not be opened${reason === '' ? '.' : `: ${endOf(reason)}`} No connection is open: nothing is read or sent.`,
  'risk.killed-without-connection': () => 'The kill switch is on. No connection is open.',
  'connection.open-orders': ({ act, count }) =>
    `${count === 1 ? 'One order of this connection is' : `${count} orders of this connection are`} still open. ${
      act === 'remove'
        ? 'Cancel or resolve them before you remove it.'
        : 'Cancel or resolve them before you change its address. A new address is a new connection.'
    } Nothing was changed.`,
  'connection.key-of-another-address': () =>
    'The stored key belongs to another address. Type the key for this one. Nothing was sent.',
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
  'confirm-to-go-on': ({ warning }, words) => `${words(warning)} Confirm it to go on.`,
  'desired.appeared-late': () =>
    'A target list that a newer one had replaced took effect after all. Flatten, or resume order entry.',
  'desired.contradicted': () =>
    'The platform does not show the target portfolio that was sent. Check the web screen, then send it again or stop.',
  'desired.mode': ({ mode }) => desiredModes[mode],
  'desired.maintaining': () => 'The platform maintains a target portfolio for this strategy: it accepts no orders.',
  'desired.overtaken': () => 'A replaced target list can still take effect for up to two minutes. Entries wait.',
  'desired.not-confirmed': () => 'A target portfolio was not confirmed',
  'desired.one-at-a-time': () =>
    'The target list before this one is not confirmed yet; one is sent at a time. Nothing was sent.',
  'desired.stop-not-read': () =>
    'Order entry was resumed; entries wait until a reading of the target portfolio shows it.',
  'desired.unconfirmed': () => 'A target portfolio was sent and is not confirmed yet. Orders wait until it is.',
  'desired.type-off': () => 'Type "off" to declare that the mode was ended elsewhere. Nothing was changed.',
  'entry.first-read-pending': () => 'New orders wait for a first reading of the working orders.',
  'host.process-ended': ({ kind }) => `${kind} process ended`,
  'host.process-restarts': () =>
    'The program starts it again by itself. If this repeats, send the diagnostics from the Help menu.',
  'host.window-ended': () => 'The window was reloaded',
  'host.window-reloaded': () =>
    'Its process ended. Orders that were sent are followed as before. What was typed and not sent is lost.',
  'echo.different': ({ differences }) =>
    `The platform accepted a different order than was sent: ${listOf(differences)}.`,
  'list.different': ({ differences }) =>
    `The platform's list shows a different order than was sent: ${listOf(differences)}.`,
  'list.replaced-works': ({ serviceId }) => `It replaced order ${serviceId}, which still works: both can fill.`,
  'list.works-before-release': ({ until }) => `It works now; it was to wait until ${newYork.format(until * 1_000)} ET.`,
  'list.works-unconditionally': ({ parent }) =>
    `It works now; it was to wait for the fill of order ${parent}, which is not filled.`,
  'file.lost': ({ name }) => `${name} was lost`,
  'file.lost-copy': ({ aside, copyAt }) => {
    const what = aside === null ? 'The file was missing.' : `It could not be read. It was moved to ${aside}.`;
    return copyAt === null
      ? `${what} There is no copy of it: everything in it has to be entered again.`
      : `${what} The copy of ${timeText(copyAt, 'ET')} ET is used.`;
  },
  'file.not-a-folder': ({ name }) => `${name} is not a folder`,
  'file.moved': ({ aside }) => `A file was in its place. It was moved to ${aside}, and a new folder was made.`,
  'recovery.not-typed': () => 'Type the words to confirm. Nothing was changed.',
  'recovery.unknown': () => 'This file no longer needs a choice. Nothing was changed.',
  'recovery.failed': ({ reason }) => `This failed: ${endOf(reason)} The file is unchanged.`,
  'recovery.damaged-too': () => 'This copy cannot be used either. Choose another one.',
  'recovery.busy': () => 'Done. Choose the connection again in Settings, so that it works on the file.',
  'practice.not-started-title': () => 'Practice did not start',
  'practice.not-started': ({ reason }) => endOf(reason),
  'exit.group-not-shown': () =>
    'On hold: the platform has not shown the new group of the stop. Send it from its row, or leave it out.',
  'keep.nothing': () => 'No stop of this position ends today.',
  'keep.summary': ({ symbol }) => `Keep the stop of ${symbol} overnight`,
  'nothing-sent': ({ reason }, words) => `${words(reason)} Nothing was sent.`,
  'entry.journal-restored': () =>
    'The order journal came from a copy. New orders wait until the lists of the platform are read, two minutes from the start.',
  'entry.orders-too-old': ({ seconds }) =>
    `The working orders were last read ${seconds} s ago; new orders wait for a fresh reading.`,
  'entry.strategy-unread': ({ since, reason }, words) =>
    `The orders of this strategy could not be read since ${timeText(since, 'ET')} ET: ${endOf(words(reason))} New orders wait. Cancels and closing orders are still sent.`,
  'exit.closing-by-orders': ({ reason }, words) => `${words(reason)} Each position is closed by an order instead.`,
  'open-orders.order': ({ action, quantity, symbol, systemId, state }, words) =>
    `${actionWords[action]} ${decimalText(quantity)} ${symbol} (strategy ${systemId}): ${words(state)}`,
  'open-orders.target': ({ systemId }) => `Strategy ${systemId}: the outcome of a target list is not known.`,
  'exit.all-being-closed': ({ held }) => `Other exits may still close all ${held}. Nothing was sent.`,
  'exit.busy': () => 'Another plan runs for this strategy. Nothing was sent.',
  'exit.cancel-not-confirmed': () => 'The cancel was not confirmed.',
  'exit.close': ({ side, from, to, symbol }) => `${closeWords[side]}: ${from} → ${to} ${symbol}`,
  'exit.connection-closed': () => 'This connection was closed. Nothing was sent.',
  'exit.entry-begun': () => 'The entry was started before the program ended. Its row shows the outcome.',
  'exit.entry-kept': ({ symbol, quantity }) =>
    `The entry ${decimalText(quantity)} ${symbol} is in the group of a stop that remains: it is not canceled.`,
  'exit.filled-first': () => 'Too late: it was filled.',
  'exit.flatten': ({ positions, kept }) =>
    `Flatten ${count(positions, 'position')}${kept === 0 ? '' : `, ${kept} cannot trade now and ${kept === 1 ? 'remains' : 'remain'} open`}`,
  'exit.flat-list': () => 'Close at market (flatten)',
  'exit.gone-already': () => 'It had already ended.',
  'exit.held': ({ side, quantity, symbol }) => `${side} ${decimalText(quantity)} ${symbol}`,
  'exit.group-elsewhere': ({ symbols }) => `Closing it also cancels the orders of its group in ${symbols}.`,
  'exit.kept': ({ covered }) =>
    Number(covered) === 0 ? 'Remains open: no stop covers it' : `Remains open with its stop for ${covered}`,
  'exit.kept-with-group': ({ symbol }) =>
    `${symbol} remains open: its stop and target are in one group with those of a position that cannot be closed now.`,
  'exit.list-ended': () =>
    'The target list was ended while the plan waited for the market. The remaining positions are open.',
  'exit.list-left-on': () => 'The platform closes what is left when its market opens. Resume order entry to stop that.',
  'exit.market-closed': ({ at }) =>
    `The market is not open${at === null ? '' : ` before ${timeOf(at)}`}: the order waits for it, and the stop that it replaces is canceled now.`,
  'exit.more-than-held': ({ held }) => `The position is only ${held}. Nothing was sent.`,
  'exit.no-group': () => 'No group could be reserved in the journal.',
  'exit.no-instrument': () => 'Its type or its quantity cannot be put into an order. Use the web screen.',
  'exit.no-list': () => 'The platform has no target list.',
  'exit.not-begun': () => 'Not started: an earlier step has no clear outcome.',
  'exit.not-journaled': () => 'The order journal cannot be written. Nothing was sent.',
  'exit.not-read': () => 'Positions and orders could not be read. Nothing was sent.',
  'exit.keeps-stop': ({ free }) =>
    `Only ${decimalText(free)} can be closed for certain, and the order would replace the stop of more. The stop remains. Nothing was sent. Close again after the next reading.`,
  'exit.only-free': ({ sent, asked }) =>
    `Sent for ${sent} of ${asked}: other exits may still close the rest. Plan it again for what is left.`,
  'exit.nothing-left': () => 'Nothing is left to close.',
  'exit.nothing-to-flatten': () => 'No open positions and no working orders, as of the last reading.',
  'exit.order': ({ action, quantity, symbol, kind, price, replaces }) =>
    `${actionWords[action]} ${decimalText(quantity)} ${symbol} at ${price === null ? 'market' : `${kind} ${priceText(price)}`}${replaces === null ? '' : `, replaces order ${replaces}`}`,
  'exit.outdated': () => 'Positions or orders have changed since this was shown. Plan again; nothing was sent.',
  'exit.plan-again': () => 'Part of it may be done already. Plan it again from the position.',
  'exit.position-gone': () => 'This position is no longer open. Nothing was sent.',
  'exit.protect': ({ quantity, symbol }) => `Protect ${decimalText(quantity)} ${symbol}`,
  'exit.protected': () => 'A stop covers the whole position already.',
  'exit.read-lists': () => 'Read orders and positions',
  'exit.read-positions': () => 'Read until closed; then cancel the exits that are left',
  'exit.reverse': ({ side, quantity, symbol }) =>
    `Reverse: ${side === 'long' ? '' : '−'}${decimalText(quantity)} → ${side === 'long' ? '−' : ''}${decimalText(quantity)} ${symbol}`,
  'exit.step-failed': () => 'The program failed in this step. Check the orders.',
  'exit.still-there': ({ what }, words) =>
    what.length === 0 ? 'The lists could not be read.' : `Not closed: ${what.map(words).join(' · ')}`,
  'exit.stop-first': () => 'Resume order entry (stop)',
  'exit.stop-list': () => 'Resume order entry once it is flat (stop)',
  'exit.stopped': () => 'Not started: the plan was stopped.',
  'exit.unknown-plan': () => 'This plan is no longer known. Plan again. Nothing was sent.',
  'exit.works': ({ action, quantity, symbol }) => `${action} ${decimalText(quantity)} ${symbol} still works`,
  'exit.wrong-sides': () => 'Target and stop are on the wrong sides of each other. Nothing was sent.',
  'exit.may-close-twice': () =>
    'An earlier exit of this symbol has no answer. If it was accepted, this order closes the position a second time.',
  'exit.may-turn': ({ free, held }) =>
    `${free} of ${held} are free: other orders may close the rest, or the position was read too long ago. This order may reverse the position.`,
  'exit.no-reverse-while-killed': () => 'Kill is on: the new side would add risk. Close the position instead.',
  'exit.unknown': ({ seconds }) =>
    `An exit of this symbol has no answer and may still appear. Flatten now, or send another closing order in ${seconds} s.`,
  'kill.on': ({ reason }) =>
    `The kill switch is on: new risk is not sent. Cancels, exits and stops are. Reason: ${endOf(reason)}`,
  'kill.reduces-only': () => 'Kill is on: this only reduces.',
  'order.alarms': ({ alarms }, words) => alarms.map(words).join(' '),
  'order.journal-restored': () => 'The order journal came from a copy: this order may have been sent since.',
  'exit.rests-on': ({ ordersAge, positionsAge, reason }, words) =>
    `This rests on positions ${readAgo(positionsAge)} and orders ${readAgo(ordersAge)}. They cannot be read now: ${endOf(words(reason))}`,
  'order.ambiguous': ({ sent, reason }, words) =>
    `Sent ${sent}, no answer, and ${endOf(words(reason))} Compare them; do not enter it again.`,
  'order.not-visible': ({ reason, until }, words) => {
    const still = `${endOf(capital(words(reason)))} It can still appear.`;
    return until === null ? still : `${still} The lists are checked until ${until} ET.`;
  },
  'order.whole-quantity': () => 'Entries are sent in whole units.',
  'order.contradicted': ({ serviceId }) =>
    `Contradicted: the platform's list shows order ${serviceId} more than once with different contents. It cannot be changed here until a list shows one record.`,
  'order.confirm-to-send': ({ warning }, words) => `${words(warning)} Confirm it to send the order.`,
  'order.duplicate': ({ state }, words) =>
    `Duplicate: an equal order has no clear outcome yet. ${words(state)} Nothing was sent.`,
  'order.not-now': ({ act, state }, words) => `${notNow[act]}: ${words(state)}`,
  'order.not-verifiable': ({ sent, until }) => {
    const text = `Sent ${sent}. Cannot be verified: a record of the platform's list that cannot be read could be this order. It may be working or filled.`;
    return until === null ? text : `${text} The lists are checked until ${until} ET.`;
  },
  'order.record-unreadable': () =>
    'The platform shows this order, but its record cannot be read: price and state are not known.',
  'order.on-hold': ({ reason }, words) => `On hold, nothing was sent: ${endOf(words(reason))}`,
  'order.not-understood': ({ sent, answer }) =>
    `Sent ${sent}. Answered, but not understood: ${answer.join(' · ')}. It may be working or filled. We are checking; do not enter it again.`,
  'order.not-sent': ({ reason }, words) => `Not sent: ${endOf(words(reason))}`,
  'check.protection-ends': ({ at }) =>
    `Target and stop are DAY like the entry: protection ends at ${timeText(at, 'ET').slice(11, 16)} ET.`,
  'protect.cover-unknown': () =>
    'Protection unknown: an order that cannot be verified may be a stop of this position. A second stop may close it twice.',
  'protect.target-exists': () => 'Working targets are used; the target typed here is left out.',
  'protection.beyond': ({ beyond, quantity, symbol }) =>
    `Exits beyond position: working orders could close ${decimalText(beyond)} ${symbol} more than the position of ${decimalText(quantity)}.`,
  'protection.beyond-act': () => 'Press X on the row of the position to cancel the excess.',
  'protection.ends': ({ time, symbols }) => `Protection ends at ${time} ET: ${symbols}`,
  'protection.ends-act': () => 'Press K on the row of the position to keep its stop overnight.',
  'protection.cover': ({ covered, quantity }) =>
    covered === '0' ? 'No stop works.' : `Stops cover ${decimalText(covered)} of ${decimalText(quantity)}.`,
  'protection.unprotected': ({ side, quantity, symbol }) => `Unprotected: ${side} ${decimalText(quantity)} ${symbol}`,
  'trim.nothing': () => 'Working exits close no more than the position.',
  'trim.summary': ({ beyond, symbol }) => `Cancel exits of ${decimalText(beyond)} ${symbol} beyond the position`,
};

const leftOutNames = {
  target: 'The profit target',
  stop: 'The stop loss',
  condition: 'The condition on order',
  release: 'The release time',
} as const;

/** A member that the replacement does not have. A release time is in Unix seconds. */
const leftOut = (member: keyof typeof leftOutNames, value: string): string =>
  `${leftOutNames[member]} ${member === 'release' ? `${timeText(Number(value), 'ET')} ET` : value}`;

const closeWords = { long: 'Sell to close', short: 'Buy to cover' } as const;

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const timeOf = (at: number): string => `${timeText(at, 'ET').slice(0, 16)} ET`;

const desiredModes = {
  'never-read': 'The target portfolio was never read.',
  off: 'No target portfolio is maintained, as far as it was read.',
  maintaining: 'The platform maintains this list and places market orders for it; other order entry is off.',
  pending: 'Sent, no clear answer yet. Both lists are shown; it is read back until one is certain.',
  'maybe-off': 'This list was the last one sent. The web screen can switch it off unseen, so it may be off.',
} as const;
const readAgo = (age: number | null): string => (age === null ? 'that were never read' : `read ${ageText(age)}`);

const seenText = ({ price, at, implied }: { price: string; at: number; implied: boolean }): string =>
  `${implied ? 'the implied price' : 'the last own fill'} ${priceText(price)} (${timeText(at, 'ET').slice(0, 16)} ET)`;

const notNow = {
  confirm: 'It cannot be confirmed now',
  withdraw: 'It cannot be withdrawn now',
  decide: 'This cannot be chosen now',
} as const;

const memberNames: Readonly<Record<EchoMember, string>> = {
  action: 'action',
  'both-alive': 'group of target and stop',
  condition: 'conditional on order',
  duration: 'time in force',
  group: 'OCA group',
  kind: 'order type',
  limit: 'limit',
  parent: 'parent',
  'parent-action': 'action of the parent',
  'parent-duration': 'time in force of the parent',
  'parent-kind': 'order type of the parent',
  'parent-limit': 'limit of the parent',
  'parent-quantity': 'quantity of the parent',
  'parent-stop': 'stop of the parent',
  'parent-symbol': 'symbol of the parent',
  'parent-type': 'type of the parent',
  quantity: 'quantity',
  release: 'release time',
  replaces: 'replaces order',
  stop: 'stop',
  'stop-loss': 'stop loss',
  strategy: 'strategy',
  symbol: 'symbol',
  target: 'profit target',
  type: 'type',
};

/** "quantity 100 → 10, stop loss 145.5 → none". */
const listOf = (differences: readonly EchoDifference[]): string =>
  differences
    .map(({ member, sent, echoed }) => `${memberNames[member]} ${sent ?? 'none'} → ${echoed ?? 'none'}`)
    .join(', ');

const newYork = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** A reason as the end of a sentence, with a period if it has none. */
const endOf = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
