/**
 * Drawdown of a curve in per cent of its running peak: value ÷ highest value so far − 1, times 100; zero at a peak. NaN
 * where the curve has no value or its peak is not above zero, where a percentage would say nothing.
 */
export function drawdown(values: Float64Array): Float64Array {
  const out = new Float64Array(values.length);
  let peak = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (value > peak) peak = value;
    out[at] = peak > 0 ? (value / peak - 1) * 100 : Number.NaN;
  }
  return out;
}
