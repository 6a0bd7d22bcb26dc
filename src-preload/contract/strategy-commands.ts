import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { ActState } from './model/act.ts';
import { Id, Nullable } from './model/scalars.ts';
import { StrategyChange, StrategyPlan, StrategyRequest, UnfinishedClone } from './model/strategy-change.ts';
import { sendFailures, sendInput } from './send-plan.ts';

/** Creating, cloning and changing strategies of the person whose key the connection uses. */
export const strategyCommands = {
  /** The creations and changes in the journal, newest first. */
  'own-strategies.changes': command(
    nothing,
    Type.Object({ changes: Type.Array(StrategyChange), unfinished: Type.Array(UnfinishedClone) }),
    [],
  ),
  /**
   * What the request would change, with its checks. If the data behind the plan is old, it is read
   * again first. Nothing is changed.
   */
  'own-strategies.plan': command(Type.Object({ request: StrategyRequest }, strict), StrategyPlan, [
    'unknown-strategy',
    'not-possible',
  ]),
  /**
   * Sends a plan that was shown: `createNewSystem`, `changeSystemAttribute`, or for a clone both.
   * Resolves after the answers, even unclear ones. `state` is that of the last act that was sent,
   * and `unfinished` says that a clone was created and its second act was not sent. Refused as
   * outdated if the data behind the plan has changed; then a new plan is needed.
   */
  'own-strategies.send': command(
    Type.Object(
      {
        ...sendInput,
        /** The text that a check of the plan asks for; missing if none does. */
        typed: Type.Optional(Type.String({ maxLength: 200 })),
      },
      strict,
    ),
    Type.Object({ state: ActState, systemId: Nullable(Id), unfinished: Type.Boolean() }),
    ['unknown-strategy', 'not-possible', ...sendFailures],
  ),
} as const;
