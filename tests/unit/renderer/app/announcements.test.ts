import { expect, test } from 'vitest';
import type { Notice } from '#contract/model/status.ts';
import { newAnnouncements, type Announcements } from '#renderer/app/announcements.ts';

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

const announcementsOf = (last: Announcements | null, ...notices: readonly Notice[]): Announcements =>
  newAnnouncements(last, 'p1', notices);

test('does not announce notices from before the window opened', () => {
  expect(announcementsOf(null, notice('a', 'fill')).newTexts).toEqual([]);
});

test('announces own fills and rejections once, in order of time, and nothing else', () => {
  const first = announcementsOf(
    announcementsOf(null),
    notice('c', 'reject', 'Rejected'),
    notice('b'),
    notice('a', 'fill', 'Filled'),
  );
  expect(first.newTexts).toEqual(['Filled. Traded at 1.', 'Rejected. Traded at 1.']);
  expect(announcementsOf(first, notice('b'), notice('c', 'reject'), notice('a', 'fill')).newTexts).toEqual([]);
});

test('announces the fill of an order that already had a notice', () => {
  const before = announcementsOf(announcementsOf(null), notice('a'));
  expect(announcementsOf(before, notice('a', 'fill', 'Filled')).newTexts).toEqual(['Filled. Traded at 1.']);
});

test('does not announce what happened on another connection before it was put in use', () => {
  const first = announcementsOf(announcementsOf(null), notice('a'));
  const other = newAnnouncements(first, 'p2', [notice('b', 'fill', 'Filled')]);
  expect(other.newTexts).toEqual([]);
  expect(newAnnouncements(other, 'p2', [notice('c', 'reject', 'Rejected')]).newTexts).toEqual([
    'Rejected. Traded at 1.',
  ]);
});
