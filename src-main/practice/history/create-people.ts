import type { Catalog } from '#practice/catalog.ts';
import type { Person } from '#practice/person.ts';
import { Random } from '#practice/market/random.ts';
import type { Store } from '#practice/store/store.ts';
import type { Strategy } from '#practice/strategy.ts';
import { createMembers } from './create-members.ts';
import { createOtherStrategies } from './create-history.ts';
import { generatedLicense } from './license-plan.ts';
import { PeoplePlan } from './people-plan.ts';
import { SubscriptionPlan, type PlannedSubscription } from './subscription-plan.ts';

const DAY = 86_400_000;
const DONE_KEY = 'peopleFounded';
/** The value stored for DONE_KEY when all members have been created. */
const DONE_WITH_ALL_MEMBERS = '2';
/** Number of subscribers of each strategy that the world person does not own. */
const SUBSCRIBERS_PER_OTHER_STRATEGY = 3;
const MIN_SUBSCRIPTION_ID = 3_100_000;
const MIN_LICENSE_ID = 61_000;

/**
 * Adds generated people to a new data folder, or to an old one that lacks them: 300 members of one
 * private platform and a few other people, with licenses and subscriptions in every state. An
 * earlier version created only the first 40 members, of whom some subscribe to each strategy of the
 * world person. A folder that has only these 40 gets the others.
 */
export function createPeople(store: Store, catalog: Catalog, now: number): void {
  const done = store.meta.get(DONE_KEY);
  if (done === DONE_WITH_ALL_MEMBERS) return;
  const label = `stratdesk/${store.meta.need('seed')}`;
  const world = { personId: store.meta.need('worldPerson'), platformId: store.meta.need('platformId') };
  const plan = new PeoplePlan(label, world, now);
  const strategies = store.strategies();
  if (strategies.every((one) => one.ownerPersonId === world.personId))
    createOtherStrategies(store, catalog, plan, label);
  store.transaction(() => {
    if (done === undefined) putFirstPeople(store, plan.people, label, now);
    createMembers(store, plan.laterMembers, label, now);
    store.meta.set(DONE_KEY, DONE_WITH_ALL_MEMBERS);
  });
}

function putFirstPeople(store: Store, people: readonly Person[], label: string, now: number): void {
  const random = new Random(`${label}/memberships`);
  for (const person of people) store.people.put(person);
  putSubscriptions(store, people, random, now);
  putLicenses(store, people, random, now);
  putCredits(store, now);
}

function putSubscriptions(store: Store, people: readonly Person[], random: Random, now: number): void {
  const plan = new SubscriptionPlan(random, now);
  const [worldPerson] = people;
  const strategies = store.strategies();
  const planned: PlannedSubscription[] = [];
  strategies
    .filter((one) => one.isAlive)
    .forEach((strategy, turn) => {
      const owners = strategies.map((one) => one.ownerPersonId);
      const candidates = people.filter((one) => one.deletedAt === null && !owners.includes(one.id));
      const count = strategy.ownerPersonId === worldPerson?.id ? plan.kindCount + 1 : SUBSCRIBERS_PER_OTHER_STRATEGY;
      // A strategy with few subscribers begins with another kind of subscription than the strategy
      // before it.
      for (const [kind, person] of shuffled(candidates, random).slice(0, count).entries()) {
        planned.push(
          plan.of(kind + (count === SUBSCRIBERS_PER_OTHER_STRATEGY ? turn : 0), partiesOf(strategy, person)),
        );
      }
    });
  for (const person of people) {
    const { deletedAt } = person;
    if (deletedAt === null) continue;
    const strategy = random.pick(strategies);
    if (strategy.createdAt < deletedAt) planned.push(plan.ofDeleted(partiesOf(strategy, person), deletedAt));
  }
  let id = MIN_SUBSCRIPTION_ID + random.whole(0, 500_000);
  for (const one of planned.sort((a, b) => a.startedAt - b.startedAt)) {
    id += random.whole(1, 40);
    store.subscriptions.put(one.build(String(id)));
  }
}

function partiesOf(strategy: Strategy, person: Person) {
  const since = Math.max(strategy.createdAt, person.createdAt);
  return { systemId: strategy.id, personId: person.id, fee: strategy.monthlyFee, since };
}

/**
 * About every second member who is not deleted has a license. The world person has the first one.
 */
function putLicenses(store: Store, people: readonly Person[], random: Random, now: number): void {
  let id = MIN_LICENSE_ID + random.whole(0, 20_000);
  let turn = 0;
  people.forEach((person, index) => {
    if (person.platformId === null || person.deletedAt !== null || index % 2 === 1) return;
    id += random.whole(1, 30);
    store.licenses.put(generatedLicense(turn, String(id), person.id, random, now));
    turn += 1;
  });
}

function putCredits(store: Store, now: number): void {
  for (const { id, creditTimeUntil, signalCredits } of store.strategies()) {
    const seconds = creditTimeUntil === null ? 0 : Math.round((creditTimeUntil - now) / 1000);
    if (seconds > 0) store.credits.add(id, { at: now - DAY, kind: 'time', amount: seconds });
    if (signalCredits > 0) store.credits.add(id, { at: now - DAY, kind: 'signals', amount: signalCredits });
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const remaining = [...list];
  const result: T[] = [];
  while (remaining.length > 0) result.push(...remaining.splice(random.whole(0, remaining.length - 1), 1));
  return result;
}
