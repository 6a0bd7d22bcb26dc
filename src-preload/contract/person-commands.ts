import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { ActState } from './model/act.ts';
import { OwnPerson, PersonPlan, PersonRequest } from './model/own-person.ts';
import { Nullable } from './model/scalars.ts';
import { sendFailures, sendInput } from './send-plan.ts';

/** Commands for the person whose key the connection uses. */
export const personCommands = {
  /** No command of the platform returns this person: the id is learned from answers or typed. */
  'person.get': command(nothing, OwnPerson, []),
  /** What would be changed, with its checks. Sends nothing. */
  'person.plan': command(Type.Object({ request: PersonRequest }, strict), PersonPlan, ['not-possible']),
  /**
   * Sends a plan that was shown: `changePersonAttribute`. The password crosses the bridge in this
   * command only (acts.md A8); null if the plan has none. No read proves the change.
   */
  'person.send': command(
    Type.Object({ ...sendInput, password: Nullable(Type.String({ maxLength: 200 })) }, strict),
    Type.Object({ state: ActState }),
    ['not-possible', 'password', ...sendFailures],
  ),
} as const;
