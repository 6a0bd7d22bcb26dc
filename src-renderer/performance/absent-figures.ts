import type { FigureKey } from '#contract/messages/review.ts';
import type { Figure } from '#contract/model/review.ts';
import { absenceText } from '#renderer/messages/absence-text.ts';
import type { Freshness } from '#renderer/messages/freshness.ts';
import { caveatText } from './figure-names.ts';

/** Why there are no statistics. Before the first reading it is not known whether there is data. */
export function absentFiguresText(
  isEmpty: boolean,
  failure: string | null,
  freshness: Freshness | null,
): { readonly title: string; readonly text: string } {
  if (isEmpty) {
    const title = freshness?.readAt == null ? 'Statistics unknown' : 'No trades or equity yet';
    return { title, text: absenceText('The platform listed no closed trades and no equity points', freshness) };
  }
  return failure === null
    ? { title: 'Calculating statistics…', text: '' }
    : { title: 'Statistics unknown', text: failure };
}

/** Why no drawdown is listed. A curve that is not known or never above zero has none to measure. */
export const noDrawdownText = (figures: readonly Figure[]): string =>
  undefinedBecause(figures, 'equity.maxDrawdown') ?? 'No drawdown in this period.';

/** Why there is no rolling window. A close at or below zero leaves a curve of any length without one. */
export function noWindowText(figures: readonly Figure[], months: number): string {
  const tooShort = `The curve is shorter than a window of ${months} months.`;
  // A curve with a single return is too short for a window, so that caveat is ignored.
  const others = figures.filter(({ caveats }) => !caveats.some(({ code }) => code === 'figure.single-return'));
  return undefinedBecause(others, 'equity.volatility') ?? tooShort;
}

/** The caveat of a figure without a value. Null if it has a value. */
function undefinedBecause(figures: readonly Figure[], key: FigureKey): string | null {
  const found = figures.find((figure) => figure.key === key);
  return found?.value === null ? caveatText(found) : null;
}
