import type { TicketDraft } from '#renderer/stores/ticket-draft.ts';
import type { QuickOrderAct } from './quick-order-keys.ts';
import { stepQuantity } from '#renderer/orders/ticket/quantity-steps.ts';
import { stepPrice } from '#renderer/orders/step-price.ts';

type Facts = { readonly tick: string; readonly sizes: readonly string[] };

/**
 * The change that a key makes to the draft, or null if it has none. Another order type keeps the
 * price on screen.
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
      if (act.kind === 'market') return { kind: 'market' };
      // A market order shows no price. Its limit price is used, else its stop price.
      const price = (draft.kind === 'market' ? '' : draft[draft.kind]) || draft.limit || draft.stop;
      return { kind: act.kind, [act.kind]: price };
    }
    case 'duration':
      return { duration: draft.duration === 'DAY' ? 'GTC' : 'DAY' };
    case 'bracket':
      return { bracket: !draft.bracket };
    case 'field':
    case 'rehearse':
    case 'ticket':
    case 'type-size':
    case 'walk':
      return null;
  }
}
