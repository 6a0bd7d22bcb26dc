import Type, { type Static } from 'typebox';

/** What is known of the copy of a strategy at a broker. */
export const AutoTradeLinkState = Type.Union([
  Type.Literal('linked'),
  Type.Literal('start-unknown'),
  Type.Literal('change-unknown'),
  Type.Literal('stop-unknown'),
  /**
   * No broker list showed the copy in time after the start, even if its answer confirmed it, or the
   * user ended the start without proof.
   */
  Type.Literal('start-absent'),
  /** The copy was stopped, and its positions were left in the account. */
  Type.Literal('stopped-left'),
  /** The platform accepted the stop. It does not say when everything is closed. */
  Type.Literal('stopped-closed'),
  /** The broker list shows an account that was not linked from here. Its settings are not known. */
  Type.Literal('set-elsewhere'),
  /** The copy was linked from here, and a later broker list shows no account. */
  Type.Literal('ended-elsewhere'),
]);
export type AutoTradeLinkState = Static<typeof AutoTradeLinkState>;
