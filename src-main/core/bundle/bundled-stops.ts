import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Decimal, Id, Nullable, UnixSeconds } from '#contract/model/scalars.ts';

/**
 * The stops that were entered with the orders of each strategy, by strategy id. Realized R is
 * computed from them. They are the only part of the order journal in a bundle.
 */
const BundledStops = Type.Record(
  Id,
  Type.Array(
    Type.Object(
      {
        symbol: Type.String(),
        side: Type.Union([Type.Literal('long'), Type.Literal('short')]),
        price: Decimal,
        entryId: Nullable(Id),
        at: UnixSeconds,
      },
      { additionalProperties: false },
    ),
  ),
);
export type BundledStops = Static<typeof BundledStops>;

const validator = Compile(BundledStops);

/** Null when the text is not a record of stops. */
export function readStops(text: string): BundledStops | null {
  try {
    const value: unknown = JSON.parse(text);
    return validator.Check(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
