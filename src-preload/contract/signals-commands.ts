import Type from 'typebox';
import { command, strict } from './command.ts';
import { Id, UnixSeconds } from './model/scalars.ts';
import { Signal, UnreadableRecord } from './model/signal.ts';

/** The signals of a strategy, as the journal and the platform's lists tell of them. */
export const signalsCommands = {
  /**
   * The signals blotter: orders of our journal joined with the platform's lists. All that live, then the most recently
   * changed, at most `limits.blotterSignals`; `total` counts all that match. `since` is the `mark` of a list that the window
   * holds: where that is known still, `gone` is there and `signals` are only those that are new or different.
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
      /** Records of the platform's lists that no row can be made of; left out where there is none. */
      unreadable: Type.Optional(Type.Array(UnreadableRecord)),
      total: Type.Integer(),
      revision: Type.Integer(),
      mark: Type.Optional(Type.String()),
      gone: Type.Optional(Type.Array(Type.String())),
    }),
    [],
  ),

  /** Windows of posting times whose signals were all read, newest first: outside of them, none listed is not none there. */
  'signals.windows': command(
    Type.Object({ systemId: Id }, strict),
    Type.Object({ windows: Type.Array(Type.Object({ from: UnixSeconds, to: UnixSeconds })) }),
    [],
  ),
};
