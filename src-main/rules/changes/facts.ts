import type { FieldName } from './operations.ts';

/** A license of a person. A null member is not known. */
export type LicenseFacts = {
  readonly licenseId: string;
  readonly type: string;
  readonly recurring: boolean | null;
  readonly nextMethod: string;
  /** Dollars for the next billing period; null if the amount is not known. */
  readonly nextAmount: string | null;
};

export type SubscriptionFacts = {
  readonly guid: string;
  readonly systemId: string;
  /** New York time at which it ends or ended; empty while no end is set. */
  readonly endTime: string;
};

export type OwnedStrategyFacts = {
  readonly systemId: string;
  readonly name: string;
  readonly alive: boolean | null;
};

/** A person in the newest list of all people. */
export type PersonFacts = {
  readonly personId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly screenName: string;
  readonly email: string;
  /** Time of the deletion as the platform writes it; empty while the person is not deleted. */
  readonly deleted: string;
  readonly licenses: readonly LicenseFacts[];
  readonly subscriptions: readonly SubscriptionFacts[];
  readonly strategies: readonly OwnedStrategyFacts[];
  /**
   * False if a list in the record, an id in a list, or the deletion could not be read. The person
   * may then be deleted, or have licenses, subscriptions or strategies that are not known.
   */
  readonly isReadable: boolean;
};

/** Details of a strategy by their names in the specification; null if a value is not known. */
export type StrategyTexts = Readonly<Partial<Record<FieldName, string | null>>>;

/** The state of the platform with which changes are compared. */
export type ChangeFacts = {
  /** Milliseconds. */
  readonly now: number;
  readonly people: ReadonlyMap<string, PersonFacts>;
  /** Details of strategies that `strategy.change` names; missing or empty if they were not read. */
  readonly strategies: ReadonlyMap<string, StrategyTexts>;
};

export const fullName = ({ firstName, lastName, screenName }: PersonFacts): string =>
  [firstName, lastName].filter((name) => name !== '').join(' ') || screenName;
