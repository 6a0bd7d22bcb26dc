/** Below this an average says little; the bound is the usual rule of thumb of statistics, no law. */
const enough = 30;

/** The caveat of a figure made from few of something, such as 'returns' or 'closed trades'. */
export const smallSample = (sample: number, of: string): string | null =>
  sample < enough ? `fewer than ${enough} ${of}` : null;
