import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';

/**
 * One step of the stream that every engine gets. Prices are whole ticks around 10,000, sizes 1 to
 * 100.
 */
export type Step =
  | {
      readonly kind: 'limit';
      readonly id: string;
      readonly side: 'buy' | 'sell';
      readonly size: number;
      readonly price: number;
    }
  | { readonly kind: 'market'; readonly side: 'buy' | 'sell'; readonly size: number; readonly mid: number }
  | { readonly kind: 'cancel'; readonly id: string };

const SHARE_OF_CANCELS = 0.3;
const SHARE_OF_CANCELS_AND_MARKETS = 0.45;
const STEPS_PER_MOVE = 64;
const MIN_POSTED_TO_CANCEL = 50;

/**
 * 55 % limit orders, 15 % market orders, 30 % cancels of an earlier limit order, working or not.
 * The middle price changes slowly.
 */
export function orderStream(count: number, seed = 5): Step[] {
  const random = seededNumbers(seed);
  const posted: number[] = [];
  let mid = 10_000;
  return Array.from({ length: count }, (_, index): Step => {
    if (index % STEPS_PER_MOVE === 0) mid += Math.floor(random() * 5) - 2;
    const chance = random();
    const side = random() < 0.5 ? 'buy' : 'sell';
    const size = 1 + Math.floor(random() * 100);
    if (chance < SHARE_OF_CANCELS && posted.length > MIN_POSTED_TO_CANCEL)
      return { kind: 'cancel', id: draw(posted, random) };
    if (chance < SHARE_OF_CANCELS_AND_MARKETS) return { kind: 'market', side, size, mid };
    const distance = Math.floor(random() * random() * 60) - 3;
    posted.push(index);
    return { kind: 'limit', id: idOf(index), side, size, price: side === 'buy' ? mid - distance : mid + distance };
  });
}

const idOf = (index: number): string => `o${String(index)}`;

/** Removes a random order and returns its id. The last one takes its place. */
function draw(posted: number[], random: () => number): string {
  const at = Math.floor(random() * posted.length);
  const chosen = posted[at] ?? 0;
  const last = posted.pop() ?? 0;
  if (at < posted.length) posted[at] = last;
  return idOf(chosen);
}
