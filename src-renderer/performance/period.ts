import type { ReviewSelection } from '#contract/model/review.ts';

export const periods = [
  { value: 'all', label: 'All time' },
  { value: 'ytd', label: 'This year' },
  { value: '1y', label: 'Last 12 months' },
  { value: '3y', label: 'Last 3 years' },
] as const;
export type Period = (typeof periods)[number]['value'];

/** The first day, as `2026-03-02`, of a period that ends today; null for all time. */
export function periodStart(period: Period, today: string): string | null {
  if (period === 'all') return null;
  const year = Number(today.slice(0, 4));
  if (period === 'ytd') return `${year}-01-01`;
  const startYear = year - (period === '1y' ? 1 : 3);
  // In a year without February 29 the period starts on March 1.
  return today.endsWith('-02-29') ? `${startYear}-03-01` : `${startYear}${today.slice(4)}`;
}

/** The period of a selection; null for custom dates. */
export const periodOf = ({ from, to }: Pick<ReviewSelection, 'from' | 'to'>, today: string): Period | null =>
  to === null ? (periods.find(({ value }) => periodStart(value, today) === from)?.value ?? null) : null;

/** "2025-01-01 → 2025-12-31", with a name for an open end. */
export function periodText({ from, to }: Pick<ReviewSelection, 'from' | 'to'>): string {
  if (from === null && to === null) return 'all time';
  return `${from ?? 'start'} → ${to ?? 'today'}`;
}

/** The period and the other conditions of a selection: "all time, AAPL, long". */
export const selectionText = (selection: ReviewSelection): string =>
  [periodText(selection), ...selection.symbols, ...selection.sides, ...selection.instruments].join(', ');

/** A yearly rate as text: `4.25 %` for 0.0425. */
export const rateText = (rate: number): string => `${ratePercent(rate)} %`;

/** A yearly rate in percent: 4.25 for 0.0425, where the product of the floats is 4.25000…1. */
export const ratePercent = (rate: number): number => Number((rate * 100).toFixed(6));
