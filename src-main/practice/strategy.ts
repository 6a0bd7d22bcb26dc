/** What is known about a strategy besides its signals and trades. Times are milliseconds since 1970. */
export type Strategy = {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: string;
  readonly longDescription: string;
  readonly ownerPersonId: string;
  readonly ownerScreenName: string;
  readonly createdAt: number;
  readonly monthlyFee: number;
  readonly trialDays: number;
  readonly startingCapital: number;
  readonly minimumPortfolio: number;
  readonly isAlive: boolean;
  readonly isTest: boolean;
  readonly trades: Readonly<Record<'stock' | 'option' | 'future' | 'forex', boolean>>;
  readonly shorts: Readonly<Record<'stock' | 'option', boolean>>;
  /** Index level that the equity chart's benchmark starts from. */
  readonly indexAtStart: string;
};
