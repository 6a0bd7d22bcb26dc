import type { OrderKind } from '#contract/model/signal.ts';
import type { OrderPrice } from '#contract/model/ticket.ts';

/** The price of an order as parameters of a message. */
export const priceParams = (price: OrderPrice): { readonly kind: OrderKind; readonly price: string | null } => ({
  kind: price.kind,
  price: price.kind === 'market' ? null : price.kind === 'limit' ? price.limit : price.stop,
});
