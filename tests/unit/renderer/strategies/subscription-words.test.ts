import { expect, it } from 'vitest';
import { sentText } from '#renderer/strategies/subscription-words.ts';

it('says that an act was confirmed even if its answer names no subscription', () => {
  expect(sentText('begin', 'Trend', 'DIFFERS')).toBe(
    'The platform confirmed the subscription to Trend, and its answer names no subscription.',
  );
  expect(sentText('end', 'Trend', 'DIFFERS')).toBe(
    'The platform confirmed the end of the subscription to Trend, and its answer names no subscription.',
  );
});

it('says that fees may be due if there is no clear answer', () => {
  expect(sentText('begin', 'Trend', 'UNKNOWN')).toContain('no clear answer: it may have begun and cost a fee');
  expect(sentText('end', 'Trend', 'UNKNOWN')).toContain('no clear answer: fees may continue');
});
