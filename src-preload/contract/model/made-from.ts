import Type, { type Static } from 'typebox';
import { limits } from '../limits.ts';

/**
 * The source that an order was made from, as a part of its ticket. The window computes
 * `fingerprint` from the source. It changes with every edit of the source that can change an order.
 */
export const MadeFrom = Type.Object({
  kind: Type.Union([Type.Literal('bracket-template'), Type.Literal('hotkey')]),
  name: Type.String({ minLength: 1, maxLength: limits.madeFrom.name }),
  fingerprint: Type.String({ minLength: 1, maxLength: limits.madeFrom.fingerprint }),
});
export type MadeFrom = Static<typeof MadeFrom>;
