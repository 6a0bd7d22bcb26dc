import Type, { type Static } from 'typebox';
import { command, nothing, strict } from './command.ts';
import { Text } from './message.ts';
import { Mode } from './model/status.ts';
import { Nullable } from './model/scalars.ts';

/** A file of the data folder that cannot be used until the user has chosen its replacement. */
export const LostFile = Type.Object({
  /** Its path in the data folder. */
  name: Type.String(),
  kind: Type.Union([Type.Literal('orders'), Type.Literal('notes')]),
  mode: Mode,
  reason: Text,
  /** Times of its copies in milliseconds, the newest first. */
  copies: Type.Array(Type.Integer()),
});
export type LostFile = Static<typeof LostFile>;

/** The text to type for each choice. */
export const typedChoice = { copy: 'use copy', new: 'start new' } as const;

export const recoveryCommands = {
  'recovery.list': command(nothing, Type.Array(LostFile), []),
  /**
   * Replaces a lost file with the copy of `copyAt`, or with an empty file if that is null. The lost
   * file is renamed and kept. `exit-running`: a panic or another plan of exits runs on a connection
   * of the mode of the file.
   */
  'recovery.choose': command(
    Type.Object(
      {
        name: Type.String({ maxLength: 100 }),
        copyAt: Nullable(Type.Integer()),
        typed: Type.String({ maxLength: 20 }),
      },
      strict,
    ),
    nothing,
    ['unknown-file', 'not-confirmed', 'not-restored', 'exit-running', 'busy'],
  ),
};
