/** A span of a request: `8 ms`, `1.25 s`. */
export function millisText(millis: number | null): string {
  if (millis === null) return '–';
  return millis < 1_000 ? `${Math.round(millis)} ms` : `${(millis / 1_000).toFixed(2)} s`;
}
