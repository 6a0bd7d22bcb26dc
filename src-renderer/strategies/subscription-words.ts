import Big from 'big.js';
import type { RosterEntry } from '#contract/model/people.ts';
import type { ActState } from '#contract/model/act.ts';
import type { Subscription, SubscriptionRequest, SubscriptionState } from '#contract/model/subscription.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { centsText } from '#renderer/format/money-text.ts';
import type { GridTone } from '#renderer/grid/grid-types.ts';

export const subscriptionStateWords: Readonly<Record<SubscriptionState, string>> = {
  current: 'Current',
  'begin-unknown': 'Unconfirmed begin',
  'end-unknown': 'Unconfirmed end',
  ended: 'Ended',
};

export const subscriptionTones: Readonly<Record<SubscriptionState, GridTone>> = {
  current: 'good',
  'begin-unknown': 'danger',
  'end-unknown': 'danger',
  ended: 'muted',
};

/** What each state means for the trader. */
export const subscriptionExplanations: Readonly<Record<SubscriptionState, string>> = {
  current: 'Its orders, trades and equity can be read, and it can be copied.',
  'begin-unknown': 'It may have begun and cost a fee. The list of strategies is read to find out.',
  'end-unknown':
    'It may still be current and cost a fee. The list of strategies is read to find out, unless the subscription was to end later.',
  ended: 'The list of strategies does not have it any more. What was read stays on this computer.',
};

/** The outcome of a request that was sent. */
export function sentText(kind: SubscriptionRequest['kind'], strategyName: string, state: ActState): string {
  const subject = `${kind === 'begin' ? '' : 'end of the '}subscription to ${strategyName}`;
  if (state === 'DONE') return `The platform confirmed the ${subject}.`;
  if (state === 'DIFFERS') return `The platform confirmed the ${subject}, and its answer names no subscription.`;
  const risk = kind === 'begin' ? 'it may have begun and cost a fee' : 'fees may continue';
  return `The ${subject} has no clear answer: ${risk}.`;
}

export const trialText = (days: string | null): string => {
  if (days === null) return '–';
  const count = Number(days);
  return count === 0 ? 'none' : `${decimalText(days)} ${count === 1 ? 'day' : 'days'}`;
};

/** Twelve monthly fees. Null if the fee is not known. */
export const yearlyFee = (monthlyFee: string | null): string | null =>
  monthlyFee === null ? null : new Big(monthlyFee).times(12).toFixed();

type KnownFacts = {
  readonly subscription: Subscription | undefined;
  /** Whether the strategy is in the list of strategies. */
  readonly isListed: boolean;
};

/** Why a strategy of the roster cannot be subscribed to. Null if it can. */
export function beginRefusal({ alive }: RosterEntry, { subscription, isListed }: KnownFacts): string | null {
  if (subscription?.state === 'current' || subscription?.state === 'end-unknown') return 'You subscribe to it already.';
  if (isListed) return 'It is under My strategies: it is your own, or you have access to it already.';
  return alive === false ? 'It is no longer alive.' : null;
}

/** Why a subscription cannot be ended. Null if it can. An unconfirmed end can be sent again. */
export function endRefusal({ state }: Subscription): string | null {
  if (state === 'ended') return 'It has ended already.';
  return state === 'begin-unknown' ? 'It is not known yet whether it began.' : null;
}

/** Why no copy can be set up. Null if one can. */
export const copyRefusal = ({ state }: Subscription): string | null =>
  state === 'current' ? null : 'Only a strategy with a current subscription can be copied.';

/** The fees of all subscriptions that are or may be current, in one line. */
export function feesText(subscriptions: readonly Subscription[]): string {
  const openSubscriptions = subscriptions.filter(({ state }) => state !== 'ended');
  const fees = openSubscriptions.flatMap(({ monthlyFee }) => monthlyFee ?? []);
  const sum = fees.reduce((total, fee) => total.plus(fee), new Big(0)).toFixed();
  const isCertain = openSubscriptions.every(({ state }) => state === 'current');
  const missing = openSubscriptions.length - fees.length;
  return [
    `Fees ${isCertain ? '' : 'up to '}${centsText(sum)} a month`,
    ...(missing === 0 ? [] : [`${missing} not known`]),
  ].join(', ');
}
