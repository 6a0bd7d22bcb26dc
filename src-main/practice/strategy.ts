/** A strategy without its signals and trades. Times are milliseconds since 1970. */
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
  /** The instrument types that the strategy trades. */
  readonly tradedTypes: Readonly<Record<'stock' | 'option' | 'future' | 'forex', boolean>>;
  /** The instrument types that the strategy sells short. */
  readonly shortedTypes: Readonly<Record<'stock' | 'option', boolean>>;
  /** Index level that the equity chart's benchmark starts from. */
  readonly indexAtStart: string;
  /** Whether the strategy is visible on the site: listed in the roster, and open to subscribers. */
  readonly siteVisible: boolean;
  readonly requiresCredits: boolean;
  readonly creditTimeUntil: number | null;
  readonly signalCredits: number;
  /** When the strategy stopped being alive; null if it is alive. */
  readonly inactiveSince: number | null;
};

/** Values for a new strategy, and for members that a strategy of an older data folder lacks. */
export const STRATEGY_DEFAULTS = {
  siteVisible: true,
  requiresCredits: false,
  creditTimeUntil: null,
  signalCredits: 0,
  inactiveSince: null,
} as const;
