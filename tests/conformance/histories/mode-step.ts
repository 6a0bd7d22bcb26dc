import fc from 'fast-check';
import type { Delivery } from './delivery.ts';

/** One line of a target list. `instrument` is an index into the instruments of the player. */
export type WantedLine = { readonly instrument: number; readonly quant: number };

/** A request of setDesiredPositions: a list, flat or stop alone, or invalid positions. */
export type DesiredStep = {
  readonly kind: 'desired';
  readonly target: 'list' | 'flat' | 'stop' | 'stopBesideAList' | 'flatWithAQuantity' | 'emptyList';
  readonly lines: readonly WantedLine[];
  readonly delivery: Delivery;
};

/** Limits under the names of startAutoTrade. Null means that the member is not given. */
export type LinkLimits = {
  readonly scalingPercentage: number | null;
  readonly max_units_futures: number | null;
  readonly max_units_forex: number | null;
  readonly max_units_options: number | null;
  readonly max_dollars_stocks: number | null;
  readonly enable_stocks: 0 | 1 | null;
  readonly enable_futures: 0 | 1 | null;
  readonly allow_short_options: 0 | 1 | null;
};

export type LinkStep =
  | {
      readonly kind: 'startLink';
      readonly limits: LinkLimits;
      readonly join: 0 | 1;
      /** The member that order-safety A3 requires and this start omits. */
      readonly omits: 'scalingPercentage' | 'allow_short_options' | 'join_trades_in_progress' | null;
      readonly delivery: Delivery;
    }
  | { readonly kind: 'changeLink'; readonly limits: LinkLimits; readonly delivery: Delivery }
  | { readonly kind: 'stopLink'; readonly leave: 0 | 1; readonly delivery: Delivery };

export type DesiredOrLinkStep = DesiredStep | LinkStep;

const mostlyNull = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values });
const flag = fc.constantFrom(0 as const, 1 as const);

const limits: fc.Arbitrary<LinkLimits> = fc.record({
  scalingPercentage: fc.constantFrom(null, 50, 100, 250),
  max_units_futures: mostlyNull(fc.integer({ min: 1, max: 4 })),
  max_units_forex: mostlyNull(fc.integer({ min: 1, max: 4 })),
  max_units_options: mostlyNull(fc.integer({ min: 1, max: 4 })),
  max_dollars_stocks: mostlyNull(fc.constantFrom(100, 1_000, 5_000)),
  enable_stocks: mostlyNull(flag),
  enable_futures: mostlyNull(flag),
  allow_short_options: mostlyNull(flag),
});

/** Desired positions and AutoTrade, as requests that may be lost or duplicated on their way. */
export const desiredOrLinkSteps = (delivery: fc.Arbitrary<Delivery>): fc.Arbitrary<DesiredOrLinkStep> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('desired' as const),
        target: fc.constantFrom(
          'list',
          'list',
          'list',
          'flat',
          'stop',
          'stop',
          'stopBesideAList',
          'flatWithAQuantity',
          'emptyList',
        ),
        lines: fc.uniqueArray(fc.record({ instrument: fc.nat(4), quant: fc.integer({ min: -9, max: 9 }) }), {
          minLength: 1,
          maxLength: 3,
          selector: ({ instrument }) => instrument,
        }),
        delivery,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('startLink' as const),
        limits,
        join: flag,
        omits: mostlyNull(
          fc.constantFrom(
            'scalingPercentage' as const,
            'allow_short_options' as const,
            'join_trades_in_progress' as const,
          ),
        ),
        delivery,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('changeLink' as const), limits, delivery }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('stopLink' as const), leave: flag, delivery }) },
  );
