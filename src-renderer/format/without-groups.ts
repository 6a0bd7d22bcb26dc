/**
 * `1,500` as `1500`, for a number in which a comma can only group thousands. Any other comma may be
 * a decimal mark, so a text with such a comma is returned unchanged.
 */
export function withoutGroups(typed: string): string {
  const text = typed.trim();
  return /^[-+]?[0-9]{1,3}(,[0-9]{3})+([.][0-9]+)?$/.test(text) ? text.replaceAll(',', '') : text;
}
