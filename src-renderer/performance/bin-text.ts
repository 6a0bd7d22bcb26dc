import type { ProfitBin } from '#contract/model/review.ts';
import { figureText } from '#renderer/chart/figure-text.ts';

/** "−250 to 0", "2,000 and more". Bounds that are not whole dollars keep their cents. */
export function binText({ from, to }: ProfitBin): string {
  if (from === null && to === null) return 'all';
  if (from === null) return `below ${bound(to)}`;
  return to === null ? `${bound(from)} and more` : `${bound(from)} to ${bound(to)}`;
}

/**
 * If there are losses and other trades, zero is a bound. So each bar has only losses or no losses,
 * even an open-ended bar that spans zero.
 */
export const binTone = ({ from, to }: ProfitBin): 'gain' | 'loss' =>
  (to === null ? from !== null && from < 0 : to <= 0) ? 'loss' : 'gain';

const bound = (value: number | null): string =>
  value === null ? '' : Number.isInteger(value) ? figureText.money(value) : figureText.level(value);
