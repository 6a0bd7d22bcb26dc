import { expect, it } from 'vitest';
import type { ActState } from '#contract/model/act.ts';
import { done } from '#contract/outcome.ts';
import { atOnceActionType, type SubscriptionState } from '#contract/model/subscription.ts';
import { subscribeToStrategy, unsubscribeFromStrategy } from '#core/acts/subscription-acts.ts';
import { SubscriptionDesk, type SubscriptionDeskDeps } from '#core/subscriptions/subscription-desk.ts';

/** When the list of strategies was last read, unix seconds. */
const listReadAt = 1_800_000_000;

type SentAct = {
  readonly command: string;
  readonly state: ActState;
  readonly sentAt: number;
  readonly wanted: { readonly actionType?: string };
  readonly readBackAt?: null;
};

const act = (command: string, state: ActState, seconds: number, wanted: SentAct['wanted'] = {}): SentAct => ({
  command,
  state,
  sentAt: (listReadAt + seconds) * 1000,
  wanted,
});
const begin = (state: ActState, seconds: number): SentAct => act(subscribeToStrategy.command, state, seconds);
const end = (state: ActState, seconds: number, actionType = atOnceActionType): SentAct =>
  act(unsubscribeFromStrategy.command, state, seconds, { actionType });

type DeskOptions = {
  /** The age of the list of strategies, in seconds. */
  readonly secondsSince?: number;
  readonly freeTrialDays?: string;
  /** Called for each reading of the list. */
  readonly read?: () => void;
};

/** A desk for one strategy of another person. `sent`: the acts on the strategy, oldest first. */
function desk(
  isListed: boolean,
  sent: readonly SentAct[],
  isProvable = true,
  options: DeskOptions = {},
): SubscriptionDesk {
  const rows = sent.map((one) => ({ ...one, intentId: 'intent', target: { kind: 'subscription', id: '7' } }));
  const { freeTrialDays = '0' } = options;
  const strategy = { systemId: '7', name: 'Theirs', creator: 'other', monthlyFee: '50', freeTrialDays };
  const deps = {
    clock: { now: () => (listReadAt + (options.secondsSince ?? 60)) * 1000 },
    acts: {
      listen: () => undefined,
      send: () => Promise.resolve(done({ state: 'DONE' })),
      rowsOf: () => rows,
      acts: () => rows,
      isProvable: () => isProvable,
    },
    random: { uuid: () => 'plan' },
    autoTrade: { links: () => [] },
    cache: {
      strategies: () => [isListed ? strategy : { ...strategy, listed: false }],
      strategiesState: () => ({ readAt: listReadAt }),
      roster: () => [{ systemId: '7', name: 'Theirs', instruments: [] }],
    },
    sync: { access: { of: () => 'subscriber' }, readStrategies: async () => options.read?.() },
    notify: () => undefined,
  };
  return new SubscriptionDesk(deps as unknown as SubscriptionDeskDeps);
}

const cases: readonly (readonly [string, SubscriptionState | null, boolean, readonly SentAct[]])[] = [
  ['listed, begun elsewhere', 'current', true, []],
  ['listed after its begin', 'current', true, [begin('DONE', -90)]],
  ['no longer in a list that is newer than its begin', 'ended', false, [begin('DONE', -90)]],
  ['begun after the list was read', 'current', false, [begin('DONE', 5)]],
  [
    'begun again in the second in which the list was read',
    'current',
    false,
    [begin('DONE', -90), end('DONE', -60), begin('DONE', 0)],
  ],
  ['ended after the list was read', 'ended', true, [begin('DONE', -90), end('DONE', 5)]],
  ['ended before the clock was set back, and listed', 'current', true, [begin('DONE', -90), end('DONE', 3_600)]],
  ['its end was not found', 'current', true, [begin('DONE', -90), end('ABSENT', 5)]],
  ['an end that may come later, and listed', 'current', true, [begin('DONE', -90), end('DONE', 5, 'end_later')]],
  ['an end that came later, and not listed', 'ended', false, [begin('DONE', -90), end('DONE', -60, 'end_later')]],
  ['a begin without an answer', 'begin-unknown', false, [begin('UNKNOWN', 5)]],
  ['an end without an answer', 'end-unknown', true, [begin('DONE', -90), end('UNKNOWN', 5)]],
  ['never begun', null, false, [begin('ABSENT', -90)]],
];

it.each(cases)('a subscription (%s) is %s', (_what, state, isListed, sent) => {
  expect(desk(isListed, sent).list()[0]?.state ?? null).toBe(state);
});

it('only an ended subscription has an end time; payments are counted from the last begin', () => {
  const [renewed] = desk(false, [begin('DONE', -9_000_000), end('DONE', -8_000_000), begin('DONE', 5)]).list();
  expect(renewed).toMatchObject({ begunAt: listReadAt + 5, endedAt: null, paid: '50.00' });
  const [ended] = desk(true, [begin('DONE', -9_000_000), end('DONE', 5)]).list();
  expect(ended).toMatchObject({ endedAt: listReadAt + 5, nextPaymentAt: null });
});

