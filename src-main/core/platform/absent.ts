/**
 * The platform writes "not given" in four forms: null, '', '0' and a missing member. The form
 * differs by member and by year (platform-notes 25). Only the functions of this file know
 * these forms. `textOrNull` and `nonZeroText` return null for a list or an object too.
 */

/** The text of a member for which zero is a value, such as a profit; null when it is absent. */
export const textOrNull = (value: unknown): string | null => {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return typeof value === 'boolean' ? (value ? '1' : '0') : null;
};

/** The text of a member for which zero means "not given" too: prices, times, ids. */
export const nonZeroText = (value: unknown): string | null => {
  const text = textOrNull(value)?.trim() ?? '';
  return text === '' || isZero(text) ? null : text;
};

/** Whether a member says "not given". False for a boolean, a list and an object. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  ((typeof value === 'string' || typeof value === 'number') && nonZeroText(value) === null);

/** '1' is yes, '0' is no, anything else says nothing. */
export const flag = (value: unknown): boolean | null => {
  const text = textOrNull(value);
  if (text === '1') return true;
  return text === '0' ? false : null;
};

/** A zero in any form: '0', '0.00', the zero date and the zero time. */
const isZero = (text: string): boolean => text.startsWith('0') && /^[0.: -]+$/.test(text);
