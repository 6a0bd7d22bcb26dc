import { createRequire } from 'node:module';

type Level = readonly [price: number, volume: number];

/** The part of the two libraries that is used; it is the same in both. */
export type PeerBook = {
  readonly marketPrice: number;
  limit(order: { id: string; side: 'buy' | 'sell'; size: number; price: number }): unknown;
  market(order: { side: 'buy' | 'sell'; size: number }): { readonly activated?: readonly unknown[] };
  stopMarket(order: { side: 'buy' | 'sell'; size: number; stopPrice: number }): unknown;
  cancel(id: string): unknown;
  depth(): readonly [asks: readonly Level[], bids: readonly Level[]];
};

type PeerModule = { readonly OrderBook: new (options?: object) => PeerBook };

const require = createRequire(new URL('./peers/package.json', import.meta.url));

/**
 * Loads a library that scripts/bench.mjs has installed in the folder peers. It is loaded by name,
 * so that nothing else depends on it.
 */
const load = (name: string): PeerModule => require(name) as PeerModule;

export const PEERS: Readonly<Record<string, () => PeerBook>> = {
  'nodejs-order-book 10.1.1': () => new (load('nodejs-order-book').OrderBook)({}),
  'hft-limit-order-book 7.0.2': () =>
    new (load('hft-limit-order-book').OrderBook)({ experimentalConditionalOrders: true }),
};

/** Resting levels and volume: both peers must end with the same. */
export function restingText(book: PeerBook): string {
  const [asks, bids] = book.depth();
  const volume = [...asks, ...bids].reduce((sum, [, size]) => sum + size, 0);
  return `${String(asks.length + bids.length)} levels, volume ${String(volume)}`;
}
