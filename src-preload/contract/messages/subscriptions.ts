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
  'subscription.second': object;
  'subscription.same-owner': { readonly names: readonly string[] };
  'subscription.minimum-portfolio': { readonly amount: string };
  'subscription.access-ends': object;
  /** The end uses a value that only a refusal of the platform named. */
  'subscription.end-not-known': { readonly value: string };
  'subscription.positions-not-known': { readonly value: string };
  'subscription.unnamed-value': { readonly parameter: string; readonly value: string };
  'subscription.copies-remain': { readonly brokers: readonly string[] };
};
