import type { Ticket } from '#contract/model/ticket.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import type { Draw } from './draw.ts';
import type { MarketInstrument } from './practice-link.ts';

/**
 * Random tickets and price moves, for stocks only: their prices have whole cents, so no other
 * market rule is needed.
 */
export class RandomMarket {
  readonly #prices = new Map<string, number>();
  readonly #draw: Draw;

  constructor(instruments: readonly MarketInstrument[], draw: Draw) {
    this.#draw = draw;
    const shares = instruments.filter(({ type, price }) => type === 'stock' && Number(price) > 5);
    for (const { symbol, price } of shares.slice(0, 12)) this.#prices.set(symbol, Number(price));
  }

  /** Moves the price of a random stock a little. The caller sends the price to the service. */
  move(): { readonly symbol: string; readonly price: string } {
    const symbol = this.#draw.pick([...this.#prices.keys()]);
    const price = this.#priceBetween(symbol, 0.97, 1.03);
    this.#prices.set(symbol, Number(price));
    return { symbol, price };
  }

  /** All symbols, in a random sequence. */
  symbols(): readonly string[] {
    const drawn = [...this.#prices.keys()].map((symbol) => ({ symbol, place: this.#draw.fraction() }));
    return drawn.sort((a, b) => a.place - b.place).map(({ symbol }) => symbol);
  }

  ticket(systemId: string): Ticket {
    const symbol = this.#draw.pick([...this.#prices.keys()]);
    const action = this.#draw.weighted({ BTO: 10, STO: 4, SSHORT: 1, STC: 2, BTC: 1 });
    const kind = this.#draw.weighted({ limit: 6, stop: 2, market: 2 });
    const buys = action === 'BTO' || action === 'BTC';
    const factors = this.#draw.chance(0.7) ? [0.6, 0.9] : [0.98, 1.02];
    const [low, high] = [factors[0] ?? 1, factors[1] ?? 1];
    const priceBelow = this.#priceBetween(symbol, low, high);
    const priceAbove = this.#priceBetween(symbol, 2 - high, 2 - low);
    const plain: Ticket = {
      systemId,
      action,
      quantity: String(this.#draw.wholeNumber(1, 5_000)),
      symbol,
      instrument: 'stock',
      price: { kind: 'market' },
      duration: this.#draw.chance(0.6) ? 'DAY' : 'GTC',
      ...plainTicket,
    };
    if (kind === 'limit') return { ...plain, price: { kind, limit: buys ? priceBelow : priceAbove } };
    return kind === 'stop' ? { ...plain, price: { kind, stop: buys ? priceAbove : priceBelow } } : plain;
  }

  /** An order so far from the market that the random prices do not reach it. */
  restingTicket(systemId: string): Ticket {
    const ticket = this.ticket(systemId);
    const limit = this.#priceBetween(ticket.symbol, 0.4, 0.55);
    return { ...ticket, action: 'BTO', price: { kind: 'limit', limit }, duration: 'GTC' };
  }

  bracket(systemId: string): Ticket {
    const ticket = this.restingTicket(systemId);
    const entry = this.#draw.chance(0.4) ? { ...ticket, price: { kind: 'market' as const } } : ticket;
    return {
      ...entry,
      profitTarget: this.#priceBetween(ticket.symbol, 1.02, 1.2),
      stopLoss: this.#priceBetween(ticket.symbol, 0.2, 0.35),
      keepBothAlive: this.#draw.chance(0.2),
    };
  }

  /** An order that the service refuses after checking it. */
  refusableTicket(systemId: string): Ticket {
    return { ...this.restingTicket(systemId), symbol: 'NOSUCH' };
  }

  #priceBetween(symbol: string, low: number, high: number): string {
    const price = (this.#prices.get(symbol) ?? 100) * (low + this.#draw.fraction() * (high - low));
    return Math.max(0.01, price).toFixed(2);
  }
}
