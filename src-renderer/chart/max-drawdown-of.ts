export interface Drawdown {
  /** Percent, zero or below. */
  readonly percent: number;
  /** Rows of the peak and of the lowest point after it. */
  readonly peak: number;
  readonly trough: number;
}

/**
 * The largest drawdown at rows first..last (inclusive). Its peak is the highest value so far, which
 * may be before `first`, as in the drawdown pane. Null if there is no value or no peak above zero.
 */
export function maxDrawdownOf(values: Float64Array, first: number, last: number): Drawdown | null {
  let deepest: Drawdown | null = null;
  let peak = -1;
  for (let at = 0; at <= last; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (peak < 0 || value > (values[peak] ?? 0)) peak = at;
    const top = values[peak] ?? 0;
    if (top <= 0 || at < first) continue;
    const percent = (value / top - 1) * 100;
    if (deepest === null || percent < deepest.percent) deepest = { percent, peak, trough: at };
  }
  return deepest;
}
