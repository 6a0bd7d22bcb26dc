import type { AutoTradeLink } from '#contract/model/autotrade.ts';
import type { Access } from '#contract/model/access.ts';
import type { RosterEntry } from '#contract/model/people.ts';
import type { Strategy } from '#contract/model/strategy.ts';
import {
  unsubscribeParameters,
  atOnceActionType,
  type EndRequest,
  type SubscriptionPlan,
  type SubscriptionRequest,
} from '#contract/model/subscription.ts';
import type { Check } from '#contract/model/ticket.ts';
import { digestOf } from '#core/files/sealed.ts';
import { check } from '#core/plans/check.ts';
import { fixed, formatFixed, parseFixed, times } from '#rules/decimal.ts';
import { firstPaymentAt } from './payments.ts';

/** The facts about a strategy that a plan is made from. */
export type SubscriptionFacts = {
  /** Milliseconds. */
  readonly now: number;
  readonly access: Access;
  /** The entry of the strategy in the last list of strategies; undefined if the list has none. */
  readonly listed: Strategy | undefined;
  /** Whether there is a subscription, by the last list or by a confirmed act that is newer. */
  readonly isCurrent: boolean;
  readonly roster: RosterEntry | undefined;
  readonly listReadAt: number | null;
  /** Other listed strategies of the same owner. */
  readonly sameOwner: readonly string[];
  readonly copies: readonly AutoTradeLink[];
  /** A subscription was begun here before. A free trial is assumed to be given only once. */
  readonly hadTrial: boolean;
  /** The last request to join may have taken effect, but no reading showed it (acts.md A5). */
  readonly mayBeDuplicate: boolean;
  /** Values for unsubscribing that the platform named in a refusal. */
  readonly named: SubscriptionPlan['named'];
};

const monthsPerYear = fixed('12');

/** What joining or leaving a strategy changes. Sends nothing. */
export function planSubscription(
  planId: string,
  request: SubscriptionRequest,
  facts: SubscriptionFacts,
): SubscriptionPlan {
  const { now, listed, roster, listReadAt } = facts;
  const monthlyFee = listed?.monthlyFee ?? roster?.monthlyFee ?? null;
  const fee = monthlyFee === null ? undefined : parseFixed(monthlyFee);
  const freeTrialDays = facts.hadTrial ? '0' : (listed?.freeTrialDays ?? roster?.freeTrialDays ?? null);
  const at = Math.floor(now / 1000);
  const isBegin = request.kind === 'begin';
  return {
    planId,
    digest: digestOfPlan(request, facts),
    request,
    at,
    name: listed?.name ?? roster?.name ?? '',
    owner: listed?.creator || roster?.owner || '',
    monthlyFee,
    yearlyFee: fee === undefined ? null : formatFixed(times(fee, monthsPerYear), 2),
    freeTrialDays,
    firstPaymentAt: isBegin && freeTrialDays !== null ? firstPaymentAt(at, freeTrialDays) : null,
    minimumPortfolio: roster?.minimumPortfolio ?? null,
    copies: facts.copies.map(({ brokerCode, brokerName, state }) => ({ brokerCode, brokerName, state })),
    named: facts.named,
    checks: request.kind === 'begin' ? beginChecks(facts, monthlyFee, freeTrialDays) : endChecks(facts, request),
    requests: 1,
    listReadAt,
  };
}

function beginChecks(facts: SubscriptionFacts, monthlyFee: string | null, trialDays: string | null): Check[] {
  const { access, isCurrent, listed, roster, sameOwner } = facts;
  const checks: Check[] = [];
  if (access === 'owner') checks.push(check('block', 'own-strategy', { code: 'subscription.own-strategy' }));
  else if (isCurrent) checks.push(check('block', 'subscribed-already', { code: 'subscription.subscribed-already' }));
  if ((listed?.alive ?? roster?.alive) === false)
    checks.push(check('block', 'not-alive', { code: 'subscription.not-alive' }));
  if (monthlyFee === null) checks.push(check('warn', 'fee-unknown', { code: 'subscription.fee-unknown' }));
  else if (parseFixed(monthlyFee) !== 0n)
    checks.push(check('warn', 'costs', { code: 'subscription.costs', monthlyFee, trialDays }));
  if (facts.mayBeDuplicate) {
    const second = check('warn', 'second-subscription', { code: 'subscription.second' });
    checks.push({ ...second, textToType: 'second subscription' });
  }
  if (sameOwner.length > 0)
    checks.push(check('note', 'same-owner', { code: 'subscription.same-owner', names: sameOwner }));
  const amount = roster?.minimumPortfolio ?? null;
  if (amount !== null && parseFixed(amount) !== 0n)
    checks.push(check('note', 'minimum-portfolio', { code: 'subscription.minimum-portfolio', amount }));
  return checks;
}

function endChecks({ access, isCurrent, copies, named }: SubscriptionFacts, request: EndRequest): Check[] {
  if (access === 'owner') return [check('block', 'own-strategy', { code: 'subscription.own-strategy' })];
  const checks = unnamedValueChecks(request, named);
  if (!isCurrent) checks.push(check('block', 'not-subscribed', { code: 'subscription.not-subscribed' }));
  const brokers = copies.map(({ brokerName, brokerCode }) => brokerName || brokerCode);
  if (brokers.length > 0) checks.push(check('warn', 'copies-remain', { code: 'subscription.copies-remain', brokers }));
  const { actionType, autoTradePositionsAndOrders: positionsValue } = request;
  if (actionType === atOnceActionType) checks.push(check('warn', 'access-ends', { code: 'subscription.access-ends' }));
  else checks.push(check('warn', 'end-not-known', { code: 'subscription.end-not-known', value: actionType }));
  if (positionsValue !== null)
    checks.push(
      check('warn', 'positions-not-known', { code: 'subscription.positions-not-known', value: positionsValue }),
    );
  return checks;
}

/** A value is sent only if the specification or the platform names it. */
function unnamedValueChecks(request: EndRequest, named: SubscriptionPlan['named']): Check[] {
  return unsubscribeParameters.flatMap((parameter) => {
    const value = request[parameter];
    const isKnown = value === null || (parameter === 'actionType' && value === atOnceActionType);
    if (isKnown || named[parameter]?.values.includes(value)) return [];
    return [check('block', 'unnamed-value', { code: 'subscription.unnamed-value', parameter, value }, parameter)];
  });
}

/** Leaves out the time, so that the digest changes only with what the plan shows. */
function digestOfPlan(request: SubscriptionRequest, facts: SubscriptionFacts): string {
  const { access, isCurrent, listed, roster, sameOwner, copies, hadTrial, mayBeDuplicate } = facts;
  const named = unsubscribeParameters.map((parameter) => facts.named[parameter]?.values);
  const terms = [listed, roster].map((one) => one && [one.name, one.monthlyFee, one.freeTrialDays, one.alive]);
  const links = copies.map(({ brokerCode, state }) => [brokerCode, state]);
  const shown = [
    request,
    access,
    isCurrent,
    terms,
    roster?.minimumPortfolio,
    sameOwner,
    links,
    hadTrial,
    mayBeDuplicate,
  ];
  return digestOf(JSON.stringify([...shown, named]));
}
