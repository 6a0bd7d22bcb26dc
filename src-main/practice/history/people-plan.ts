import names from '#resources/practice/people.json' with { type: 'json' };
import type { Person } from '#practice/person.ts';
import { Random } from '#practice/market/random.ts';
import { OTHER_PLANS, WORLD_OWNER, WORLD_PLANS } from './strategy-plan.ts';

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
/** Number of the first members of the private platform, including the world person. */
const FIRST_MEMBER_COUNT = 40;
/** Number of people who belong to the site only. */
const OUTSIDER_COUNT = 4;
const DELETED_COUNT = 3;
const FIRST_ID = 42_000;
const LAST_ID = 97_000;
const YEARS_OF_PEOPLE = 4;
/** Number of members who joined within the last two years. Every fifteenth of them was deleted. */
const LATER_MEMBER_COUNT = 260;
const DELETED_EVERY = 15;

type WorldIds = { readonly personId: string; readonly platformId: string };
type Name = { readonly firstName: string; readonly lastName: string; readonly screenName: string };

/**
 * The people of a data folder, the same for the same seed. The id of the world person is given, the
 * ids of the others are drawn.
 */
export class PeoplePlan {
  readonly people: readonly Person[];
  /** Drawn last, so that they do not change what is drawn for `people`. */
  readonly laterMembers: readonly Person[];
  readonly #random: Random;
  readonly #world: WorldIds;
  readonly #now: number;
  /** The ids and screen names of the people so far. */
  readonly #used = new Set<string>();

  constructor(label: string, world: WorldIds, now: number) {
    this.#random = new Random(`${label}/people`);
    this.#world = world;
    this.#now = now;
    this.people = this.#plan();
    this.laterMembers = this.#planLater();
  }

  /** The id of the owner of a planned strategy. */
  idOf(screenName: string): string {
    const person = this.people.find((one) => one.screenName === screenName);
    if (!person) throw new Error(`no person is called ${screenName}`);
    return person.id;
  }

  #plan(): Person[] {
    const owners = new Map(OTHER_PLANS.map((plan) => [plan.owner.screenName, plan.owner]));
    const worldPerson = this.#person(WORLD_OWNER, this.#world.personId, true);
    const strategyOwners = [...owners.values()].map((owner) => this.#person(owner, this.#id(), owner.member));
    const ownerMemberCount = 1 + strategyOwners.filter((one) => one.platformId !== null).length;
    const rest = Array.from({ length: FIRST_MEMBER_COUNT - ownerMemberCount + OUTSIDER_COUNT }, (_, index) =>
      this.#person(this.#name(), this.#id(), index < FIRST_MEMBER_COUNT - ownerMemberCount),
    );
    const deleted = new Set(rest.filter((_, index) => index % 11 === 5).slice(0, DELETED_COUNT));
    return [
      worldPerson,
      ...strategyOwners,
      ...rest.map((person) => (deleted.has(person) ? this.#deleted(person) : person)),
    ];
  }

  #planLater(): Person[] {
    let id = LAST_ID;
    return Array.from({ length: LATER_MEMBER_COUNT }, (_, index) => {
      id += this.#random.whole(1, 60);
      const joined =
        Math.floor((this.#now - ((LATER_MEMBER_COUNT - index) / LATER_MEMBER_COUNT) * 2 * YEAR) / 1000) * 1000;
      const person = { ...this.#person(this.#name(), String(id), true), createdAt: joined };
      return index % DELETED_EVERY === 4 ? this.#deleted(person) : person;
    });
  }

  #deleted(person: Person): Person {
    const age = this.#now - person.createdAt;
    return {
      ...person,
      deletedAt: person.createdAt + Math.floor((age * this.#random.between(0.5, 0.9)) / 1000) * 1000,
    };
  }

  #person(name: Name, id: string, isMember: boolean): Person {
    const country = this.#random.pick(names.countries);
    this.#used.add(id).add(name.screenName);
    return {
      ...{ id, firstName: name.firstName, lastName: name.lastName, screenName: name.screenName },
      platformId: isMember ? this.#world.platformId : null,
      email: `${plainLetters(name.screenName)}@example.com`,
      country: country.name,
      countryCode: country.code,
      createdAt: this.#createdAt(name, Number(id)),
      deletedAt: null,
      passwordSetAt: null,
    };
  }

  /** People with higher ids were created later. An owner was created before their strategies. */
  #createdAt({ screenName }: Name, id: number): number {
    const share = (LAST_ID - id) / (LAST_ID - FIRST_ID);
    const timeById = this.#now - 2 * YEAR - share * YEARS_OF_PEOPLE * YEAR;
    const ownedPlans = [...WORLD_PLANS, ...OTHER_PLANS].filter((plan) => plan.owner.screenName === screenName);
    const earliest = Math.min(timeById, ...ownedPlans.map((plan) => this.#now - plan.years * YEAR - 20 * DAY));
    return Math.floor(earliest / 1000) * 1000;
  }

  #id(): string {
    const id = String(this.#random.whole(FIRST_ID, LAST_ID));
    return this.#used.has(id) || id === this.#world.personId ? this.#id() : id;
  }

  #name(): Name {
    const firstName = this.#random.pick(names.firstNames);
    const lastName = this.#random.pick(names.lastNames);
    const screenName =
      plainLetters(firstName) + plainLetters(lastName).slice(0, 3) + String(this.#random.whole(10, 99));
    return this.#used.has(screenName) ? this.#name() : { firstName, lastName, screenName };
  }
}

function plainLetters(text: string): string {
  return text.normalize('NFD').replaceAll(/[^A-Za-z0-9_]/g, '');
}
