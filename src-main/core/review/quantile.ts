/** Of ascending values, between the two neighbours when the place falls between them (Hyndman and Fan, type 7); NaN for none. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return place === below ? low : low + (high - low) * (place - below);
}
