const plain = /^(-?)([0-9]+)((?:[.][0-9]+)?)$/;

/**
 * A decimal text with thousands separators and all its digits: `1234567.50` → `1,234,567.50`. Zero
 * has no sign.
 */
export function decimalText(value: string | null | undefined): string {
  if (value == null) return '–';
  const parts = plain.exec(value);
  if (parts === null) return value;
  const [, sign, whole = '', fraction = ''] = parts;
  const grouped = whole.length < 4 ? whole : whole.replace(/\B(?=([0-9]{3})+$)/g, ',');
  return `${sign === '-' && /[1-9]/.test(value) ? '−' : ''}${grouped}${fraction}`;
}
