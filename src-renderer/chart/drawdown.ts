/**
 * Drawdown of a curve in percent of its running peak: value ÷ highest value so far − 1, times 100;
 * zero at a peak. NaN without a value, and when the peak is not above zero, where a percentage has
 * no meaning.
 */
export function drawdown(values: Float64Array): Float64Array {
  const drawdowns = new Float64Array(values.length);
  let peak = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (value > peak) peak = value;
    drawdowns[at] = peak > 0 ? (value / peak - 1) * 100 : Number.NaN;
  }
  return drawdowns;
}
