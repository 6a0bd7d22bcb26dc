import type { Choice } from '#renderer/stores/signals-store.svelte.ts';

/** What the trader may do with an order whose fate is not known, and what it leads to. */
export const choiceWords: Readonly<Record<Choice, { readonly label: string; readonly effect: string }>> = {
  'send-again': { label: 'Send this order again', effect: 'Sends the same order under the same own id.' },
  abandon: { label: 'Give it up', effect: 'The order is closed here and never sent again.' },
  'check-now': { label: 'Check now', effect: 'Reads both lists of the platform again.' },
  acknowledge: { label: 'Seen', effect: 'Takes the mark off the row.' },
};
