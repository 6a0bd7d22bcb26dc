import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Catalog } from '#practice/catalog.ts';
import { MANUAL_START } from '#practice/clock.ts';
import { firstPathStates, Market } from '#practice/market/market.ts';
import { Random } from '#practice/market/random.ts';
import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';
import { toNumber } from '#rules/decimal.ts';

const catalog = new Catalog(() => MANUAL_START);

const market = (seed: string): Market =>
  new Market(
    catalog,
    new Random(seed),
    firstPathStates(MANUAL_START, () => 100),
  );

/** Walks one step after the other, starting at the time `from`. Lengths of steps are in seconds. */
function walk(one: Market, steps: readonly number[], from = MANUAL_START): number {
  return steps.reduce((now, seconds) => {
    one.walk(now + seconds * 1000, seconds, () => true);
    return now + seconds * 1000;
  }, from);
}

/** The market after it was stored in the tables of its folder and read back. */
function reopened(one: Market): Market {
  const store = new Store(openDatabase(':memory:'));
  store.putPricePaths(one.states());
  store.meta.set('walk', String(one.walkState()));
  const restored = new Market(catalog, new Random(Number(store.meta.need('walk'))), store.pricePaths());
  store.close();
  return restored;
}

const steps = fc.array(fc.integer({ min: 1, max: 7200 }), { maxLength: 12 });

describe('price paths', () => {
  it('property: the same seed and the same steps give the same prices', () => {
    fc.assert(
      fc.property(fc.string(), steps, (seed, lengths) => {
        const [one, other] = [market(seed), market(seed)];
        walk(one, lengths);
        walk(other, lengths);
        expect(other.states()).toEqual(one.states());
      }),
      { numRuns: 40 },
    );
  });

  it('property: a restart at any step changes no price', () => {
    fc.assert(
      fc.property(fc.string(), steps, steps, (seed, before, after) => {
        const [uninterrupted, interrupted] = [market(seed), market(seed)];
        walk(uninterrupted, after, walk(uninterrupted, before));
        const now = walk(interrupted, before);
        const restarted = reopened(interrupted);
        walk(restarted, after, now);
        expect(sortedStates(restarted)).toEqual(sortedStates(uninterrupted));
      }),
      { numRuns: 40 },
    );
  });

  it('another seed gives other prices; prices of closed markets do not move', () => {
    const [one, other] = [market('a'), market('b')];
    walk(one, [60]);
    walk(other, [60]);
    expect(other.states()).not.toEqual(one.states());
    const before = one.price('AAPL', MANUAL_START);
    for (let step = 0; step < 50; step += 1) one.walk(MANUAL_START, 3600, (path) => path !== 'AAPL');
    expect(one.price('AAPL', MANUAL_START)).toBe(before);
  });

  it('a thousand hourly moves show about the yearly volatility, and every price is on a tick', () => {
    const one = market('volatility');
    const { tick } = catalog.get('NVDA');
    const logs: number[] = [];
    for (let hour = 0; hour < 1000; hour += 1) {
      const before = toNumber(one.price('NVDA', MANUAL_START));
      one.walk(MANUAL_START, 3600, () => true);
      expect(one.price('NVDA', MANUAL_START) % tick).toBe(0n);
      logs.push(Math.log(toNumber(one.price('NVDA', MANUAL_START)) / before));
    }
    const yearly = Math.sqrt((logs.reduce((sum, log) => sum + log * log, 0) / logs.length) * 252 * 6.5);
    expect(yearly).toBeGreaterThan(0.44 * 0.9);
    expect(yearly).toBeLessThan(0.44 * 1.1);
  });

  it('a path that the folder has not stored yet starts at its first price', () => {
    const storedStates = firstPathStates(MANUAL_START, () => 100).filter(({ key }) => key !== 'GE');
    const one = new Market(catalog, new Random('x'), storedStates);
    expect(toNumber(one.price('GE', MANUAL_START))).toBe(338.1);
  });

  it('before the first mark of an option on an invented stock, its present price is the mark', () => {
    const one = market('marks');
    const option = 'TNA2617D50';
    expect(one.mark(option, MANUAL_START)).toEqual({ price: one.price(option, MANUAL_START), at: 0 });
    const now = walk(one, [1]);
    expect(one.mark(option, now + 5000)).toEqual({ price: one.price(option, now), at: now });
  });
});

function sortedStates(one: Market) {
  return [...one.states()].sort((a, b) => (a.key < b.key ? -1 : 1));
}
