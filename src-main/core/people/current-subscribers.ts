import { isCurrentSubscriber, type Subscriber } from '#contract/model/people.ts';
import { newYorkText } from '#core/platform/new-york-time.ts';

/** The number of subscriptions that are listed and have not ended. `now` in milliseconds. */
export function currentSubscriberCount(
  subscribers: readonly Pick<Subscriber, 'listed' | 'endedText'>[],
  now: number,
): number {
  const text = newYorkText(now / 1_000);
  return subscribers.filter((one) => isCurrentSubscriber(one, text)).length;
}
