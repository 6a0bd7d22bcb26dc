/** Limits of the specification for attributes of a strategy, both bounds included. */
export const SYSTEM_NAME = { min: 3, max: 40 } as const;
export const LONG_DESCRIPTION = { min: 0, max: 8000 } as const;
export const SHORT_DESCRIPTION = { min: 0, max: 255 } as const;
/** Dollars: starting capital and minimum portfolio. */
export const CAPITAL = { min: 1000, max: 10_000_000 } as const;
export const CREDIT_SECONDS = { min: 0, max: 86_400 * 365 * 20 } as const;
export const SIGNAL_CREDITS = { min: 0, max: 9_999_999_999 } as const;
/** Whole dollars without a documented limit. */
export const NOT_NEGATIVE = { min: 0 } as const;
/** The service's own limit: a longer trial would end at a time that cannot be written. */
export const TRIAL_DAYS = { min: 0, max: 36_500 } as const;
