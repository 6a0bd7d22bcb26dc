import type { Preview } from '#contract/model/ticket.ts';
import { words } from '#renderer/messages/words.ts';

/** A toast after core accepted an order. A replace in two steps sends only the cancel at first. */
export const submittedText = ({ summary, twoSteps }: Pick<Preview, 'summary' | 'twoSteps'>): string =>
  twoSteps
    ? `Cancel of the old order submitted. To be sent once it is proved: ${words(summary)}.`
    : `Order submitted: ${words(summary)}.`;
