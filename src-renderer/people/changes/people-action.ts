import type { ChangeOperation } from '#contract/model/change-set.ts';

/** What a key of the table of people asks for: an operation that is staged, or what concerns the set. */
export type PeopleAction =
  | Extract<
      ChangeOperation,
      'person.change' | 'license.create' | 'subscription.begin' | 'subscription.end' | 'user.delete'
    >
  | 'unmark'
  | 'plan';
