/** The last own fill, or a price implied by a position's profit. */
type Seen = { readonly price: string; readonly at: number; readonly implied: boolean };

/** Checks before an order is sent. */
export type CheckMessages = {
  /** The account was never read, so the size cannot be compared with it. */
  'check.account-unknown': object;
  /**
   * More than `limit` percent of the account; `as` is the platform's time of the account figures.
   */
  'check.beyond-account': {
    readonly value: string;
    readonly account: string;
    readonly percent: string;
    readonly limit: string;
    readonly as: string;
  };
  'check.beyond-buying-power': { readonly value: string; readonly power: string; readonly as: string };
  'check.large-value': {
    readonly value: string;
    readonly account: string;
    readonly percent: string;
    readonly as: string;
  };
  'check.market-closed': object;
  'check.over-median': { readonly times: string; readonly median: string };
  /** `price` is this percentage away from the last known price of time `at`. */
  'check.price-far': Seen & { readonly percent: string };
  'check.stop-at-once': Seen & { readonly stop: string; readonly buys: boolean };
  'check.wrong-side': Seen & { readonly member: 'target' | 'stop' };
  /** A DAY bracket: the position has no stop after this time, unix seconds. */
  'check.protection-ends': { readonly at: number };
};
