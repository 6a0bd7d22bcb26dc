import { expect, it } from 'vitest';
import { currentSubscriberCount } from '#core/people/current-subscribers.ts';

it('a listed subscription counts until its end, which is read as New York time', () => {
  const subscribers = ['', '2026-03-02 10:42:08', '2026-03-02 10:42:07', 'yes'].flatMap((endedText) => [
    { listed: true, endedText },
    { listed: false, endedText },
  ]);
  expect(currentSubscriberCount(subscribers, Date.UTC(2026, 2, 2, 15, 42, 7))).toBe(2);
});
