import type { WireSubscriber } from '#core/platform/wire/people-records.ts';
import type { WireResponse } from '#core/platform/wire/records.ts';
import { fixed } from '#rules/decimal.ts';
import { fromNewYork, parseNewYork } from '#rules/calendar/new-york.ts';
import {
  applyDueToSubscription,
  endSubscription,
  paidUntil,
  subscribe,
  type PositionsAtEnd,
  type Subscription,
} from '#rules/billing/subscription.ts';
import { mayAccess, NO_SYSTEM_ACCESS, subscribes } from '#practice/access.ts';
import type { Account } from '#practice/account/account.ts';
import { failure, okValue, type Envelope } from '#practice/envelope.ts';
import { FieldCheck } from '#practice/decode/field-check.ts';
import { givenText, textOf } from '#practice/decode/fields.ts';
import { actingPerson } from './acting-person.ts';
import type { Person } from '#practice/person.ts';
import { subscriberRecord, timeText } from '#practice/records/subscription-records.ts';
import { forCaller, forPlatform, forStrategy, type CommandRequest } from './command.ts';
import { problemsAnswer } from './problems.ts';

const NOT_SUBSCRIBED = 'No current subscription of this personid to this systemid';
/** The first is from the specification, the second is the service's own. */
const ACTIONS = ['unsubscribe_immediate', 'unsubscribe_at_period_end'] as const;
/** Both are the service's own: the specification has no value. */
const POSITIONS = ['leave_untouched', 'close_all'] as const;

/** Every subscription that the strategy ever had, including those that ended. */
export const getListSubscribers = forStrategy((request, account) => {
  const { store, switches } = request;
  const listSubscribers: WireSubscriber[] = [];
  for (const one of store.subscriptions.ofStrategy(account.strategy.id)) {
    const person = store.people.get(one.personId);
    if (!person) throw new Error(`subscription ${one.id} has no person`);
    const licenses = store.licenses.ofPerson(person.id).filter((license) => license.type.startsWith('platform_'));
    listSubscribers.push(subscriberRecord(one, { person, platformLicense: licenses.at(-1) }, switches));
  }
  return { ok: okValue(switches), response: { listSubscribers } } satisfies WireResponse<object>;
});

/**
 * The site manages and bills the subscriptions of a world person. A private platform manages and
 * bills those of its people.
 */
export const subscribeToStrategy = forCaller((request) =>
  withPersonAndStrategy(request, (person, account) => {
    const { store, switches } = request;
    const live = store.subscriptions.live(account.strategy.id, person.id);
    const repeatMode = switches.get('subscribeTwice');
    if (live && repeatMode === 'replay') return guidAnswer(request, live);
    const errors = [
      ...(live && repeatMode === 'refuse' ? ['This personid already subscribes to this systemid'] : []),
      ...(account.strategy.isAlive ? [] : ['This systemid is no longer alive']),
      ...(account.strategy.ownerPersonId === person.id ? ['This personid owns this systemid'] : []),
    ];
    if (errors.length > 0) return problemsAnswer(switches, 'Unable to subscribeToStrategy', errors);
    return guidAnswer(request, startSubscription(request, person, account));
  }),
);

/** A person gets one free trial of each strategy. */
function startSubscription(request: CommandRequest, person: Person, { strategy }: Account): Subscription {
  const { store, caller, clock } = request;
  const isPrivate = caller.context === 'platform';
  const hasSubscribed = store.subscriptions.ofPerson(person.id).some((one) => one.systemId === strategy.id);
  const terms = {
    id: store.subscriptions.nextId(),
    systemId: strategy.id,
    personId: person.id,
    management: isPrivate ? 'private' : 'site',
    method: isPrivate ? 'platform_master_account' : 'credit_card',
    amount: fixed(String(strategy.monthlyFee)),
    trialDays: hasSubscribed ? 0 : strategy.trialDays,
  } as const;
  const subscription = applyDueToSubscription(subscribe(terms, clock.now()), clock.now());
  store.transaction(() => store.subscriptions.put(subscription));
  return subscription;
}

export const unsubscribeFromStrategy = forCaller((request) =>
  withPersonAndStrategy(request, (person, account) => {
    const { store, switches, clock } = request;
    const check = new FieldCheck(request);
    const { action, positions } = readUnsubscribeFields(request, check);
    const live = store.subscriptions.live(account.strategy.id, person.id);
    if (!live && switches.get('unsubscribeWhenEnded') === 'replay') {
      const last = store.subscriptions.ofPerson(person.id).findLast((one) => one.systemId === account.strategy.id);
      if (last && check.errors.length === 0) return guidAnswer(request, last);
    }
    const errors = [...check.errors, ...(live ? [] : [NOT_SUBSCRIBED])];
    if (!live || errors.length > 0) return problemsAnswer(switches, 'Unable to unsubscribeFromStrategy', errors);
    const now = clock.now();
    return endAndAnswer(request, live, action === 'unsubscribe_at_period_end' ? paidUntil(live, now) : now, positions);
  }),
);

