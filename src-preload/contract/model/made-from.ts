import Type, { type Static } from 'typebox';
import { limits } from '../limits.ts';

/**
 * What an order was made from, as a part of its ticket. `fingerprint` changes with every edit of it
 * that can change an order; the window makes it.
 */
export const MadeFrom = Type.Object({
  kind: Type.Union([Type.Literal('bracket-template'), Type.Literal('hotkey')]),
  name: Type.String({ minLength: 1, maxLength: limits.madeFrom.name }),
  fingerprint: Type.String({ minLength: 1, maxLength: limits.madeFrom.fingerprint }),
});
export type MadeFrom = Static<typeof MadeFrom>;
