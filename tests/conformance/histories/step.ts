import fc from 'fast-check';
import type { Delivery } from './delivery.ts';
import { desiredOrLinkSteps, type DesiredOrLinkStep } from './mode-step.ts';

/** An order. `instrument` is an index into the instruments of the test. */
export type SignalStep = {
  readonly action: 'BTO' | 'STO' | 'SSHORT' | 'BTC' | 'STC';
  readonly quant: number;
  readonly instrument: number;
  readonly duration: 'DAY' | 'GTC';
  readonly kind: 'market' | 'limit' | 'stop';
  /** Distance from the instrument's initial price, in price steps of about one percent of it. */
  readonly away: number;
  readonly bracket: { readonly target: number | null; readonly loss: number | null };
  readonly forceNoOca: boolean;
  readonly leaveOcaIntact: boolean;
  readonly ownIdNumber: number | null;
  readonly groupNumber: number | null;
  readonly parkSeconds: number | null;
};

/**
 * `parent`, `replaces` and `which` are indexes into the signals that exist when the step is played,
 * so that a shortened history is still valid. `nested` is a parent that is sent in the same
 * request.
 */
export type Step =
  | {
      readonly kind: 'submit';
      readonly signal: SignalStep;
      readonly parent: number | null;
      readonly nested: SignalStep | null;
      readonly replaces: number | null;
      readonly delivery: Delivery;
    }
  | { readonly kind: 'cancel'; readonly which: number; readonly byOwnId: boolean; readonly delivery: Delivery }
  | { readonly kind: 'price'; readonly instrument: number; readonly away: number }
  | { readonly kind: 'clock'; readonly seconds: number }
  | DesiredOrLinkStep
  | { readonly kind: 'restart' };

export type History = {
  /** One number for each switch, an index into the values of the switch. */
  readonly switches: readonly number[];
  readonly steps: readonly Step[];
};

const away = fc.integer({ min: -5, max: 5 });
/** Null in two of three cases. */
const mostlyNull = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values });
const delivery = fc.oneof(
  { weight: 6, arbitrary: fc.constant('answered' as const) },
  { weight: 4, arbitrary: fc.constantFrom('lostBefore' as const, 'lostAfter' as const, 'doubled' as const) },
);

const legDistance = fc.integer({ min: 1, max: 3 });

const signal: fc.Arbitrary<SignalStep> = fc.record({
  action: fc.constantFrom('BTO', 'STO', 'SSHORT', 'BTC', 'STC'),
  quant: fc.constantFrom(1, 10, 25),
  instrument: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 4),
  duration: fc.constantFrom('DAY', 'GTC'),
  kind: fc.constantFrom('market', 'limit', 'limit', 'stop'),
  away,
  bracket: fc.oneof(
    fc.constant({ target: null, loss: null }),
    fc.record({ target: mostlyNull(legDistance), loss: mostlyNull(legDistance) }),
    fc.record({ target: legDistance, loss: legDistance }),
  ),
  forceNoOca: fc.boolean(),
  leaveOcaIntact: fc.boolean(),
  ownIdNumber: fc.option(fc.nat(12), { freq: 4 }),
  groupNumber: fc.option(fc.nat(2), { freq: 2 }),
  parkSeconds: mostlyNull(fc.constantFrom(30, 3_600, 40_000)),
});

const submit = fc.record({
  kind: fc.constant('submit' as const),
  signal,
  parent: mostlyNull(fc.nat(30)),
  nested: mostlyNull(signal),
  replaces: mostlyNull(fc.nat(30)),
  delivery,
});

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: submit },
    { weight: 4, arbitrary: desiredOrLinkSteps(delivery) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('cancel' as const),
        which: fc.nat(30),
        byOwnId: fc.boolean(),
        delivery,
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('price' as const),
        instrument: fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
        away,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('clock' as const),
        seconds: fc.constantFrom(1, 60, 3_600, 30_000, 86_400, 40 * 86_400),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  ),
  { minLength: 4, maxLength: 16 },
);

/**
 * Random histories of one strategy: its orders, the market, the clock, the network and restarts,
 * under random switches.
 */
export const histories: fc.Arbitrary<History> = fc.record({
  switches: fc.array(fc.nat(5), { minLength: 64, maxLength: 64 }),
  steps,
});
