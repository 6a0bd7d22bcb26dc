/**
 * About `count` round values within a range for an axis, in steps of 1, 2 or 5 times a power of
 * ten.
 */
export function niceTicks(low: number, high: number, count: number): number[] {
  if (!(high > low) || count < 1) return [];
  const rawStep = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rawStep));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rawStep) ?? 10) * power;
  // Above this, adding 1 to a multiple may have no effect, and ticks may be equal in 12 digits.
  if (!(Math.max(Math.abs(low), Math.abs(high)) / step < 1e11)) return [];
  const ticks: number[] = [];
  for (let multiple = Math.ceil(low / step); multiple * step <= high; multiple += 1)
    ticks.push(Number((multiple * step).toPrecision(12)));
  return ticks;
}

/**
 * The indexes of the points that get a label on a time axis: the first, the last and evenly spaced
 * indexes between them, at most `maxLabels`.
 */
export function labelIndexes(pointCount: number, maxLabels: number): number[] {
  if (pointCount < 1) return [];
  const labelCount = Math.min(maxLabels, pointCount);
  if (labelCount === 1) return [0];
  return Array.from({ length: labelCount }, (_, index) => Math.round((index * (pointCount - 1)) / (labelCount - 1)));
}
