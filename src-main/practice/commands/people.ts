import type { WirePeopleAnswer } from '#core/platform/wire/people-records.ts';
import { endLicense } from '#rules/billing/license.ts';
import { endSubscription } from '#rules/billing/subscription.ts';
import { okValue, failure } from '#practice/envelope.ts';
import { FieldCheck } from '#practice/decode/field-check.ts';
import { givenText } from '#practice/decode/fields.ts';
import { actingPerson } from './acting-person.ts';
import type { Person } from '#practice/person.ts';
import { personRecord } from '#practice/records/people-records.ts';
import type { Store } from '#practice/store/store.ts';
import { forCaller, forPlatform, type CommandRequest } from './command.ts';
import { problemsAnswer } from './problems.ts';

/** All people of the platform. Deleted people are included, with the time of deletion. */
export const listAllPeople = forPlatform((request) => {
  const { store, switches, engine, caller } = request;
  const strategies = engine.accounts().map((account) => account.strategy);
  const people = store.people.ofPlatform(caller.platformId ?? '');
  return {
    ok: okValue(switches),
    people: people.map((person) => personRecord(person, { store, switches, strategies })),
  } satisfies WirePeopleAnswer;
});

type Change = { readonly field: string; readonly person: Partial<Person> };

/** If any field is invalid, nothing is changed. A password is acknowledged, but not stored. */
export const changePersonAttribute = forCaller((request) => {
  const { switches, engine, store } = request;
  const acting = actingPerson(request);
  if (!acting.ok) return failure(switches, acting.error);
  const check = new FieldCheck(request);
  const changes = readChanges(request, check, acting.person);
  if (changes.length === 0 && check.errors.length === 0) check.refuse('firstname', 'or another attribute required');
  if (check.errors.length > 0) return problemsAnswer(switches, 'Unable to changePersonAttribute', check.errors);
  const person = changes.reduce((before, change) => ({ ...before, ...change.person }), acting.person);
  const owned = engine.accounts().filter((account) => account.strategy.ownerPersonId === person.id);
  const renamed = owned.map((account) => ({ ...account.strategy, ownerScreenName: person.screenName }));
  engine.putStrategies(renamed, () => store.people.put(person));
  return { ok: okValue(switches), success: { changes: changes.map(({ field }) => `${field} updated`) } };
});

/** screenname has no documented limit; the limit of the other names is used. */
function readChanges({ clock, store, switches }: CommandRequest, check: FieldCheck, person: Person): Change[] {
  const nameLength = { min: 1, max: 40 };
  const screenName = check.characters('screenname', nameLength);
  const refusesDuplicate = switches.get('duplicateScreenName') === 'refuse';
  if (screenName !== undefined && refusesDuplicate && store.people.isScreenNameTaken(screenName, person.id)) {
    check.refuse('screenname', 'is taken by somebody else');
  }
  const firstName = check.characters('firstname', nameLength);
  const lastName = check.characters('lastname', nameLength);
  const email = check.characters('email', { min: 1, max: 60 });
  const password = check.characters('password', { min: 6, max: 30 }, 'asIs');
  return [
    ...(firstName === undefined ? [] : [{ field: 'firstname', person: { firstName } }]),
    ...(lastName === undefined ? [] : [{ field: 'lastname', person: { lastName } }]),
    ...(screenName === undefined ? [] : [{ field: 'screenname', person: { screenName } }]),
    ...(email === undefined ? [] : [{ field: 'email', person: { email } }]),
    ...(password === undefined ? [] : [{ field: 'password', person: { passwordSetAt: clock.now() } }]),
  ];
}

/**
 * Ends the person's subscriptions and licenses, and stops the AutoTrade links; copied positions
 * remain. The person's strategies remain alive, unless the switch `deletedPersonSystems` says
 * otherwise. The specification does not show the answer to a success: its form is invented here.
 */
export const deleteUser = forPlatform((request) => {
  const { store, switches, engine, fields, caller, clock } = request;
  const id = givenText(fields, 'personid');
  const person = id !== null && caller.owners.has(id) ? store.people.get(id) : undefined;
  if (!person) return notDeleted(request, id === null ? 'personid required' : 'No such person on this platform');
  if (person.deletedAt !== null) return notDeleted(request, 'Person already deleted');
  const now = clock.now();
  const owned = engine.accounts().filter((one) => one.strategy.ownerPersonId === person.id && one.strategy.isAlive);
  const accountsToClose = switches.get('deletedPersonSystems') === 'close' ? owned : [];
  const closedStrategies = accountsToClose.map((one) => ({ ...one.strategy, isAlive: false, inactiveSince: now }));
  for (const link of engine.autoTrader.links.all()) {
    if (link.personId === person.id && link.state === 'live') engine.autoTrader.stop(link, true);
  }
  engine.putStrategies(closedStrategies, () => {
    store.people.put({ ...person, deletedAt: now });
    endSubscriptionsAndLicenses(store, person, now);
  });
  return { ok: okValue(switches), success: { personid: person.id } };
});

function notDeleted({ switches }: CommandRequest, reason: string) {
  const message = 'There were problems with your request to delete the user.';
  return problemsAnswer(switches, 'Unable to delete user', [reason], message);
}

function endSubscriptionsAndLicenses(store: Store, person: Person, now: number): void {
  for (const one of store.subscriptions.ofPerson(person.id)) {
    const result = endSubscription(one, now, now);
    if (result.ok) store.subscriptions.put(result.subscription);
  }
  for (const license of store.licenses.ofPerson(person.id)) store.licenses.put(endLicense(license, now));
}
