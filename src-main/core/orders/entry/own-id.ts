/**
 * Draws an own signal id (order-safety 4): ten digits of unix seconds and five random digits, 15
 * in all and below 2^53.
 */
export function drawOwnId(now: number, fraction: () => number): string {
  // Without these limits, a clock before 2001 could give an id as short as the service's ids of
  // nine digits, and a clock after 2286 would give an id of 16 digits.
  const seconds = Math.min(Math.max(Math.floor(now / 1000), 1_000_000_000), 8_999_999_999);
  const random = Math.min(Math.floor(fraction() * 100_000), 99_999);
  return `${seconds}${String(random).padStart(5, '0')}`;
}
