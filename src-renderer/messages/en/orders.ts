import { actionWords } from '#renderer/format/action-words.ts';
import { commandWords } from '#renderer/format/command-words.ts';
import { timeText } from '#renderer/format/time-text.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { stateWords } from '#renderer/format/signal-words.ts';
import type { EchoDifference, EchoMember } from '#contract/message.ts';
import type { CancelName, OrderMessages } from '#contract/messages/orders.ts';
import type { Action } from '#contract/model/scalars.ts';
import type { OrderKind, SignalRole } from '#contract/model/signal.ts';
import type { WordsOf } from '../catalog.ts';
import { count, withPeriod } from './formats.ts';

export const orders: WordsOf<OrderMessages> = {
  'order.price': (price) => priceOf(price),
  'order.line': (order) => `${lineOf(order)} ${priceOf(order)}`,
  'preview.order': ({ role, duration, ...order }) => {
    const line = `${previewRoles[role]}${lineOf(order)} ${priceOf(order)}`;
    return duration === null ? line : `${line}, ${duration}`;
  },
  'preview.summary': ({ action, before, after, symbol }) =>
    `${actionWords[action]}: ${decimalText(before)} → ${decimalText(after)} ${symbol}`,
  'cause.canceled-here': () => 'Canceled here',
  'cause.expired': () => 'Expired',
  'cause.parent-ended': ({ state }) => `Parent ${stateWords[state].toLowerCase()}, never filled`,
  'cause.parent-working': (order) => `Waits for the fill of ${nameOf(order)}`,
  'cause.replaced': () => 'Replaced by a newer order',
  'cause.sibling': ({ role, state }) => `${siblings[role]} of its OCA group ${siblingEnds[state]}`,
  'cause.unknown': ({ state }) => `${stateWords[state]} (reason unknown)`,
  'notice.order': ({ news, ...order }) => `${orderNews[news]}: ${nameOf(order)}`,
  'notice.leg-filled': ({ leg, ...order }) => `${legs[leg]} filled: ${nameOf(order)}`,
  'notice.fill-price': ({ price }) =>
    price === null ? 'The platform shows it as filled.' : `Fill price ${priceText(price)}.`,
  'notice.contradicted': ({ serviceId }) => `Contradicting records: order ${serviceId}`,
  'notice.cancel': ({ news }) => cancelNews[news],
  'cancel.not-confirmed': ({ answer }, words) => `The order may still be working. ${answer.map(words).join(' · ')}`,
  'cancel.connection-closed': () =>
    'This connection was closed. The cancel was not sent: open the connection again, and cancel there.',
  'cancel.not-finished': () =>
    'The program ended before the answer to the cancel. Check whether the order is still working.',
  'cancel.ended': ({ state }) => `It is already ${stateWords[state].toLowerCase()}.`,
  'cancel.nothing': () => 'Nothing to cancel',
  'cancel.not-listed': () => 'It is no longer listed.',
  'cancel.protects': () => 'Its entry has filled, so it protects the position. Choose it alone to cancel it.',
  'cancel.on-its-way': () => 'It has no answer yet. Wait for the answer, then cancel it.',
  'cancel.one': ({ order }) => `Cancel ${cancelName(order)}`,
  'cancel.some': ({ count: canceled, total, named }) => {
    const names = [...named.map(cancelName), ...(canceled > named.length ? ['…'] : [])];
    return `Cancel ${canceled} of ${total} (${names.join(', ')})`;
  },
  'replace.canceling-first': () => 'the order that it replaces is being canceled first.',
  'replace.cancel-not-proved': () =>
    'nothing proves that the order it replaces is canceled. "Send now" cancels that order again first.',
  'replace.ends-group': ({ orders }) =>
    orders === 1
      ? 'The other order of its group is canceled with it.'
      : `The ${orders} other orders of its group are canceled with it.`,
  'replace.ends-waiting': ({ orders }) =>
    orders === 1
      ? 'An order waits for the replaced one. It is canceled with it or never starts.'
      : `${orders} orders wait for the replaced one. They are canceled with it or never start.`,
  'replace.not-sent': ({ reason }, words) => `the old order is canceled. ${words(reason)}`,
  'replace.in-progress': ({ state }, words) =>
    `Another replacement of this order is not over yet. ${words(state)} If it is on hold, confirm or withdraw it first. Nothing was sent.`,
  'replace.interrupted': ({ canceled }) =>
    canceled
      ? 'the old order is canceled; the program ended before the new one was sent.'
      : 'the program ended before the cancel of the old order was proved. "Send now" cancels that order again first.',
  'replace.leaves-out': ({ member, value }) => `${leftOutText(member, value)} of the replaced order is left out.`,
  'replace.links-unknown': () =>
    'The replaced order was entered elsewhere: its bracket and its group are not known. If it has a bracket, that is canceled with it.',
  'replace.old-traded': () => 'The order that it was to replace was filled. The new order was not sent.',
  'replace.replaced-already': ({ serviceId }) =>
    `the old order is canceled, perhaps because order ${serviceId} replaced it. If you send the new one, there may be two.`,
  'replace.proved-late': () => 'the old order is canceled. Send the new one, or withdraw it.',
  'replace.stop-missing': ({ symbol }) =>
    `${symbol} has no stop: the old one is canceled and the new one is not sent. Send it or protect the position.`,
  'replace.two-steps': () =>
    'Done in two steps: the old order is canceled, and this one is sent when the cancel is proved. In between, neither order is working.',
  'replace.withdrawn': ({ canceled }) =>
    `Withdrawn before it was sent. ${canceled ? 'The order that it was to replace is canceled.' : 'A cancel of the order that it was to replace was requested.'}`,
  'cancel.different': ({ differences }) =>
    `The platform's answer is about another order than the one to be canceled: ${differencesText(differences)}. Check both.`,
  'cancel.also-filled': ({ price }) =>
    `The platform's answer confirms the cancel and shows a fill${price === null ? '' : ` at ${price}`}. Check the position.`,
  'cancel.unreadable': ({ count: unreadable, label }, words) => {
    const orders = count(unreadable, 'unreadable order');
    return label === null ? `Cancel ${orders}` : `${words(label)} and ${orders}`;
  },
  'entry.first-read-pending': () => 'New orders wait for a first reading of the working orders.',
  'echo.different': ({ differences }) =>
    `The platform accepted a different order than was sent: ${differencesText(differences)}.`,
  'list.different': ({ differences }) =>
    `The platform's list shows a different order than was sent: ${differencesText(differences)}.`,
  'list.replaced-works': ({ serviceId }) => `It replaced order ${serviceId}, which still works: both can fill.`,
  'list.works-before-release': ({ until }) =>
    `It is working already, but was to wait until ${timeText(until, 'ET')} ET.`,
  'list.works-unconditionally': ({ parent }) =>
    `It is working already, but was to wait for the fill of order ${parent}, which is not filled.`,
  'entry.journal-restored': () =>
    'The order journal may lack orders that were sent: it was restored, repaired or made new. New orders wait for a reading of the lists of the platform, which begins two minutes after the start of the program.',
  'entry.orders-too-old': ({ seconds }) =>
    seconds === null
      ? 'The clock was set back since the working orders were read; new orders wait for a fresh reading.'
      : `The working orders were last read ${seconds} s ago; new orders wait for a fresh reading.`,
  'entry.strategy-unread': ({ since, reason }, words) =>
    `The orders of this strategy could not be read since ${timeText(since, 'ET')} ET: ${withPeriod(words(reason))} New orders wait. Cancels and closing orders are still sent.`,
  'open-orders.order': ({ action, quantity, symbol, systemId, state }, words) =>
    `${actionWords[action]} ${decimalText(quantity)} ${symbol} (strategy ${systemId}): ${words(state)}`,
  'open-orders.target': ({ systemId }) => `Strategy ${systemId}: the outcome of a target list is not known.`,
  'open-orders.act': ({ command }) => `${commandWords(command)}: the outcome is not known.`,
  'open-orders.changes': ({ count }) =>
    `A run of changes has not ended: ${count === 1 ? 'one change was' : `${count} changes were`} not sent. Resume or stop it.`,
  'order.alarms': ({ alarms }, words) => alarms.map(words).join(' '),
  'order.journal-restored': () =>
    'The order journal came from a backup copy: this order may have been sent after the copy was made.',
  'order.ambiguous': ({ sent, answered, reason }, words) =>
    `${sentAt(sent)}, ${answered ? 'answered, but not understood' : 'no answer'}, and ${withPeriod(words(reason))} Compare them; do not enter it again.`,
  'order.not-visible': ({ reason, until }, words) => {
    const text = `${withPeriod(capitalized(words(reason)))} It can still appear.`;
    return until === null ? text : `${text} The lists are checked until ${timeText(until, 'ET')} ET.`;
  },
  'order.candidate': ({ status, postedAt, ...order }) =>
    `${nameOf(order)} ${priceOf(order)}, ${status}, posted ${timeOf(postedAt)}`,
  'order.accepted': () => 'Accepted by the platform.',
  'order.closed-absent': () => 'Not visible for 24 hours. Most likely it was never accepted.',
  'order.exposed': () =>
    'The order that it was to replace is gone, and the new one is not visible: the position may be unprotected. The new order can still appear.',
  'order.landed': ({ answered }) =>
    answered
      ? 'The answer did not confirm this order, but the platform shows it under its own id.'
      : 'No answer came, but the platform shows this order under its own id.',
  'order.landed-probable': () =>
    'Found an order that matches in every visible detail. The platform does not confirm that it is this one.',
  'order.no-answer': ({ sent }) =>
    `${sentAt(sent)}, no answer. It may be working or filled. We are checking; do not enter it again.`,
  'order.queued': () => 'Queued. Nothing was sent yet.',
  'order.rejected': () => 'Rejected by the platform, and not among the working orders.',
  'order.rejected-soft': () => 'Rejected by the platform. We are checking that it is not listed.',
  'order.resend-asked': () => 'Not visible after 2 minutes. It waits to be sent again under its own id.',
  'order.sending': () => 'Submitted. No answer yet.',
  'order.withdrawn': () => 'Withdrawn before it was sent.',
  'hold.staged': () => 'it was staged, to be sent later',
  'hold.too-old': ({ seconds }) => `it waited longer than ${seconds} seconds`,
  'hold.program-ended': () => 'the program ended before it was sent',
  'hold.connection-closed': () => 'the connection was closed',
  'hold.canceled': () => 'a cancel was requested, so the order was not sent again',
  'hold.no-connection': () => 'the platform stopped answering',
  'probe.running': () => 'The probe is already running.',
  'probe.no-test-strategy': () => 'The probe runs only on a strategy marked as a test. Nothing was sent.',
  'probe.not-accepted': () =>
    'The order of the probe was not accepted, or its outcome is not known; check its row. The probe has no result.',
  'probe.unclear': ({ step, reason }, words) =>
    `The step "${step}" had no clear answer: ${withPeriod(words(reason))} The order of the probe may still be working; check its row. The probe has no result.`,
  'lost.program-ended': () => 'the program ended before its answer came',
  'lost.not-recorded': () => 'it was sent before it was recorded',
  'lost.sent-again': ({ reason }, words) =>
    `Not sent again: ${withPeriod(words(reason))} The order that was sent first may be working or filled. We are checking; do not enter it again.`,
  'lost.other-order': () => 'the answer does not name this order',
  'lost.unreadable-answer': ({ httpStatus }) => `the answer could not be read (HTTP ${httpStatus})`,
  'lost.unknown-refusal': ({ answer }) => `refused in words that are not known: ${answer}`,
  'ambiguous.matches': ({ count: matches }) => `${matches} orders match in every visible detail`,
  'absent.late': () => 'not visible after 2 minutes',
  'absent.parent-listed': () =>
    'not visible after 2 minutes, but an order that equals its parent is: the lists may hide an order that waits. Do not enter it again before you have looked at that parent',
  'absent.replace-not-done': ({ old }) => {
    if (old === 'filled') return 'the replacement was not done: the old order was filled';
    const fate = 'replacedBy' in old ? `was replaced by order ${old.replacedBy}` : `is still ${old.status}`;
    return `the replacement was not done: the old order ${fate}`;
  },
  'absent.replace-lost': ({ old }) =>
    `the order that it was to replace is ${endedWords[old]}, and the new one is not visible after 2 minutes`,
  'alarm.appeared': () => 'An order believed lost has appeared.',
  'alarm.both-filled': () => 'Target and stop were both filled, although one should have canceled the other.',
  'alarm.copies': ({ serviceIds }) =>
    `${serviceIds.length === 1 ? `Order ${serviceIds.join()} matches` : `Orders ${serviceIds.join(', ')} match`} this order in every visible detail, and only one was sent from here. The platform does not show whether the network duplicated it or it was entered elsewhere. Cancel what you do not want.`,
  'alarm.duplicates': ({ count: orders }) => `The platform has ${orders} orders under this order's own id.`,
  'alarm.parent-duplicates': ({ count: orders }) =>
    `The platform has ${orders} orders under the own id of this order's parent.`,
  'alarm.other-order': ({ serviceId }) =>
    `This order was taken for order ${serviceId}, which matches it in every visible detail. The platform now shows this one under its own id, so these are two orders. Cancel what still works and you do not want.`,
  'alarm.record-of-other': ({ serviceId }) =>
    `This order was taken for order ${serviceId}, but the platform now shows that one under another own id. This order may not have arrived, or may still appear. Check the working orders before you enter it again.`,
  'alarm.id-used': () =>
    'The platform refused its id as used before, and yet shows no such order. Check the web screen.',
  'alarm.refused-but-listed': () => 'The platform refused this order, and yet it is listed.',
  'alarm.replace-lost': ({ old }) =>
    `A replacement was lost: the old order is ${endedWords[old]} and the new one is not listed.`,
  'alarm.replaced-works': () => 'The replacement is listed, and the order that it replaces is still working.',
  'preview.missed': ({ member, shown }) =>
    shown
      ? `The answer names ${missedWords[member]} that the preview did not show.`
      : `The preview showed ${missedWords[member]}. The answer names none.`,
  'order.group-id-used': ({ id }) => `The group id ${id} is already the id of an order. Nothing was sent.`,
  'order.whole-quantity': () => 'The quantity of an entry must be a whole number.',
  'order.contradicted': ({ serviceId }) =>
    `Contradicted: the platform's list shows order ${serviceId} more than once with different contents. It cannot be changed here until a list shows one record.`,
  'order.confirm-to-send': ({ warning }, words) => `${words(warning)} Confirm this warning to send the order.`,
  'order.unknown-row': () => 'This order is not in the journal.',
  'order.intent-used': () => 'This press was already used for another request. Nothing was sent.',
  'order.entered-before': ({ at, staged }) => {
    const done = staged ? 'staged' : 'sent';
    return `This order was entered at ${clockText(at)}, when its answer was lost. Nothing was ${done} now. Look at it in the list of orders before you press again.`;
  },
  'order.not-armed': () => 'The desk is not armed for this strategy. Nothing was sent.',
  'order.connection-closed': ({ staging }) => `This connection was closed. Nothing was ${staging ? 'staged' : 'sent'}.`,
  'order.duplicate-of': ({ ownId }) =>
    `Duplicate: an equal order is open (own id ${ownId}). The two could not be distinguished. Nothing was sent.`,
  'order.confirm-age': ({ minutes }) =>
    `Its price was confirmed ${count(minutes, 'minute')} ago. Confirm price and age to send it again.`,
  'order.type-to-confirm': ({ text }) => `Type "${text}" to confirm that there may be two orders. Nothing was sent.`,
  'order.not-a-candidate': () => 'The chosen order is not among the matches, or belongs to another order already.',
  'order.duplicate': ({ state }, words) =>
    `Duplicate: an equal order has no clear outcome yet. ${words(state)} Nothing was sent.`,
  'order.not-now': ({ act, state }, words) => `${notNowWords[act]}: ${words(state)}`,
  'order.not-verifiable': ({ sent, until }) => {
    const text = `${sentAt(sent)}. Cannot be verified: a record that cannot be read could be this order, or the lists do not show all orders of this strategy. It may be working or filled.`;
    return until === null ? text : `${text} The lists are checked until ${timeText(until, 'ET')} ET.`;
  },
  'order.record-unreadable': () =>
    'The platform shows this order, but its record cannot be read: price and state are not known.',
  'order.on-hold': ({ reason }, words) => `On hold, not sent: ${withPeriod(words(reason))}`,
  'order.not-understood': ({ sent, answer }) =>
    `${sentAt(sent)}. Answered, but not understood: ${answer.join(' · ')}. It may be working or filled. We are checking; do not enter it again.`,
  'order.refused-again': ({ sent, answer }) =>
    `Sent again ${timeOf(sent)}. That was refused: ${withPeriod(answer.join(' · '))} The order that was sent first may be working or filled. We are checking; do not enter it again.`,
  'order.not-sent': ({ reason }, words) => `Not sent: ${withPeriod(words(reason))}`,
};

