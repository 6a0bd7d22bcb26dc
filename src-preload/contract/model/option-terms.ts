import Type, { type Static } from 'typebox';
import { Decimal, Nullable } from './scalars.ts';

/** What the platform says of an option beside its symbol. Null where it says nothing. */
export const OptionTerms = Type.Object({
  underlying: Nullable(Type.String()),
  strike: Nullable(Decimal),
  side: Nullable(Type.Union([Type.Literal('put'), Type.Literal('call')])),
  /** In the platform's form. */
  expires: Nullable(Type.String()),
});
export type OptionTerms = Static<typeof OptionTerms>;
