/**
 * The maximum number of digits before and after the point together. Longer numbers are not valid
 * prices, quantities or amounts.
 */
const MAX_DIGITS = 18;
/** A longer text is refused without parsing. */
const MAX_LENGTH = 100;
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * A decimal in its plain form: no exponent, no extra zeros, no plus. Undefined if it is not a
 * number or has too many digits.
 */
export function plainNumber(text: string): string | undefined {
  const match = text.length > MAX_LENGTH ? null : NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '' || /^0+$/.test(digits)) return '0';
  const significant = digits.replace(/0+$/, '');
  /** Where the point is, counted from the first significant digit. */
  const point = digits.length - fraction.length + Number(exponent);
  const decimals = Math.max(0, significant.length - point);
  if (Math.max(point, 0) + decimals > MAX_DIGITS) return undefined;
  const wholePart = point > 0 ? significant.slice(0, point).padEnd(point, '0') : '0';
  const fractionPart = point > 0 ? significant.slice(point) : '0'.repeat(-point) + significant;
  return `${sign === '-' ? '-' : ''}${wholePart}${fractionPart === '' ? '' : `.${fractionPart}`}`;
}
