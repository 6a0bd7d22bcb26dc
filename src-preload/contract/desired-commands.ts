import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { DesiredState, DesiredTarget, TargetWithoutList } from './model/desired.ts';
import { ActState } from './model/act.ts';
import { Id, Nullable, Uuid } from './model/scalars.ts';
import {
  NamedTargetList,
  SentTarget,
  TargetDraft,
  TargetLines,
  TargetPlan,
  TargetRequest,
  TargetSizing,
} from './model/target-plan.ts';
import { TargetRehearsal } from './model/target-progress.ts';
import { planId, sendFailures, sendInput } from './send-plan.ts';

const systemOnly = Type.Object({ systemId: Id }, strict);
const listName = Type.String({ maxLength: 60 });

/** The target portfolio of a strategy (order-safety 6.3). */
export const desiredCommands = {
  /** What is known of the target list. If `fresh`, the list of the platform is read first. */
  'desired.get': command(Type.Object({ systemId: Id, fresh: Type.Boolean() }, strict), DesiredState, []),
  /**
   * Sends `flat` or `stop`; `desired.send` sends a list. Resolves after the answer. An unclear
   * answer is `pending` in the state and is read back. `busy`: an earlier act on the strategy
   * is still being sent.
   */
  'desired.set': command(
    Type.Object({ intentId: Uuid, systemId: Id, target: TargetWithoutList }, strict),
    DesiredState,
    ['busy', 'locked', 'killed', 'refused', 'not-sent', 'blocked', 'journal'],
  ),
  /**
   * What a list or `flat` would change, with its checks. Reads positions and orders first if
   * they are too old. Sends nothing.
   */
  'desired.plan': command(Type.Object({ request: TargetRequest }, strict), TargetPlan, []),
  /**
   * Sends the list of a shown plan to the practice service. A practice strategy is first set to the
   * holdings and working orders of the live one. Resolves when the practice strategy holds the
   * list, or after some seconds. `refused`: the practice service or one of its checks refused it.
   */
  'desired.rehearse': command(Type.Object({ intentId: Uuid, planId }, strict), TargetRehearsal, [
    'not-live',
    'unknown-plan',
    'no-practice',
    'refused',
    'no-outcome',
  ]),
  /**
   * Sends a plan that was shown. Resolves after the answer, even an unclear one. Refused as
   * outdated if the data behind the plan has changed; then a new plan is needed.
   */
  'desired.send': command(Type.Object(sendInput, strict), Type.Object({ state: ActState }), sendFailures),
  /**
   * Declares that the user ended the mode elsewhere, which no read shows. Recorded in the
   * journal; refused while a target list that was sent from here can still take effect.
   */
  'desired.declare-off': command(
    Type.Object({ intentId: Uuid, systemId: Id, typed: Type.String({ maxLength: 20 }) }, strict),
    DesiredState,
    ['not-typed', 'busy', 'journal'],
  ),
  /**
   * Takes over the list of the platform if it differs from the one that was sent. The platform's
   * list is read again first. Recorded in the journal; nothing is sent. `held` is the platform's
   * list as it was shown, null if that list is empty.
   */
  'desired.take-over': command(
    Type.Object({ intentId: Uuid, systemId: Id, held: Nullable(DesiredTarget) }, strict),
    DesiredState,
    ['busy', 'outdated', 'not-read', 'journal'],
  ),
  /** The saved draft of a strategy and its named lists. */
  'desired.drafts': command(
    systemOnly,
    Type.Object({ draft: Nullable(TargetDraft), lists: Type.Array(NamedTargetList) }),
    [],
  ),
  /**
   * `revision` is that of the draft that was read, 0 if there was none. Refused if another window
   * has saved the draft since.
   */
  'desired.save-draft': command(
    Type.Object(
      {
        systemId: Id,
        lines: TargetLines,
        sizing: Type.Optional(TargetSizing),
        revision: Type.Integer({ minimum: 0 }),
      },
      strict,
    ),
    Type.Object({ revision: Type.Integer() }),
    ['conflict', 'not-stored'],
  ),
  /** A list of the same name is replaced. */
  'desired.save-list': command(Type.Object({ systemId: Id, name: listName, lines: TargetLines }, strict), nothing, [
    'no-name',
    'too-many',
    'not-stored',
  ]),
  'desired.remove-list': command(Type.Object({ systemId: Id, name: listName }, strict), nothing, ['not-stored']),
  /** The targets that were sent for a strategy, newest first. */
  'desired.history': command(systemOnly, Type.Object({ sent: Type.Array(SentTarget) }), []),
} as const;
