/**
 * Draws an own signal id (order-safety 4): ten digits of unix seconds and five random digits, 15
 * in all and below 2^53.
 */
export function drawOwnId(now: number, fraction: () => number): string {
  // With a clock before 2001 an id could be as short as the service's ids of nine digits, and with
  // one after 2255 it would be beyond 2^53.
  const seconds = Math.min(Math.max(Math.floor(now / 1000), 1_000_000_000), 8_999_999_999);
  const random = Math.min(Math.floor(fraction() * 100_000), 99_999);
  return `${seconds}${String(random).padStart(5, '0')}`;
}
