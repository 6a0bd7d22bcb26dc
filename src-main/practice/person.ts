/** Somebody with an account. Times are milliseconds since 1970. */
export type Person = {
  readonly id: string;
  /** The private platform that manages the account; null for a person of the public site. */
  readonly platformId: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly screenName: string;
  readonly email: string;
  readonly country: string;
  readonly countryCode: string;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  /**
   * When a password was last set. The password itself is not stored, because the API never checks
   * one.
   */
  readonly passwordSetAt: number | null;
};
