import Type, { type Static } from 'typebox';
import { Nullable } from './scalars.ts';

/**
 * The action of a system-wide key. No action sends an order: all but `kill` bring the window to the
 * front, and `flatten` and `cancel-all` show a plan.
 */
export const GlobalKey = Type.Union([
  Type.Literal('kill'),
  Type.Literal('flatten'),
  Type.Literal('cancel-all'),
  Type.Literal('show'),
]);
export type GlobalKey = Static<typeof GlobalKey>;

export const GlobalBinding = Type.Object(
  {
    id: GlobalKey,
    /** For example "Ctrl+Alt+Shift+K". Only a function key alone needs no Ctrl, Alt or Meta. */
    combo: Type.String({
      pattern: '^((?=.*(Ctrl|Alt|Meta)[+])((Ctrl|Alt|Shift|Meta)[+]){1,4}[A-Za-z0-9]{1,12}|F[0-9]{1,2})$',
    }),
  },
  { additionalProperties: false },
);
export type GlobalBinding = Static<typeof GlobalBinding>;

/**
 * The system-wide keys of this run. Off until the window registers them; only the Electron host has
 * them.
 */
export const ShortcutState = Type.Object({
  available: Type.Boolean(),
  registered: Type.Array(GlobalKey),
  /** The system refused these: another program uses them. */
  rejected: Type.Array(GlobalKey),
  /**
   * The system accepted these, but cannot say whether they work: none of them has fired in this run
   * yet.
   */
  unconfirmed: Type.Array(GlobalKey),
  /** The last press. `count` increases with each press. */
  press: Nullable(Type.Object({ id: GlobalKey, count: Type.Integer() })),
});
export type ShortcutState = Static<typeof ShortcutState>;