it('a subscription that ended elsewhere has no payments ahead and an unknown amount paid', () => {
  const unknown = { state: 'ended', endedAt: null, nextPaymentAt: null, upcoming: [], paid: null };
  expect(desk(false, [begin('DONE', -9_000_000)]).list()).toMatchObject([unknown]);
  const renewedActs = [begin('DONE', -9_000_000), end('DONE', -8_000_000), begin('DONE', -7_000_000)];
  expect(desk(false, renewedActs).list()).toMatchObject([{ ...unknown, begunAt: listReadAt - 7_000_000 }]);
});

it('the begin time is null after a new begin elsewhere, and is kept if the end may come later', () => {
  const sent = (actionType?: string) => [begin('DONE', -9_000_000), end('DONE', -8_000_000, actionType)];
  expect(desk(true, sent()).list()).toMatchObject([{ state: 'current', begunAt: null, paid: null, upcoming: [] }]);
  expect(desk(true, sent('end_later')).list()).toMatchObject([{ state: 'current', begunAt: listReadAt - 9_000_000 }]);
});

it('a subscription has a free trial only the first time', () => {
  const day = 86_400;
  const listOf = (...sent: readonly SentAct[]) => desk(true, sent, true, { freeTrialDays: '30' }).list();
  expect(listOf(begin('DONE', 5))).toMatchObject([{ nextPaymentAt: listReadAt + 5 + 30 * day, paid: '0.00' }]);
  const second = listOf(begin('DONE', -90 * day), end('DONE', -60 * day), begin('DONE', 5));
  expect(second).toMatchObject([{ begunAt: listReadAt + 5, paid: '50.00' }]);
});

it('a confirmed begin is disproved only by a list that was read at least two minutes later', () => {
  const begun = (secondsBefore: number) => desk(false, [{ ...begin('DONE', -secondsBefore), readBackAt: null }]);
  expect(begun(3).list()).toMatchObject([{ state: 'current' }]);
  const plan = begun(3).plan({ kind: 'begin', systemId: '7' });
  expect(plan.ok && plan.value.checks.map(({ code }) => code)).toContain('subscribed-already');
  expect(begun(130).list()).toMatchObject([{ state: 'ended' }]);
});

const unprovable: readonly (readonly [string, SubscriptionState, boolean, readonly SentAct[]])[] = [
  ['a begin, listed since', 'current', true, [begin('UNKNOWN', -90)]],
  ['a begin, not listed', 'begin-unknown', false, [begin('UNKNOWN', -90)]],
  ['a begin after the list', 'begin-unknown', true, [begin('UNKNOWN', 5)]],
  ['a begin, ended since', 'ended', false, [begin('UNKNOWN', -90), end('DONE', -60)]],
  ['an end, no longer listed', 'ended', false, [begin('DONE', -900), end('UNKNOWN', -90)]],
  ['an end, still listed', 'end-unknown', true, [begin('DONE', -900), end('UNKNOWN', -90)]],
];

it.each(unprovable)('after an act of unknown outcome that nothing proves (%s) a subscription is %s', (...row) => {
  const [, state, isListed, sent] = row;
  expect(desk(isListed, sent, false).list()).toMatchObject([{ state }]);
});

const earlierBegins: readonly (readonly [string, boolean, readonly SentAct[], boolean])[] = [
  ['has no answer, and no reading can prove it', true, [begin('UNKNOWN', -90)], false],
  ['was confirmed, and no list shows it', true, [begin('DIFFERS', -90)], true],
  ['was not found, and a later begin was refused', true, [begin('ABSENT', -90), begin('REFUSED', -60)], true],
  ['was not found, and a later begin was not sent', true, [begin('ABSENT', -90), begin('NOT_SENT', -60)], true],
  ['has no answer, and a reading can prove it', false, [begin('UNKNOWN', -90)], true],
  ['was refused', false, [begin('REFUSED', -90)], true],
];

it.each(earlierBegins)(
  'after a begin that %s, a plan warns of a second subscription: %s',
  (_what, mayBeSecond, sent, isProvable) => {
    const planned = desk(false, sent, isProvable).plan({ kind: 'begin', systemId: '7' });
    const codes = planned.ok ? planned.value.checks.map(({ code }) => code) : [];
    expect(planned.ok && codes.includes('second-subscription')).toBe(mayBeSecond);
  },
);

it.each([
  [0, 60],
  [1, 61],
  // The clock was set back after the reading, so the list may be of any age.
  [1, -600],
])('reads the list %s times before an act if it was read %s seconds earlier', async (count, secondsSince) => {
  let readCount = 0;
  const subscriptionDesk = desk(false, [], true, { secondsSince, read: () => (readCount += 1) });
  const plan = subscriptionDesk.plan({ kind: 'begin', systemId: '7' });
  if (!plan.ok) throw new Error('no plan');
  const { checks, planId } = plan.value;
  const confirmed = checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
  await subscriptionDesk.send({ intentId: 'intent', planId, confirmed, typed: '' });
  expect(readCount).toBe(count);
});
