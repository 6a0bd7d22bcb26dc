import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyTarget } from '#rules/autotrade/settings.ts';
import { fixed, ONE, type Fixed } from '#rules/decimal.ts';
import { Broker, trade } from './broker.ts';
import { autoTradeSettings, TYPES } from './settings-arbitrary.ts';

describe('[States/Subscription and AutoTrade] histories', () => {
  const settings = autoTradeSettings;
  const symbol = fc.constantFrom('A', 'B', 'C', 'D');
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('fill' as const),
        symbol,
        size: fc.integer({ min: -9, max: 9 }),
        price: fc.integer({ min: 5, max: 60 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('tick' as const), symbol, price: fc.integer({ min: 5, max: 60 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('change' as const), settings }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('hand' as const), symbol, quantity: fc.integer({ min: -5, max: 5 }) }),
    },
  );

  const absolute = (value: Fixed): Fixed => (value < 0n ? -value : value);

  /** order-safety A2: after every order the position is within the last confirmed limits. */
  it('order-safety A2: no position exceeds its limits; a copy equals its target, or 0 if skipped', () => {
    fc.assert(
      fc.property(settings, fc.array(step, { maxLength: 20 }), (first, steps) => {
        const broker = new Broker(first);
        let lastId = 0;
        const held = (name: string): Fixed =>
          broker.link.account.positions.find((one) => one.symbol === name)?.copied.quantity ?? 0n;
        for (const one of steps) {
          if (one.kind === 'tick') broker.tick(one.symbol, String(one.price));
          if (one.kind === 'hand' && one.quantity !== 0) broker.tradeByHand(one.symbol, String(one.quantity));
          if (one.kind === 'change') {
            const { joinTradesInProgress, ...rest } = one.settings;
            broker.change(rest);
            expect(broker.link.settings).toEqual({ ...rest, joinTradesInProgress: first.joinTradesInProgress });
          }
          if (one.kind === 'fill') {
            const instrument = TYPES[one.symbol];
            const open = broker.trades.get(one.symbol);
            const endsTrade = open && (one.size === 0 || (open.side === 'long') !== one.size > 0);
            broker.prices.set(one.symbol, fixed(String(one.price)));
            if (open && endsTrade) broker.fill(trade(open.id, '0', one.symbol, instrument), String(one.price));
            const id = broker.trades.get(one.symbol)?.id ?? `n${String((lastId += 1))}`;
            if (one.size !== 0) broker.fill(trade(id, String(one.size), one.symbol, instrument), String(one.price));
            const skipped = broker.link.skipped.includes(id);
            const wanted = skipped
              ? 0n
              : copyTarget(instrument, fixed(String(one.size)), fixed(String(one.price)), broker.link.settings);
            expect(held(one.symbol)).toBe(wanted);
            const maxDollars = broker.link.settings.maxDollarsStocks;
            if (one.symbol === 'A' && maxDollars !== null)
              expect((absolute(held('A')) / ONE) * fixed(String(one.price)) <= maxDollars).toBe(true);
            broker.applyDue();
          }
          expectWithinLimits(broker, held);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  /**
   * A price change moves the value of a position without an order, so dollar limits are checked
   * only at fills.
   */
  function expectWithinLimits(broker: Broker, held: (symbol: string) => Fixed): void {
    const { maxUnits, enabled, allowShortOptions } = broker.link.settings;
    for (const [name, instrument] of Object.entries(TYPES)) {
      const quantity = held(name);
      if (!enabled[instrument]) expect(quantity).toBe(0n);
      if (instrument === 'option' && !allowShortOptions) expect(quantity >= 0n).toBe(true);
      const maxQuantity = instrument === 'stock' ? null : maxUnits[instrument];
      if (maxQuantity !== null) expect(absolute(quantity) <= maxQuantity).toBe(true);
    }
  }

  it('order-safety A1: no field of a link is a password', () => {
    expect(JSON.stringify(Object.keys(new Broker().link))).not.toMatch(/pass/i);
  });
});
