import type { Act } from '#contract/model/act.ts';
import type { Person } from '#contract/model/person.ts';

/** The changes of a person, and of the licenses, subscriptions and strategies of the person. */
export function actsOf(person: Person, acts: readonly Act[]): readonly Act[] {
  const ids = {
    person: new Set([person.personId]),
    license: new Set(person.licenses?.map(({ licenseId }) => licenseId)),
    subscription: new Set(person.subscriptions?.map(({ subscriptionId }) => subscriptionId)),
    system: new Set(person.strategies?.map(({ systemId }) => systemId)),
    link: new Set<string | null>(),
  };
  const names = `"personId":"${person.personId}"`;
  return acts.filter(({ target, wanted }) => ids[target.kind].has(target.id) || wanted.includes(names));
}
