import Type, { type Static } from 'typebox';
import { Decimal, Nullable } from './scalars.ts';

/** What the platform says about an option besides its symbol. Null: the platform does not say. */
export const OptionTerms = Type.Object({
  underlying: Nullable(Type.String()),
  strike: Nullable(Decimal),
  side: Nullable(Type.Union([Type.Literal('put'), Type.Literal('call')])),
  /** The expiry in the platform's form. */
  expires: Nullable(Type.String()),
});
export type OptionTerms = Static<typeof OptionTerms>;
