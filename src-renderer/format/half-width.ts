/**
 * Converts the full-width characters of East Asian input methods to plain ones. Nothing else is
 * changed.
 */
export function halfWidth(text: string): string {
  const plain = (wide: string): string => String.fromCharCode(wide.charCodeAt(0) - 0xfee0);
  return text.replace(/[\uff01-\uff5e]/g, plain).replaceAll('\u3000', ' ');
}
