import Type, { type Static } from 'typebox';
import { Text } from '../message.ts';
import { Decimal } from './scalars.ts';

/** How an order ended on the practice service. */
export const Rehearsal = Type.Object({
  /** The order, its target and its stop, in words. */
  lines: Type.Array(Text),
  /** The price of the symbol on the practice service. */
  price: Decimal,
  /**
   * True if the price was set for this rehearsal. False if the practice service kept the price that
   * it had.
   */
  isPriceSet: Type.Boolean(),
  /** The number of working orders of the live strategy that the practice service refused. */
  refusedSignals: Type.Integer({ minimum: 0 }),
  /** False when the practice service refused the order: it was not rehearsed. */
  isAccepted: Type.Boolean(),
});
export type Rehearsal = Static<typeof Rehearsal>;
