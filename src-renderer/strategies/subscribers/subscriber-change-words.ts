import type { SubscriberStep, SubscriberValue } from '#contract/model/subscriber-changes.ts';
import { subscriberMembers } from './subscriber-columns.ts';

export const changeKindWords: Readonly<Record<SubscriberStep['kind'], string>> = {
  joined: 'Joined',
  left: 'Left',
  status: 'Status',
  other: 'Changed',
  seen: 'In the first reading',
};

const memberWords: ReadonlyMap<string, string> = new Map([
  ...subscriberMembers.map(({ id, title }) => [id, title] as const),
  ['listed', 'Listed'],
  ['name', 'Name'],
]);

/** `Status: trial → current, Failed payments: 0 → 1`. E-mail addresses themselves are not shown. */
export const valuesText = (values: readonly SubscriberValue[]): string =>
  values
    .filter(({ member }) => member !== 'name')
    .map(({ member, before, after }) => {
      const name = memberWords.get(member) ?? member;
      return member === 'email' ? `${name} changed` : `${name}: ${before ?? '–'} → ${after ?? '–'}`;
    })
    .join(', ');
