/**
 * Draws an own signal id (order-safety 4): ten digits of unix seconds and five random ones, 15 in
 * all and below 2^53.
 */
export function drawOwnId(now: number, fraction: () => number): string {
  // A clock before 2001 or after 2286 must not bring ids near the service's nine digits or beyond
  // 2^53.
  const seconds = Math.min(Math.max(Math.floor(now / 1000), 1_000_000_000), 8_999_999_999);
  const random = Math.min(Math.floor(fraction() * 100_000), 99_999);
  return `${seconds}${String(random).padStart(5, '0')}`;
}
