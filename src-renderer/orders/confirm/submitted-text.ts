import type { Preview } from '#contract/model/ticket.ts';
import { words } from '#renderer/messages/words.ts';

/** What a toast says after core accepted an order. In two steps, only the cancel is sent at first. */
export const submittedText = ({ summary, twoSteps }: Pick<Preview, 'summary' | 'twoSteps'>): string =>
  twoSteps
    ? `Cancel of the old order submitted. To be sent once it is proved: ${words(summary)}.`
    : `Order submitted: ${words(summary)}.`;
