import { linkTargetOf } from '#contract/model/link-id.ts';
import type { Act } from '#contract/model/act.ts';
import type { Person } from '#contract/model/person.ts';

/**
 * The acts on a person, on the licenses and strategies of the person, and on subscriptions and
 * copies in the account of the person. Any other act is included if its wanted values name the
 * person.
 */
export function actsOf(person: Person, acts: readonly Act[]): readonly Act[] {
  const ids = {
    person: new Set([person.personId]),
    license: new Set(person.licenses?.map(({ licenseId }) => licenseId)),
    system: new Set(person.strategies?.map(({ systemId }) => systemId)),
  };
  const personMember = `"personId":"${person.personId}"`;
  const concernsPerson = ({ kind, id }: Act['target']): boolean => {
    if (kind === 'link') return linkTargetOf(id).personId === person.personId;
    // `101/42`: the subscription of person 42 to strategy 101.
    return kind === 'subscription' ? id.split('/')[1] === person.personId : ids[kind].has(id);
  };
  return acts.filter(({ target, wanted }) => concernsPerson(target) || wanted.includes(personMember));
}
