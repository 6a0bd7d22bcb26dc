import type { ReportBasis } from '#contract/model/review.ts';
import { groupDigits } from '#renderer/grid/group-digits.ts';

/** How many trades and points are no longer listed: "3 trades, 1 equity point"; empty for none. */
export function unlistedCountsText(unlisted: ReportBasis['unlisted'] = { trades: 0, points: 0, replaced: 0 }): string {
  const counts = [
    [unlisted.trades, 'trade'],
    [unlisted.points, 'equity point'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`)
    .join(', ');
}
