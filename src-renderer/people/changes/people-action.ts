import type { ChangeOperation } from '#contract/model/change-set.ts';

/**
 * What a key of the people table asks for: an operation to stage, `unmark` to remove the staged
 * deletions of people, or `plan` to plan the set.
 */
export type PeopleAction =
  | Extract<
      ChangeOperation,
      'person.change' | 'license.create' | 'subscription.begin' | 'subscription.end' | 'user.delete'
    >
  | 'unmark'
  | 'plan';
