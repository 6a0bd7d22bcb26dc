/** Full-width letters, digits and blanks, as East Asian input methods type them, as their plain twins. Nothing else. */
export function halfWidth(text: string): string {
  const plain = (wide: string): string => String.fromCharCode(wide.charCodeAt(0) - 0xfee0);
  return text.replace(/[\uff01-\uff5e]/g, plain).replaceAll('\u3000', ' ');
}
