import type { LinkMarket } from '#rules/autotrade/link.ts';
import type { Catalog } from '#practice/catalog.ts';
import type { Clock } from '#practice/clock.ts';
import type { Market } from '#practice/market/market.ts';
import { intrinsicValue } from '#practice/instruments/option-price.ts';

type Parts = { readonly catalog: Catalog; readonly market: Market; readonly clock: Clock };

/** The practice market for links. `isTradable` checks market hours and the contract. */
export function linkMarket(parts: Parts, isTradable: (symbol: string) => boolean): LinkMarket {
  const { catalog, market } = parts;
  const now = parts.clock.now();
  return {
    now,
    priceIfOpen: (symbol) => (isTradable(symbol) ? market.price(symbol, now) : undefined),
    terms: (symbol) => market.terms(symbol),
    settlement: (symbol) => {
      const instrument = catalog.get(symbol);
      const { end, option } = instrument;
      if (end === null || end > now) return undefined;
      const last = market.state(instrument).price;
      return option ? intrinsicValue(option, last) : last;
    },
  };
}
