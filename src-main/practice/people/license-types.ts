import { fixed, type Fixed } from '#rules/decimal.ts';

export type LicenseType = { readonly name: string; readonly months: number; readonly price: Fixed };

/** The specification shows the first; the others are this service's own. */
export const LICENSE_TYPES: readonly LicenseType[] = [
  { name: 'autotrade_monthly', months: 1, price: fixed('99') },
  { name: 'autotrade_yearly', months: 12, price: fixed('990') },
  { name: 'platform_monthly', months: 1, price: fixed('49') },
  { name: 'data_monthly', months: 1, price: fixed('15') },
];

/** The terms of an unknown type, if the switch unknownLicenseType accepts it. */
export const OTHER_LICENSE = { months: 1, price: fixed('0') } as const;

/** The specification shows the first; the others are this service's own. */
export const PAYMENT_METHODS = ['platform_master_account', 'credit_card', 'bank_transfer'] as const;
