import type { Signal } from '#contract/model/signal.ts';
import { canCancel, canReplace } from '#renderer/orders/signal-text.ts';
import { keysOfAction } from '#renderer/ui/chord-text.ts';

/** The items of an order's menu. A subscriber can copy an order but change nothing. */
export function signalMenu(signal: Signal | null, isSubscriber: boolean) {
  const details = { id: 'details', label: 'Details' };
  if (signal === null) return [details];
  const copy = { id: 'copy', keys: keysOfAction('Orders table', 'copy') };
  if (isSubscriber) return [details, { ...copy, label: 'Copy to my strategy…' }];
  return [
    details,
    {
      id: 'replace',
      label: 'Replace…',
      keys: keysOfAction('Orders table', 'replace'),
      disabled: !canReplace(signal),
    },
    { ...copy, label: 'To the ticket' },
    {
      id: 'cancel',
      label: 'Cancel…',
      keys: keysOfAction('Tables', 'remove'),
      danger: true,
      disabled: !canCancel(signal),
    },
  ];
}
