import Type, { type Static } from 'typebox';

/**
 * The access of the key to a strategy. `platform`: a key of a private platform. `unknown`: nothing
 * proves who owns it; closing a position remains possible.
 */
export const Access = Type.Union([
  Type.Literal('owner'),
  Type.Literal('subscriber'),
  Type.Literal('platform'),
  Type.Literal('unknown'),
]);
export type Access = Static<typeof Access>;
