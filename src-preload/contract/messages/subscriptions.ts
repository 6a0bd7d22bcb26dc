/** Joining and leaving strategies. */
export type SubscriptionMessages = {
  'subscription.begin-not-confirmed': object;
  'subscription.begin-absent': object;
  'subscription.begin-late': object;
  'subscription.begin-differs': object;
  'subscription.begin-after-refusal': object;
  'subscription.end-not-confirmed': object;
  'subscription.end-absent': object;
  'subscription.end-late': object;
  'subscription.end-differs': object;
  'subscription.end-after-refusal': object;
  'subscription.unknown-plan': object;
  'subscription.unknown-strategy': object;
  'subscription.outdated': object;
  /** Checks of a plan. */
  'subscription.own-strategy': object;
  'subscription.subscribed-already': object;
  'subscription.not-subscribed': object;
  'subscription.not-alive': object;
  'subscription.costs': { readonly monthlyFee: string; readonly trialDays: string | null };
  'subscription.fee-unknown': object;
  /** An earlier request has no clear outcome, so there may be two subscriptions. */
  'subscription.second': object;
  'subscription.same-owner': { readonly names: readonly string[] };
  'subscription.minimum-portfolio': { readonly amount: string };
  'subscription.access-ends': object;
  /**
   * The subscription is ended with a value that is known only from a refusal of the platform. What
   * the value does is not known.
   */
  'subscription.end-not-known': { readonly value: string };
  /** What this value does with positions and orders at brokers is not known. */
  'subscription.positions-not-known': { readonly value: string };
  'subscription.unnamed-value': { readonly parameter: string; readonly value: string };
  'subscription.copies-remain': { readonly brokers: readonly string[] };
};
