import type { TicketDraft } from '#renderer/stores/ticket-draft.ts';
import type { QuickOrderAct } from './quick-order-keys.ts';
import { stepQuantity } from '#renderer/orders/ticket/quantity-steps.ts';
import { stepPrice } from '#renderer/orders/step-price.ts';

type Facts = { readonly tick: string; readonly sizes: readonly string[] };

/**
 * The change that a key makes to the draft, or null if it has none. A new order type keeps the
 * price.
 */
export function quickOrderChange(
  draft: TicketDraft,
  act: QuickOrderAct,
  { tick, sizes }: Facts,
): Partial<TicketDraft> | null {
  switch (act.type) {
    case 'price':
      if (draft.kind === 'market') return null;
      return draft.kind === 'limit'
        ? { limit: stepPrice(draft.limit, tick, act.ticks) }
        : { stop: stepPrice(draft.stop, tick, act.ticks) };
    case 'quantity':
      return { quantity: stepQuantity(draft.quantity, draft.instrument, act.steps) };
    case 'size': {
      const quantity = sizes[act.size - 1];
      return quantity === undefined ? null : { quantity };
    }
    case 'kind': {
      const price = draft.limit === '' ? draft.stop : draft.limit;
      if (act.kind === 'market') return { kind: 'market' };
      return act.kind === 'limit' ? { kind: 'limit', limit: price } : { kind: 'stop', stop: draft.stop || price };
    }
    case 'duration':
      return { duration: draft.duration === 'DAY' ? 'GTC' : 'DAY' };
    case 'bracket':
      return { bracket: !draft.bracket };
    case 'field':
    case 'ticket':
    case 'type-size':
    case 'walk':
      return null;
  }
}
