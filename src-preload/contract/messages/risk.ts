import type { Text } from '../message.ts';

/** Limits and the kill switch. */
export type RiskMessages = {
  'risk.limits-not-written': object;
  'risk.precautions-not-written': object;
  /** The release of the kill switch cannot be written, so the kill switch remains on. */
  'kill.not-released': object;
  /** The kill switch is on, and no connection is open. */
  'risk.killed-without-connection': object;
  /** More orders than `limit` within the span; `used` were sent. */
  'cap.count': { readonly span: 'day' | 'minute'; readonly limit: number; readonly used: number };
  'cap.order-quantity': { readonly limit: string };
  /** Value of one order, in dollars. */
  'cap.order-value': { readonly limit: string };
  'cap.quantity': { readonly span: 'day' | 'minute'; readonly limit: string; readonly used: string };
  /** Total value within the span, in dollars. */
  'cap.value': { readonly span: 'day' | 'minute'; readonly limit: string; readonly used: string };
  /** The kill switch is on, with its reason. */
  'kill.on': { readonly reason: Text };
  /** The trader gave no reason. */
  'kill.by-hand': object;
  /** The file of the limits was lost; the limits are those of a copy or the defaults. */
  'kill.limits-lost': { readonly file: 'missing' | 'damaged'; readonly limits: 'defaults' | 'copy' };
  /** The kill switch is on; this plan adds no risk. */
  'kill.reduces-only': object;
};
