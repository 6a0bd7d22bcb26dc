import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { limits } from './limits.ts';
import { ChangePlan, ChangeRun, FileFault, NewChange, StagedChange } from './model/change-set.ts';
import { Nullable, Uuid } from './model/scalars.ts';
import { planId } from './send-plan.ts';

const ids = Type.Array(Uuid, { maxItems: limits.stagedChanges });
/**
 * The new passwords that were typed, by the id of the change. They are in no file (acts.md A8). If
 * one is missing or has a wrong length, the command fails with `password`.
 */
const passwords = Type.Optional(Type.Record(Uuid, Type.String({ maxLength: 200 })));

/** Sets of changes on a private platform: staged, planned, applied. */
export const changeCommands = {
  /**
   * The staged changes and the run of this connection. `expected` is the digest in the plan file
   * that the set was opened from; null if it was not opened from a file, or was edited since.
   */
  'changes.get': command(
    nothing,
    Type.Object({
      revision: Type.Integer(),
      changes: Type.Array(StagedChange),
      expected: Nullable(Type.String()),
      run: Nullable(ChangeRun),
    }),
    ['not-possible'],
  ),
  /**
   * Stages changes, all or none. Nothing is sent. A deletion that is staged already is not staged
   * again; `ids` has no id for it.
   */
  'changes.add': command(
    Type.Object({ changes: Type.Array(NewChange, { minItems: 1, maxItems: limits.stagedChanges }) }, strict),
    Type.Object({ ids }),
    ['not-possible', 'refused', 'too-many', 'not-stored'],
  ),
  'changes.remove': command(Type.Object({ ids }, strict), nothing, ['not-possible', 'not-stored']),
  'changes.clear': command(nothing, nothing, ['not-possible', 'not-stored']),
  /**
   * Adds the rows of a CSV file, or replaces the set with a saved plan. If there is any fault,
   * nothing is added; the first faults are listed, and `faultCount` counts all.
   */
  'changes.import': command(
    Type.Object({ text: Type.String({ maxLength: limits.changeFileLength }) }, strict),
    Type.Object({ added: Type.Integer(), faults: Type.Array(FileFault), faultCount: Type.Integer() }),
    ['not-possible', 'too-many', 'not-stored'],
  ),
  /**
   * Compares the set with a reading that is at most a minute old. Nothing is changed. The caps of
   * the mode (PRACTICE or LIVE) say how many people the set may delete.
   */
  'changes.plan': command(nothing, ChangePlan, ['not-possible', 'not-read']),
  /**
   * Starts to send a plan that was shown. `typed` has the name of each person to be deleted, by the
   * id of the change. Refused as outdated if the set or the platform has changed since the plan.
   */
  'changes.apply': command(
    Type.Object(
      {
        planId,
        confirmed: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 }),
        typed: Type.Record(Uuid, Type.String({ maxLength: 200 })),
        passwords,
      },
      strict,
    ),
    Type.Object({ runId: Uuid }),
    [
      'not-possible',
      'not-read',
      'unknown-plan',
      'outdated',
      'unconfirmed',
      'not-typed',
      'password',
      'blocked',
      'busy',
      'not-stored',
    ],
  ),
  /**
   * Pauses the run after the row being sent. `stop` skips the waiting rows and ends the run.
   */
  'changes.pause': command(Type.Object({ stop: Type.Boolean() }, strict), nothing, ['not-possible', 'not-running']),
  /**
   * Continues at the first open row, after a new reading. Refused while a row is unknown. A pause
   * deletes the passwords, so those of the waiting rows must be typed again.
   */
  'changes.resume': command(Type.Object({ passwords }, strict), nothing, [
    'not-possible',
    'not-paused',
    'password',
    'busy',
    'not-stored',
  ]),
} as const;
