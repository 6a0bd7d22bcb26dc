import { expect, it } from 'vitest';
import { positionsLeftRows, sentText, settingFacts, stopRefusal } from '#renderer/autotrade/link-words.ts';
import { demoLinks } from '#renderer/gallery/demo-autotrade.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';

it('offers to stop a copy unless the platform confirmed that it is stopped', () => {
  expect(demoLinks.map((link) => [link.state, stopRefusal(link)])).toEqual([
    ['linked', null],
    ['change-unknown', null],
    ['set-elsewhere', null],
    ['stopped-left', 'The copy is stopped already.'],
  ]);
});

it('offers to stop a copy again when a list that was read after the stop shows the account', () => {
  const stopped = demoLinks.find(({ state }) => state === 'stopped-left');
  if (stopped === undefined) throw new Error('no stopped copy');
  const refusalOf = (seenAt: number) => stopRefusal({ ...stopped, changedAt: 1_000, seenAt });
  expect([refusalOf(999), refusalOf(1_000), refusalOf(1_001)]).toEqual([
    'The copy is stopped already.',
    'The copy is stopped already.',
    null,
  ]);
});

it('says that a request was confirmed even if the answer names less than was sent', () => {
  expect(sentText('stop', 'DONE')).toBe(
    'The platform confirmed the stop. The row of the copy shows any positions left in the account.',
  );
  expect(sentText('stop', 'DIFFERS')).toBe(
    'The platform confirmed the stop, and did not name the positions left in the account.',
  );
  for (const kind of ['start', 'change'] as const)
    expect(sentText(kind, 'DIFFERS')).toMatch(
      /^The platform confirmed the (start|change), and did not name the account/,
    );
});

it('says that the strategy may still be copied if a stop has no clear answer', () => {
  expect(sentText('stop', 'UNKNOWN')).toBe('The stop has no clear answer: the strategy may still be copied.');
  expect(sentText('start', 'UNKNOWN')).toContain('no clear answer');
});

it('lists every position that a stopped copy left, even two that cannot be told apart', () => {
  const unread = { symbol: '', instrument: '', quantity: '' };
  const rows = positionsLeftRows([unread, unread, { symbol: 'KO', instrument: 'stock', quantity: '40' }]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  expect(rows.at(-1)?.cells).toEqual(['KO', 'stock', '40']);
});

it('does not show an empty limit as "none" if the settings are not all known', () => {
  const limitsOf = (...args: Parameters<typeof settingFacts>) => new Map(settingFacts(...args)).get('Limits');
  const limited = { ...copySettings, maxDollarsStocks: 5_000 };
  expect([limitsOf(copySettings), limitsOf(copySettings, false)]).toEqual(['none', 'not known here']);
  expect(limitsOf(limited, false)).toMatch(/5,000.* · others not known here$/);
});
