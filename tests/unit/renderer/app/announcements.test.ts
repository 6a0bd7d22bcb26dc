import { expect, test } from 'vitest';
import type { Notice } from '#contract/model/status.ts';
import { newAnnouncements } from '#renderer/app/announcements.ts';

const notice = (id: string, announced?: 'fill' | 'reject', title = id): Notice => ({
  id,
  level: 'info',
  title,
  text: 'Traded at 1.',
  at: 1,
  rowId: null,
  systemId: null,
  ...(announced === undefined ? {} : { announced }),
});

test('does not announce notices from before the window opened', () => {
  expect(newAnnouncements(null, [notice('a', 'fill')]).fresh).toEqual([]);
});

test('announces own fills and rejects once, in order of time, and nothing else', () => {
  const { known } = newAnnouncements(null, []);
  const first = newAnnouncements(known, [
    notice('c', 'reject', 'Rejected'),
    notice('b'),
    notice('a', 'fill', 'Filled'),
  ]);
  expect(first.fresh).toEqual(['Filled. Traded at 1.', 'Rejected. Traded at 1.']);
  expect(newAnnouncements(first.known, [notice('b'), notice('c', 'reject'), notice('a', 'fill')]).fresh).toEqual([]);
});

test('announces the fill of an order with an earlier notice', () => {
  const { known } = newAnnouncements(new Set(), [notice('a')]);
  expect(newAnnouncements(known, [notice('a', 'fill', 'Filled')]).fresh).toEqual(['Filled. Traded at 1.']);
});
