/**
 * The quantile of ascending values, interpolated between neighbors (Hyndman and Fan, type 7). NaN
 * for no values.
 */
export function quantile(sorted: Float64Array, fraction: number): number {
  const place = (sorted.length - 1) * fraction;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return place === below ? low : low + (high - low) * (place - below);
}
