import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { PEERS, type PeerBook } from './peers.ts';

/** Prices are whole ticks. `price` of a market order is the price after the order. */
export type StopStep = {
  readonly kind: 'limit' | 'market' | 'stop';
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly size: number;
  readonly price: number;
};

const FIRST_LIMIT_ORDER_COUNT = 4000;
const STOP_COUNT = 1000;
const FIRST_PRICE = 10_000;

/**
 * Records a stream with about 1,000 resting stops. Each turn enters a limit order, a market order,
 * and a new stop for each stop that was triggered.
 */
export function recordStops(turns: number): StopStep[] {
  const recorder = new Recorder();
  for (let turn = 0; turn < FIRST_LIMIT_ORDER_COUNT; turn += 1) recorder.limit();
  recorder.market('buy', 1);
  for (let stop = 0; stop < STOP_COUNT; stop += 1) recorder.stopMarket();
  for (let turn = 0; turn < turns; turn += 1) recorder.turn();
  return recorder.steps;
}

class Recorder {
  readonly steps: StopStep[] = [];
  readonly #random = seededNumbers(8);
  readonly #book: PeerBook;

  constructor() {
    const make = Object.values(PEERS)[0];
    if (!make) throw new Error('no peer to record from');
    this.#book = make();
  }

  turn(): void {
    this.limit();
    const triggered = this.market(this.#side(), this.#randomInteger(1, 100));
    for (let stop = 0; stop < triggered; stop += 1) this.stopMarket();
  }

  limit(): void {
    const side = this.#side();
    const distance = this.#randomInteger(1, 200);
    const size = this.#randomInteger(1, 100);
    const price = side === 'buy' ? this.#price() - distance : this.#price() + distance;
    const id = `L${String(this.steps.length)}`;
    this.#book.limit({ id, side, size, price });
    this.steps.push({ kind: 'limit', id, side, size, price });
  }

  /** Returns how many stops the order has triggered. */
  market(side: 'buy' | 'sell', size: number): number {
    const triggered = this.#book.market({ side, size }).activated?.length ?? 0;
    this.steps.push({ kind: 'market', id: '', side, size, price: this.#price() });
    return triggered;
  }

  stopMarket(): void {
    const side = this.#side();
    const distance = this.#randomInteger(2, 301);
    const price = side === 'buy' ? this.#price() + distance : this.#price() - distance;
    this.#book.stopMarket({ side, size: 1, stopPrice: price });
    this.steps.push({ kind: 'stop', id: '', side, size: 1, price });
  }

  #price(): number {
    return this.#book.marketPrice || FIRST_PRICE;
  }

  #side(): 'buy' | 'sell' {
    return this.#random() < 0.5 ? 'buy' : 'sell';
  }

  #randomInteger(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }
}
