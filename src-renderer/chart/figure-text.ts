const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const signedWhole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
const signedPercent = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

/** The sign for a missing value. */
const NONE = '–';

const withMinus = (text: string): string => text.replace('-', '\u2212');

/**
 * Formats floats of charts and statistics. Prices and quantities are not formatted here: they keep
 * their text.
 */
export const figureText = {
  /** "104,322": an account value in whole dollars. */
  money: (value: number): string => (Number.isFinite(value) ? withMinus(whole.format(value)) : NONE),
  /** "+1,204" */
  change: (value: number): string => (Number.isFinite(value) ? withMinus(signedWhole.format(value)) : NONE),
  /** "104.32": a value on a scale that starts at 100. */
  level: (value: number): string => (Number.isFinite(value) ? withMinus(cents.format(value)) : NONE),
  /** "−$3,895.00": a charged amount with its sign. */
  dollars: (value: number): string => (Number.isFinite(value) ? withMinus(dollars.format(value)) : NONE),
  /** "−4.31 %" */
  percent: (value: number): string => (Number.isFinite(value) ? `${withMinus(signedPercent.format(value))} %` : NONE),
} as const;
