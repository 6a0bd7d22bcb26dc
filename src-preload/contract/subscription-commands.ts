import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { ActState } from './model/act.ts';
import { Subscription, SubscriptionPlan, SubscriptionRequest } from './model/subscription.ts';
import { sendFailures, sendInput } from './send-plan.ts';

/** The person whose key the connection uses joins and leaves strategies of other people. */
export const subscriptionCommands = {
  /** The subscriptions, from the cache and the journal, the current ones first. */
  'subscriptions.list': command(nothing, Type.Object({ subscriptions: Type.Array(Subscription) }), []),
  /** What joining or leaving would change, with its checks. Sends nothing. */
  'subscriptions.plan': command(Type.Object({ request: SubscriptionRequest }, strict), SubscriptionPlan, [
    'unknown-strategy',
  ]),
  /**
   * Sends a plan that was shown: `subscribeToStrategy` or `unsubscribeFromStrategy`. Resolves after
   * the answer, even an unclear one: an UNKNOWN act is read back from `listAllSystems`. Refused as
   * outdated if the data behind the plan has changed; then a new plan is needed.
   */
  'subscriptions.send': command(
    Type.Object(
      {
        ...sendInput,
        /** The text that a check of the plan asks for; missing if none does. */
        typed: Type.Optional(Type.String({ maxLength: 80 })),
      },
      strict,
    ),
    Type.Object({ state: ActState }),
    ['unknown-strategy', ...sendFailures],
  ),
} as const;
