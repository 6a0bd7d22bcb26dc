import type { SubscriptionMessages } from '#contract/messages/subscriptions.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import type { WordsOf } from '../catalog.ts';

export const subscriptions: WordsOf<SubscriptionMessages> = {
  'subscription.begin-not-confirmed': () => 'The subscription is not confirmed',
  'subscription.begin-absent': () =>
    'The list of strategies does not have it two minutes after the request. Check the web screen before you subscribe again: a second subscription costs a second fee.',
  'subscription.begin-late': () =>
    'An earlier request to subscribe took effect after all, although a newer change followed it.',
  'subscription.begin-differs': () =>
    'The platform confirmed the subscription, but its answer names no subscription, or its list of strategies does not have it.',
  'subscription.begin-after-refusal': () =>
    'The platform refused the subscription, and its list of strategies has it now. It may cost a fee.',
  'subscription.end-not-confirmed': () => 'The end of the subscription is not confirmed',
  'subscription.end-absent': () =>
    'Two minutes after the request, the list of strategies still has the strategy. Fees may continue: end the subscription again.',
  'subscription.end-late': () =>
    'An earlier request to end the subscription took effect after all, although a newer change followed it.',
  'subscription.end-differs': () => 'The platform confirmed the end, and its answer names no subscription.',
  'subscription.end-after-refusal': () =>
    'The platform refused the end, and its list of strategies does not have it any more.',
  'subscription.unknown-plan': () => 'This plan is no longer available. Review it again. Nothing was sent.',
  'subscription.unknown-strategy': () => 'Neither the roster nor the list of strategies has this strategy.',
  'subscription.outdated': () => 'What this plan rests on has changed. Review it again. Nothing was sent.',
  'subscription.own-strategy': () => 'This is a strategy of your own.',
  'subscription.subscribed-already': () => 'You have access to this strategy already.',
  'subscription.not-subscribed': () => 'The list of strategies does not have it: there is nothing to end.',
  'subscription.not-alive': () => 'The strategy is no longer alive.',
  'subscription.costs': ({ monthlyFee, trialDays }) =>
    `It costs $${decimalText(monthlyFee)} a month${
      trialDays === null || Number(trialDays) === 0
        ? ', from today'
        : `, after a trial of ${decimalText(trialDays)} ${Number(trialDays) === 1 ? 'day' : 'days'}`
    } (assumed: the platform does not say when a fee is due).`,
  'subscription.fee-unknown': () => 'The fee is not known.',
  'subscription.second': () =>
    'An earlier request to subscribe had no clear answer. If it took effect after all, this one is a second subscription with a second fee.',
  'subscription.same-owner': ({ names }) => `You have other strategies of this owner: ${names.join(', ')}.`,
  'subscription.minimum-portfolio': ({ amount }) =>
    `Its owner suggests a portfolio of at least $${decimalText(amount)}.`,
  'subscription.access-ends': () =>
    'Its orders, trades and equity can no longer be read. What was read stays on this computer. Days that are paid are lost.',
  'subscription.end-not-known': ({ value }) =>
    `The program does not know what "${value}" does. The list of strategies may show the subscription for longer, and fees may continue. Once it has ended, its orders, trades and equity can no longer be read. What was read stays on this computer.`,
  'subscription.positions-not-known': ({ value }) =>
    `The program does not know what "${value}" does with positions and orders at brokers.`,
  'subscription.unnamed-value': ({ parameter, value }) =>
    `"${value}" is not a known value of ${parameter}: neither the specification nor a refusal of the platform names it.`,
  'subscription.copies-remain': ({ brokers }) =>
    `It is still copied at ${brokers.join(', ')}. What becomes of those positions is not said by the platform: stop the copies on the AutoTrade page first.`,
};