type NamedOrder = { readonly action: Action; readonly quantity: string; readonly symbol: string };

/** "BTO 100 AAPL". */
const nameOf = ({ action, quantity, symbol }: NamedOrder): string => `${action} ${decimalText(quantity)} ${symbol}`;

/** "Buy to open 100 AAPL". */
const lineOf = ({ action, quantity, symbol }: NamedOrder): string =>
  `${actionWords[action]} ${decimalText(quantity)} ${symbol}`;

const priceOf = ({ kind, price }: { readonly kind: OrderKind; readonly price: string | null }): string =>
  kind === 'market' ? 'at market' : `at ${kind} ${priceText(price)}`;

const cancelName = ({ role, ...order }: CancelName): string =>
  role === 'target' || role === 'stop' ? role : nameOf(order);

const orderNews = {
  alarm: 'Check this order',
  filled: 'Filled',
  found: 'Found',
  'no-answer': 'No answer',
  'not-found': 'Not found',
  'not-replaced': 'Not replaced',
  'not-sent': 'Denied',
  'not-understood': 'Not understood',
  'not-verifiable': 'Cannot be verified',
  'on-hold': 'On hold',
  rejected: 'Rejected',
} as const;

const cancelNews = {
  'other-order': 'Another order was canceled',
  'also-filled': 'Canceled and filled',
  'not-confirmed': 'A cancel was not confirmed',
  'too-late': 'Too late to cancel',
  'not-finished': 'A cancel was not finished',
} as const;

