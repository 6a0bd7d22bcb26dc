import { addMonths } from '#rules/calendar/add-months.ts';
import type { Fixed } from '#rules/decimal.ts';

/**
 * A person's subscription to a strategy. The specification names one state ('current') and no
 * transitions; the states of this table are this service's own.
 *
 * | State          | Moved by       | Condition          | Next    | Also happens                 |
 * |----------------|----------------|--------------------|---------|------------------------------|
 * | (none)         | subscribe      | free trial         | trial   | first payment due at its end |
 * | (none)         | subscribe      | no trial           | current | first payment now, if a fee  |
 * | trial          | trial ends     | always             | current | first payment due            |
 * | current        | billing day    | payment made       | current | next payment a month later   |
 * | current        | billing day    | payment declined   | current | retry three days later       |
 * | current        | billing day    | third decline      | ended   | recurring billing is off     |
 * | current        | billing day    | last custom period | current | default amount from then on  |
 * | trial, current | end now        | always             | ended   |                              |
 * | trial, current | end at a time  | time is ahead      | same    | no payment from that time on |
 * | trial, current | end at a time  | time is past       | ended   | ended now, never backdated   |
 * | trial, current | end time comes | always             | ended   | ended at that time           |
 * | ended          | end            | always             | ended   | refused                      |
 */
export type Subscription = {
  readonly id: string;
  readonly systemId: string;
  readonly personId: string;
  readonly state: 'trial' | 'current' | 'ended';
  /** `private`: managed and billed by a private platform, so nothing is billed here. */
  readonly management: 'site' | 'private';
  readonly startedAt: number;
  readonly trialEndsAt: number | null;
  /** When the subscription will end; null while no end is set. */
  readonly endsAt: number | null;
  readonly endedAt: number | null;
  /** What AutoTrade does with its copied positions when the subscription ends. */
  readonly positionsAtEnd: PositionsAtEnd;
  readonly billing: Billing;
  readonly custom: CustomTerms | null;
  /**
   * The id of the plan of future payments: the subscription's id with one more digit. Null when
   * nothing will be billed.
   */
  readonly scheduleId: string | null;
  readonly payments: readonly Payment[];
};

export type PositionsAtEnd = 'leave' | 'close';

type Billing = {
  /** Dollars a month. */
  readonly amount: Fixed;
  readonly method: string;
  /** Whether payments by this method are declined from now on. */
  readonly declined: boolean;
  /** The time from which billing months are counted. */
  readonly anchor: number;
  readonly nextAt: number | null;
  readonly failures: number;
  readonly turnedOffAt: number | null;
};

export type CustomTerms = {
  readonly id: string;
  readonly amount: Fixed;
  readonly goodUntil: number;
  readonly periodsLeft: number;
};

export type Payment = {
  readonly at: number;
  readonly amount: Fixed;
  readonly method: string;
  readonly paid: boolean;
};

export type SubscriptionTerms = Pick<Subscription, 'id' | 'systemId' | 'personId' | 'management'> & {
  readonly amount: Fixed;
  readonly method: string;
  readonly trialDays: number;
  readonly custom?: CustomTerms;
  readonly declined?: boolean;
};

export type EndResult =
  { readonly ok: true; readonly subscription: Subscription } | { readonly ok: false; readonly reason: 'alreadyEnded' };

const DAY = 86_400_000;
const RETRY_AFTER = 3 * DAY;
const MAX_FAILURES = 3;

/**
 * A new subscription. `applyDueToSubscription` applies what is due at once, such as the first
 * payment.
 */
