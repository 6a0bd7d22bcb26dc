import { fixed } from '#rules/decimal.ts';
import { STRATEGY_DEFAULTS, type Strategy } from '#practice/strategy.ts';
import { Random } from '#practice/market/random.ts';
import type { Person } from '#practice/person.ts';
import type { Store } from '#practice/store/store.ts';
import { generatedLicense } from './license-plan.ts';
import { SubscriptionPlan, type PlannedSubscription } from './subscription-plan.ts';

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
const OWNER_COUNT = 12;
const MAX_SUBSCRIPTIONS = 3;

/**
 * Stores the later members of a `PeoplePlan`, who joined within the last two years, with their
 * licenses, subscriptions and strategies. They do not subscribe to the strategies of the world
 * person, so that the subscriber lists of these strategies remain short.
 */
export function createMembers(store: Store, members: readonly Person[], label: string, now: number): void {
  const random = new Random(`${label}/members`);
  const worldPerson = store.meta.need('worldPerson');
  const strategiesOfOthers = store.strategies().filter((one) => one.isAlive && one.ownerPersonId !== worldPerson);
  for (const person of members) store.people.put(person);
  const activeMembers = members.filter(({ deletedAt }) => deletedAt === null);
  putSubscriptions(store, activeMembers, strategiesOfOthers, random, now);
  let licenseId = 100_000;
  for (const [turn, person] of activeMembers.filter((_, index) => index % 2 === 0).entries()) {
    licenseId += random.whole(1, 30);
    store.licenses.put(generatedLicense(turn, String(licenseId), person.id, random, now));
  }
  const owners = activeMembers.filter((_, index) => index % 17 === 3).slice(0, OWNER_COUNT);
  const indexLevel = strategiesOfOthers[0]?.indexAtStart ?? '500.00';
  for (const [turn, owner] of owners.entries()) putStrategy(store, owner, { turn, indexLevel, now });
}

/** Each member has none to three subscriptions. All states occur in turn. */
function putSubscriptions(
  store: Store,
  activeMembers: readonly Person[],
  strategies: readonly Strategy[],
  random: Random,
  now: number,
): void {
  const plan = new SubscriptionPlan(random, now);
  const planned: PlannedSubscription[] = [];
  for (const person of activeMembers) {
    const count = random.whole(0, Math.min(MAX_SUBSCRIPTIONS, strategies.length));
    const firstIndex = random.whole(0, strategies.length);
    for (let index = 0; index < count; index += 1) {
      const strategy = strategies[(firstIndex + index) % strategies.length];
      if (strategy === undefined || strategy.ownerPersonId === person.id) continue;
      const since = Math.max(strategy.createdAt, person.createdAt);
      const parties = { systemId: strategy.id, personId: person.id, fee: strategy.monthlyFee, since };
      planned.push(plan.of(planned.length, parties));
    }
  }
  let id = Number(store.subscriptions.nextId());
  for (const one of planned.sort((a, b) => a.startedAt - b.startedAt)) {
    store.subscriptions.put(one.build(String(id)));
    id += random.whole(1, 40);
  }
}

/** Signal credits, no credits, time credits, time credits that have expired. */
const CREDITS = [
  { signalCredits: 250, creditDays: 0 },
  { signalCredits: 0, creditDays: 0 },
  { signalCredits: 0, creditDays: 45 },
  { signalCredits: 0, creditDays: -10 },
] as const;

/**
 * `turn` counts the strategies added here, from 0. `indexLevel` is the level of the benchmark index
 * at the first equity point of the strategy.
 */
type StrategyStart = { readonly turn: number; readonly indexLevel: string; readonly now: number };

/** Adds a strategy that is not in the roster and has no signals. */
function putStrategy(store: Store, owner: Person, { turn, indexLevel, now }: StrategyStart): void {
  const credits = CREDITS[turn % CREDITS.length] ?? CREDITS[0];
  const id = String(Math.max(...store.strategies().map((one) => Number(one.id))) + 1);
  const createdAt = Math.floor(Math.max(owner.createdAt, now - YEAR) / 1000) * 1000;
  const none = { stock: false, option: false, future: false, forex: false };
  store.putStrategy({
    ...STRATEGY_DEFAULTS,
    ...{ id, name: `Member strategy ${turn + 1}`, shortDescription: '', longDescription: 'Not published.' },
    ...{ ownerPersonId: owner.id, ownerScreenName: owner.screenName, createdAt, monthlyFee: 0, trialDays: 0 },
    ...{ startingCapital: 50_000, minimumPortfolio: 50_000, isAlive: turn % 6 !== 5, isTest: false },
    ...{
      tradedTypes: none,
      shortedTypes: { stock: false, option: false },
      indexAtStart: indexLevel,
      siteVisible: false,
    },
    requiresCredits: turn % 5 !== 4,
    signalCredits: credits.signalCredits,
    creditTimeUntil: credits.creditDays === 0 ? null : now + credits.creditDays * DAY,
    inactiveSince: turn % 6 === 5 ? now - 30 * DAY : null,
  });
  const capital = fixed('50000');
  store.equity.put(id, { at: createdAt, equityBeforeCosts: capital, cost: 0n, index: fixed(indexLevel), fees: [] });
  const seconds = Math.max(0, credits.creditDays) * 86_400;
  if (seconds > 0) store.credits.add(id, { at: now - DAY, kind: 'time', amount: seconds });
  if (credits.signalCredits > 0)
    store.credits.add(id, { at: now - DAY, kind: 'signals', amount: credits.signalCredits });
}
