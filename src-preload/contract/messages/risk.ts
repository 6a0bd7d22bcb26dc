/** Limits and the kill switch. */
export type RiskMessages = {
  /** The kill switch is on, and no connection is open. */
  'risk.killed-without-connection': object;
  /** The kill switch is on, with its reason. */
  'kill.on': { readonly reason: string };
  /** The kill switch is on; this plan adds no risk. */
  'kill.reduces-only': object;
};
