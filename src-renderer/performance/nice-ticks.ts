/**
 * About `count` round values within a range for an axis, in steps of 1, 2 or 5 times a power of
 * ten.
 */
export function niceTicks(low: number, high: number, count: number): number[] {
  if (!(high > low) || count < 1) return [];
  const rawStep = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rawStep));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rawStep) ?? 10) * power;
  const ticks: number[] = [];
  for (let multiple = Math.ceil(low / step); multiple * step <= high; multiple += 1)
    ticks.push(Number((multiple * step).toPrecision(12)));
  return ticks;
}

/** Rows for the labels of a time axis: the first, the last and evenly spaced ones in between. */
export function rowTicks(rows: number, count: number): number[] {
  if (rows < 1) return [];
  const tickCount = Math.min(count, rows);
  if (tickCount === 1) return [0];
  return Array.from({ length: tickCount }, (_, index) => Math.round((index * (rows - 1)) / (tickCount - 1)));
}