export function subscribe(terms: SubscriptionTerms, now: number): Subscription {
  const { id, systemId, personId, management, amount, method } = terms;
  const isBilled = management === 'site' && (amount > 0n || terms.custom !== undefined);
  const hasTrial = management === 'site' && terms.trialDays > 0;
  const anchor = hasTrial ? now + terms.trialDays * DAY : now;
  return {
    ...{ id, systemId, personId, management },
    state: hasTrial ? 'trial' : 'current',
    startedAt: now,
    trialEndsAt: hasTrial ? anchor : null,
    endsAt: null,
    endedAt: null,
    positionsAtEnd: 'leave',
    billing: {
      ...{ amount, method, anchor, failures: 0, turnedOffAt: null },
      declined: terms.declined ?? false,
      nextAt: isBilled ? anchor : null,
    },
    custom: terms.custom ?? null,
    scheduleId: isBilled ? `${id}2` : null,
    payments: [],
  };
}

/** Ends the subscription at `at`, or now if that time is past. */
export function endSubscription(
  subscription: Subscription,
  at: number,
  now: number,
  positionsAtEnd: PositionsAtEnd = 'leave',
): EndResult {
  if (subscription.state === 'ended') return { ok: false, reason: 'alreadyEnded' };
  const ending = { ...subscription, endsAt: Math.max(at, now), positionsAtEnd };
  return { ok: true, subscription: applyDueToSubscription(ending, now) };
}

/** When the paid period or the trial ends; `now` if nothing is paid ahead. */
export function paidUntil(subscription: Subscription, now: number): number {
  const { state, billing, trialEndsAt } = subscription;
  if (state === 'trial') return trialEndsAt ?? now;
  return billing.failures === 0 && billing.nextAt !== null ? billing.nextAt : now;
}

/** The next time at which the subscription changes by time alone; null if there is none. */
export function subscriptionDue(subscription: Subscription): number | null {
  if (subscription.state === 'ended') return null;
  const trial = subscription.state === 'trial' ? subscription.trialEndsAt : null;
  const times = [trial, subscription.endsAt, subscription.billing.nextAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** Applies every change that is due by `now`, in order and each at its own time. */
export function applyDueToSubscription(subscription: Subscription, now: number): Subscription {
  let next = subscription;
  for (let due = subscriptionDue(next); due !== null && due <= now; due = subscriptionDue(next)) {
    next = step(next, due);
  }
  return next;
}

/**
 * An end comes before a payment due at the same time, so a month that will not begin is not paid.
 */
function step(subscription: Subscription, due: number): Subscription {
  if (subscription.endsAt === due) return ended(subscription, due);
  if (subscription.state === 'trial' && subscription.trialEndsAt === due) return { ...subscription, state: 'current' };
  return bill(subscription, due);
}

function ended(subscription: Subscription, at: number): Subscription {
  const billing = { ...subscription.billing, nextAt: null };
  return { ...subscription, state: 'ended', endsAt: at, endedAt: at, billing, scheduleId: null };
}

function bill(subscription: Subscription, at: number): Subscription {
  const { billing, custom } = subscription;
  const activeCustom = custom !== null && custom.periodsLeft > 0 ? custom : null;
  const amount = activeCustom?.amount ?? billing.amount;
  const payment = { at, amount, method: billing.method, paid: !billing.declined };
  const billed = { ...subscription, payments: [...subscription.payments, payment] };
  if (billing.declined) return afterDeclinedPayment(billed, at);
  return {
    ...billed,
    billing: { ...billing, failures: 0, nextAt: nextMonth(billing.anchor, at) },
    custom: activeCustom ? { ...activeCustom, periodsLeft: activeCustom.periodsLeft - 1 } : custom,
  };
}

function afterDeclinedPayment(subscription: Subscription, at: number): Subscription {
  const failures = subscription.billing.failures + 1;
  const billing = { ...subscription.billing, failures, nextAt: at + RETRY_AFTER };
  if (failures < MAX_FAILURES) return { ...subscription, billing };
  return ended({ ...subscription, billing: { ...billing, turnedOffAt: at } }, at);
}

/** The first billing day after `at`. */
function nextMonth(anchor: number, at: number): number {
  let months = 1;
  while (addMonths(anchor, months) <= at) months += 1;
  return addMonths(anchor, months);
}
