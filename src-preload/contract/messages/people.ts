/** The owner of the API key, and the people of a private platform. */
export type PersonMessages = {
  'people.platform-only': object;
  'people.not-read': object;
  'people.unknown': { readonly personId: string };
  'subscribers.unknown-reading': object;
  /** The title of a notice: the subscribers differ from those of the reading before. */
  'subscribers.differ': { readonly strategy: string };
  /** The text of that notice: how many subscriptions changed in each way. */
  'subscribers.differ-text': {
    readonly joined: number;
    readonly left: number;
    readonly status: number;
    readonly other: number;
  };
  'person.change-not-confirmed': object;
  'person.change-differs': object;
  'person.unknown-plan': object;
  'person.nothing-to-change': object;
  'person.world-only': object;
  /** The password has a wrong length, or is missing. */
  'person.password': { readonly min: number; readonly max: number };
  'person.bounds': {
    readonly field: 'firstName' | 'lastName' | 'screenName' | 'email';
    readonly min: number;
    readonly max: number;
  };
  /** Warnings of a plan. */
  'person.not-read': object;
  'person.password-set': object;
};
