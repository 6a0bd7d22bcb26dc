import type { ChangeOperation } from '#contract/model/change-set.ts';

/** What a key of the people table asks for: an operation to stage, or an action on the set. */
export type PeopleAction =
  | Extract<
      ChangeOperation,
      'person.change' | 'license.create' | 'subscription.begin' | 'subscription.end' | 'user.delete'
    >
  | 'unmark'
  | 'plan';
