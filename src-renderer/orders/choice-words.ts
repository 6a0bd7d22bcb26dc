import type { Choice } from '#renderer/stores/signals-store.svelte.ts';

type Words = {
  readonly label: string;
  readonly effect: string;
  /** It sends an order, so that it is shown before it goes. */
  readonly sends?: boolean;
};

/** What the trader may do with an order whose fate is not known, and what it leads to (order-safety 4, 5). */
export const choiceWords: Readonly<Record<Choice, Words>> = {
  'send-again': {
    label: 'Send it now…',
    effect: 'Shows what it would do now, with the checks of now; nothing leaves before you confirm.',
    sends: true,
  },
  abandon: { label: 'Give it up', effect: 'The order is closed here and never sent.' },
  'check-now': { label: 'Check now', effect: 'Reads both lists of the platform again.' },
  'keep-waiting': {
    label: 'Keep waiting',
    effect: 'It can still appear. Looks for it until the day ends, or for 24 hours when it is GTC.',
  },
  'check-by-cancelling': {
    label: 'Check by canceling',
    effect:
      'Cancels it under its own id: the answer proves whether it was there. Canceling also cancels the other orders of its group.',
  },
  'send-again-same-id': {
    label: 'Send the same again…',
    effect:
      'The platform refuses an id that was used: it is taken now, or the refusal proves that the first one is there.',
    sends: true,
  },
  'new-order': {
    label: 'New order…',
    effect: 'Enters another order under a new id. The first can still appear: you may end up with two.',
    sends: true,
  },
  pick: {
    label: 'It is one of these',
    effect: 'These match in every detail that was sent; the service does not say which one it is.',
  },
  acknowledge: { label: 'Seen', effect: 'You have seen it: takes the alarm off. What is known stays on the row.' },
};

export const isDangerous = (choice: Choice): boolean => choice === 'new-order' || choice === 'check-by-cancelling';
