import Type, { type Static } from 'typebox';

/**
 * The order type is stated, not derived from the prices: an order whose price is missing must never
 * become a market order (order-safety 1.6).
 */
export const OrderKind = Type.Union([Type.Literal('market'), Type.Literal('limit'), Type.Literal('stop')]);
export type OrderKind = Static<typeof OrderKind>;

/**
 * The state shown in the row. The first four are the platform's. `waiting` is a signal whose parent
 * is not filled, or which is parked. The others are states of this program, for orders that no list
 * shows.
 */
export const SignalState = Type.Union([
  Type.Literal('working'),
  Type.Literal('traded'),
  Type.Literal('canceled'),
  Type.Literal('expired'),
  Type.Literal('waiting'),
  Type.Literal('queued'),
  Type.Literal('held'),
  Type.Literal('sending'),
  Type.Literal('unknown'),
  Type.Literal('absent'),
  Type.Literal('rejected'),
  Type.Literal('not-sent'),
  Type.Literal('abandoned'),
  /** Listed before, in no list now, and nothing shows why. */
  Type.Literal('unlisted'),
]);
export type SignalState = Static<typeof SignalState>;

export const SignalRole = Type.Union([
  Type.Literal('order'),
  Type.Literal('target'),
  Type.Literal('stop'),
  Type.Literal('conditional'),
]);
export type SignalRole = Static<typeof SignalRole>;
