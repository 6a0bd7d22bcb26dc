const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const signedWhole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
const signedPercent = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

/** The sign for what is missing. */
const NONE = '–';

const proper = (text: string): string => text.replace('-', '\u2212');

/** Floats of charts and statistics as text; never of prices or quantities, which stay as they were written. */
export const figureText = {
  /** "104,322": the account in whole dollars. */
  money: (value: number): string => (Number.isFinite(value) ? proper(whole.format(value)) : NONE),
  /** "+1,204" */
  change: (value: number): string => (Number.isFinite(value) ? proper(signedWhole.format(value)) : NONE),
  /** "104.32": on a scale that begins at 100. */
  level: (value: number): string => (Number.isFinite(value) ? proper(cents.format(value)) : NONE),
  /** "−$3,895.00": what the platform charged, with its sign. */
  dollars: (value: number): string => (Number.isFinite(value) ? proper(dollars.format(value)) : NONE),
  /** "−4.31 %" */
  percent: (value: number): string => (Number.isFinite(value) ? `${proper(signedPercent.format(value))} %` : NONE),
} as const;
