import Type from 'typebox';
import { command, strict } from './command.ts';
import { Id, UnixSeconds } from './model/scalars.ts';
import { Signal, UnreadableRecord } from './model/signal.ts';

/** The signals of a strategy, from the journal and the platform's lists. */
export const signalsCommands = {
  /**
   * The signals blotter: orders of the journal joined with the platform's lists. All signals that
   * may still change (`live`) come first, then the others that changed most recently, at most
   * `limits.blotterSignals`. `total` counts all matches. `since` is the `mark` of a list that the
   * window has. If core still has that list, the answer contains only its changes: `signals` has
   * the new and different rows, and `gone` the ids of the rows that are no longer listed.
   * Otherwise the answer is complete, and `gone` is missing.
   */
  'signals.list': command(
    Type.Object(
      {
        systemId: Id,
        text: Type.String({ maxLength: 80 }),
        scope: Type.Union([Type.Literal('live'), Type.Literal('all')]),
        since: Type.Optional(Type.String({ maxLength: 80 })),
      },
      strict,
    ),
    Type.Object({
      signals: Type.Array(Signal),
      /** Records of the platform's lists that cannot be a row; missing if there is none. */
      unreadable: Type.Optional(Type.Array(UnreadableRecord)),
      total: Type.Integer(),
      revision: Type.Integer(),
      mark: Type.Optional(Type.String()),
      gone: Type.Optional(Type.Array(Type.String())),
    }),
    [],
  ),

  /**
   * Periods of which all posted signals were read, newest first. Outside of them, a missing signal
   * proves nothing.
   */
  'signals.windows': command(
    Type.Object({ systemId: Id }, strict),
    Type.Object({ windows: Type.Array(Type.Object({ from: UnixSeconds, to: UnixSeconds })) }),
    [],
  ),
};
