import Type, { type Static } from 'typebox';

/**
 * What the key may do with a strategy. `platform`: a private platform's key. `unknown`: nothing proves who owns it; what
 * leads out of a position stays possible.
 */
export const Access = Type.Union([
  Type.Literal('owner'),
  Type.Literal('subscriber'),
  Type.Literal('platform'),
  Type.Literal('unknown'),
]);
export type Access = Static<typeof Access>;
