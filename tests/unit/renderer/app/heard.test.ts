import { expect, test } from 'vitest';
import type { Notice } from '#contract/model/status.ts';
import { hear } from '#renderer/app/heard.ts';

const notice = (id: string, heard?: 'fill' | 'reject', title = id): Notice => ({
  id,
  level: 'info',
  title,
  text: 'Traded at 1.',
  at: 1,
  rowId: null,
  systemId: null,
  ...(heard === undefined ? {} : { heard }),
});

test('does not announce notices from before the window opened', () => {
  expect(hear(null, [notice('a', 'fill')]).fresh).toEqual([]);
});

test('announces own fills and rejects once, in order of time, and nothing else', () => {
  const { known } = hear(null, []);
  const first = hear(known, [notice('c', 'reject', 'Rejected'), notice('b'), notice('a', 'fill', 'Filled')]);
  expect(first.fresh).toEqual(['Filled. Traded at 1.', 'Rejected. Traded at 1.']);
  expect(hear(first.known, [notice('b'), notice('c', 'reject'), notice('a', 'fill')]).fresh).toEqual([]);
});

test('announces the fill of an order with an earlier notice', () => {
  const { known } = hear(new Set(), [notice('a')]);
  expect(hear(known, [notice('a', 'fill', 'Filled')]).fresh).toEqual(['Filled. Traded at 1.']);
});
