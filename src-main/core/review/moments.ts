/** Arithmetic mean. NaN for no values. */
export function mean(values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] ?? 0;
  return sum / values.length;
}

/** Sample standard deviation (divided by n − 1), in two passes. NaN for fewer than two values. */
export function deviation(values: Float64Array): number {
  const center = mean(values);
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) squares += ((values[at] ?? 0) - center) ** 2;
  return values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1));
}

/**
 * Downside deviation: the root of the mean, over all values, of the squared shortfall below a
 * target.
 */
export function downsideDeviation(values: Float64Array, target: number): number {
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) squares += Math.min(0, (values[at] ?? 0) - target) ** 2;
  return Math.sqrt(squares / values.length);
}

/**
 * Sample covariance of two columns of equal length (divided by n − 1). NaN for fewer than two
 * pairs.
 */
export function covariance(left: Float64Array, right: Float64Array): number {
  const leftMean = mean(left);
  const rightMean = mean(right);
  let products = 0;
  for (let at = 0; at < left.length; at += 1) products += ((left[at] ?? 0) - leftMean) * ((right[at] ?? 0) - rightMean);
  return left.length < 2 ? Number.NaN : products / (left.length - 1);
}

/** The rate per period that compounds to the `yearly` rate over `perYear` equal periods. */
export const ratePerPeriod = (yearly: number, perYear: number): number => Math.expm1(Math.log1p(yearly) / perYear);
