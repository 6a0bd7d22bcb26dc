import type { Choice } from '#renderer/stores/signals-store.svelte.ts';

/** What the trader may do with an order whose fate is not known, and what it leads to. */
export const choiceWords: Readonly<Record<Choice, { readonly label: string; readonly effect: string }>> = {
  'send-again': { label: 'Send this order again', effect: 'Sends the same order under the same own id.' },
  abandon: { label: 'Give it up', effect: 'The order is closed here and never sent again.' },
  'check-now': { label: 'Check now', effect: 'Reads both lists of the platform again.' },
  'keep-waiting': { label: 'Keep waiting', effect: 'Looks for it until the day ends, or for 24 hours when it is GTC.' },
  'check-by-cancelling': {
    label: 'Check by cancelling',
    effect:
      'Cancels it under its own id: the answer proves whether it was there. Cancelling also cancels the other orders of its group.',
  },
  'send-again-same-id': {
    label: 'Send again, same id',
    effect: 'The platform refuses an id that was used, so a refusal proves that the first one is there.',
  },
  'new-order': { label: 'New order', effect: 'Enters a second order under a new id. You may end up with two.' },
  pick: { label: 'It is one of these', effect: 'Names the order of the platform that is this one.' },
  acknowledge: { label: 'Seen', effect: 'Takes the mark off the row.' },
};
