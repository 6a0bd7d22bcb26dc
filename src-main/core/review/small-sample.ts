import type { Message } from '#contract/message.ts';
import type { SampleOf } from '#contract/messages/review.ts';

/** Below this an average says little. The bound is the usual rule of thumb of statistics. */
const limit = 30;

/** The caveat of a figure with a small sample. */
export const smallSample = (sample: number, counted: SampleOf): Message | null =>
  sample < limit ? { code: 'figure.small-sample', of: counted, limit } : null;