function readUnsubscribeFields({ switches }: CommandRequest, check: FieldCheck) {
  const isImmediateRefused = switches.get('unsubscribeImmediate') === 'refuse';
  const action = check.oneOf(
    'actionType',
    ACTIONS.filter((one) => !isImmediateRefused || one !== 'unsubscribe_immediate'),
  );
  const given = check.oneOf('autoTradePositionsAndOrders', POSITIONS);
  if (switches.get('missingActionType') === 'refuse') check.required('actionType', action);
  if (given === undefined && switches.get('missingPositions') === 'refuse')
    check.refuseChoice('autoTradePositionsAndOrders', POSITIONS);
  const positions: PositionsAtEnd = given === 'close_all' ? 'close' : 'leave';
  return { action, positions };
}

function endAndAnswer(request: CommandRequest, live: Subscription, at: number, positions: PositionsAtEnd): Envelope {
  const result = endSubscription(live, at, request.clock.now(), positions);
  if (!result.ok) return problemsAnswer(request.switches, 'Unable to unsubscribeFromStrategy', [NOT_SUBSCRIBED]);
  storeSubscription(request, result.subscription);
  return guidAnswer(request, result.subscription);
}

function storeSubscription({ engine, store }: CommandRequest, subscription: Subscription): void {
  if (subscription.state === 'ended') engine.endLinks([subscription]);
  store.transaction(() => store.subscriptions.put(subscription));
}

/** Subscribing and unsubscribing have the same answer: `subscription_guid` alone. */
function guidAnswer({ switches }: CommandRequest, { id }: Subscription): Envelope {
  return { ok: okValue(switches), success: { subscription_guid: id } };
}

/**
 * Ends a subscription that a private platform manages, at a New York time; at once if no time is
 * given or if it is past. In the hour that is repeated in autumn, the later time is used, so that
 * access is not cut short. The form of the answer is the service's own.
 */
export const privateSubManagementEndSubscription = forPlatform((request) => {
  const { store, switches, clock, fields } = request;
  const check = new FieldCheck(request);
  const acting = actingPerson(request);
  if (!acting.ok) return failure(switches, acting.error);
  const guid = check.required('subscription_guid', givenText(fields, 'subscription_guid') ?? undefined);
  const systemId = check.required('systemid', givenText(fields, 'systemid') ?? undefined);
  const at = endTime(request, check);
  const found = guid === undefined ? undefined : store.subscriptions.get(guid);
  const live =
    found && isLivePrivateSubscriptionOf(found, acting.person) && found.systemId === systemId ? found : undefined;
  if (check.errors.length === 0 && !live) {
    check.refuse('subscription_guid', 'is not a current private subscription of this personid to this systemid');
  }
  if (!live || at === undefined || check.errors.length > 0) return notEnded(request, check.errors);
  const result = endSubscription(live, at, clock.now());
  if (!result.ok) return notEnded(request, [NOT_SUBSCRIBED]);
  storeSubscription(request, result.subscription);
  const { id, state, endsAt } = result.subscription;
  const success = { subscription_guid: id, subscription_status: state, subscription_ends_when: timeText(endsAt) };
  return { ok: okValue(switches), success };
});

function isLivePrivateSubscriptionOf({ personId, management, state }: Subscription, person: Person): boolean {
  return personId === person.id && management === 'private' && state !== 'ended';
}

function notEnded({ switches }: CommandRequest, errors: readonly string[]): Envelope {
  return problemsAnswer(switches, 'Unable to privateSubManagement_endSubscription', errors);
}

function endTime({ fields, clock }: CommandRequest, check: FieldCheck): number | undefined {
  const name = 'unsubAtYYYYMMDDhhmm';
  const text = givenText(fields, name);
  if (text === null) return clock.now();
  const wall = parseNewYork(text);
  return wall ? fromNewYork(wall).latest : check.refuse(name, 'must be a New York time like 2026-03-02 09:30');
}

/**
 * Runs a command with its person and its strategy. Everybody has access to a strategy that is
 * visible on the site. Only its owner, the owner's platform and present subscribers have access to
 * any other strategy.
 */
function withPersonAndStrategy(request: CommandRequest, run: (person: Person, account: Account) => Envelope): Envelope {
  const { switches, engine, fields, caller, store } = request;
  const systemId = textOf(fields, 'systemid');
  if (systemId === '') return failure(switches, { title: 'No systemid', message: 'systemid required' });
  const account = engine.account(systemId);
  const isAccessible =
    account && (account.strategy.siteVisible || mayAccess(caller, account) || subscribes(caller, account, store));
  if (!isAccessible) return failure(switches, NO_SYSTEM_ACCESS);
  const acting = actingPerson(request);
  return acting.ok ? run(acting.person, account) : failure(switches, acting.error);
}
