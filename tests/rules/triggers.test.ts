import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTriggered } from '#rules/signals/fill.ts';
import { BookOwner } from './desk.ts';

describe('triggers by price', () => {
  it('select the same signals as a scan of the whole book', () => {
    const price = fc.integer({ min: 90, max: 110 });
    const signal = fc.record({
      buy: fc.boolean(),
      kind: fc.constantFrom('limit', 'stop', 'market'),
      price,
      cancel: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(signal, { maxLength: 60 }), fc.array(price, { maxLength: 8 }), (signals, ticks) => {
        const desk = new BookOwner();
        for (const { buy, kind, price: at, cancel } of signals) {
          const placed = desk.place({
            action: buy ? 'BTO' : 'STO',
            ...(kind === 'market' ? {} : { [kind]: String(at) }),
          });
          if (cancel) desk.cancel(placed.id);
        }
        for (const tick of ticks) {
          const scan = desk.book.liveSignals().filter((one) => isTriggered(one, BigInt(tick) * 1_000_000_000n));
          const taken = desk.book.triggered('AAPL', BigInt(tick) * 1_000_000_000n);
          expect(taken).toEqual(scan);
          desk.tick(String(tick));
        }
      }),
      { numRuns: 500 },
    );
  });
});