const legs = { target: 'Profit target', stop: 'Stop loss', parent: 'Parent order' } as const;

const previewRoles: Readonly<Record<SignalRole, string>> = {
  order: '',
  target: 'Profit target: ',
  stop: 'Stop loss: ',
  conditional: '',
};

const siblings: Readonly<Record<SignalRole, string>> = {
  order: 'Another order',
  target: 'The profit target',
  stop: 'The stop loss',
  conditional: 'A conditional order',
};

const siblingEnds = { traded: 'was filled', canceled: 'was canceled', expired: 'expired' } as const;

/** Names a member that the replacement does not have. A release time is in Unix seconds. */
const leftOutText = (member: keyof typeof leftOutNames, value: string): string =>
  `${leftOutNames[member]} ${member === 'release' ? `${timeText(Number(value), 'ET')} ET` : value}`;

const notNowWords = {
  confirm: 'It cannot be confirmed now',
  withdraw: 'It cannot be withdrawn now',
  decide: 'This cannot be chosen now',
} as const;

/** "quantity 100 → 10, stop loss 145.5 → none". */
const differencesText = (differences: readonly EchoDifference[]): string =>
  differences
    .map(({ member, sent, echoed }) => `${memberNames[member]} ${sent ?? 'none'} → ${echoed ?? 'none'}`)
    .join(', ');

const endedWords = { canceled: 'canceled', expired: 'expired', unlisted: 'no longer listed' } as const;

const missedWords = {
  target: 'a profit target',
  stop: 'a stop loss',
  group: 'an OCA group of target and stop',
} as const;

/** "15:55:02 ET". */
const clockText = (seconds: number): string => `${newYork.format(seconds * 1_000)} ET`;

const timeOf = (at: number | null): string => (at === null ? 'at an unknown time' : `at ${clockText(at)}`);
const sentAt = (sent: number | null): string => `Sent ${timeOf(sent)}`;

const newYork = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const leftOutNames = {
  target: 'The profit target',
  stop: 'The stop loss',
  condition: 'The condition on order',
  release: 'The release time',
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

/** The same names, for a lookup by any text. */
const namesOfMembers: Readonly<Record<string, string>> = memberNames;

/** The name of a member of an order. A member without a name is returned as it is. */
export const orderMemberName = (member: string): string => namesOfMembers[member] ?? member;
