import type { OrderPrice } from '#contract/model/ticket.ts';
import { figureText } from './figure-text.ts';

/** "at market", "at limit 262". */
export const priceWords = (price: OrderPrice): string =>
  price.kind === 'market'
    ? 'at market'
    : `at ${price.kind} ${figureText(price.kind === 'limit' ? price.limit : price.stop)}`;
