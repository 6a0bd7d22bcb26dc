/** Below this an average says little. The bound is the usual rule of thumb of statistics. */
const minSample = 30;

/** The caveat of a figure with a small sample, such as of `returns` or `closed trades`. */
export const smallSample = (sample: number, of: string): string | null =>
  sample < minSample ? `fewer than ${minSample} ${of}` : null;
