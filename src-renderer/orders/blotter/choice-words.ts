import type { DecisionChoice } from '#renderer/stores/signals-store.svelte.ts';

type Words = {
  readonly label: string;
  readonly effect: string;
  /** The choice sends an order, so its preview is shown first. */
  readonly sends?: boolean;
};

/** The choices for an order that needs a decision, each with its effect (order-safety 4, 5). */
export const choiceWords: Readonly<Record<DecisionChoice, Words>> = {
  'send-again': {
    label: 'Send now…',
    effect: 'Shows a new preview with its checks. Nothing is sent before you confirm.',
    sends: true,
  },
  abandon: { label: 'Abandon', effect: 'Closes the order here. It is never sent.' },
  'check-now': { label: 'Check now', effect: 'Reads the working orders and all orders of the platform again.' },
  'keep-waiting': {
    label: 'Keep waiting',
    effect: 'It can still appear. The lists are checked for it until the day ends, or for 24 hours if it is GTC.',
  },
  'check-by-cancelling': {
    label: 'Check by canceling',
    effect:
      'Cancels it by its own id. If the answer says that it was canceled or filled, the order existed; any other answer proves nothing. Other orders of its group are canceled too.',
  },
  'send-again-same-id': {
    label: 'Send again, same id…',
    effect:
      'The platform refuses an id that was used. Either the order is accepted now, or the refusal proves that the first one exists.',
    sends: true,
  },
  'new-order': {
    label: 'New order…',
    effect: 'Enters another order with a new id. The first one can still appear: you may end up with two.',
    sends: true,
  },
  pick: {
    label: 'Select the matching order',
    effect: 'Each of these equals the order that was sent. The platform does not show which one it is.',
  },
  acknowledge: { label: 'Acknowledge', effect: 'Clears the alarm. The row still shows what is known.' },
};

export const isDangerous = (choice: DecisionChoice): boolean =>
  choice === 'new-order' || choice === 'check-by-cancelling';
