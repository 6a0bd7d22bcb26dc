import type { TicketDraft } from '#renderer/stores/ticket-draft.ts';
import type { QuickOrderEffect } from './quick-order-keys.ts';
import { stepQuantity } from '#renderer/orders/ticket/quantity-steps.ts';
import { stepPrice } from '#renderer/orders/step-price.ts';

/** The price step of the instrument, and the preset sizes of the ticket. */
type TickAndSizes = { readonly tick: string; readonly sizes: readonly string[] };

/**
 * The change that a key makes to the draft, or null if the key changes nothing. If the key changes
 * the order type to limit or stop, the price on screen is kept.
 */
export function quickOrderChange(
  draft: TicketDraft,
  effect: QuickOrderEffect,
  { tick, sizes }: TickAndSizes,
): Partial<TicketDraft> | null {
  switch (effect.type) {
    case 'price':
      if (draft.kind === 'market') return null;
      return draft.kind === 'limit'
        ? { limit: stepPrice(draft.limit, tick, effect.ticks) }
        : { stop: stepPrice(draft.stop, tick, effect.ticks) };
    case 'quantity':
      return { quantity: stepQuantity(draft.quantity, draft.instrument, effect.steps) };
    case 'size': {
      const quantity = sizes[effect.preset - 1];
      return quantity === undefined ? null : { quantity };
    }
    case 'kind': {
      if (effect.kind === 'market') return { kind: 'market' };
      // A market order shows no price. The limit price of the draft is used, else its stop price.
      const price = (draft.kind === 'market' ? '' : draft[draft.kind]) || draft.limit || draft.stop;
      return { kind: effect.kind, [effect.kind]: price };
    }
    case 'duration':
      return { duration: draft.duration === 'DAY' ? 'GTC' : 'DAY' };
    case 'bracket':
      return { bracket: !draft.bracket };
    case 'adjacent-order':
    case 'field':
    case 'rehearse':
    case 'ticket':
    case 'type-size':
      return null;
  }
}
