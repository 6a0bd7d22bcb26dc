import { expect, it } from 'vitest';
import type { SettingRow } from '#contract/model/autotrade.ts';
import {
  copyColumns,
  noPositionsText,
  planSentence,
  settingColumns,
  settingMark,
} from '#renderer/autotrade/wizard/copy-columns.ts';
import { demoNow } from '#renderer/gallery/demo-clock.ts';
import { demoLinks, demoPlan } from '#renderer/gallery/demo-autotrade.ts';

it('shows the copy before and after, what is traded now, and what limits it', () => {
  const [row] = demoPlan({
    kind: 'stop',
    systemId: '101',
    personId: null,
    brokerCode: 'HARBOR',
    leave: true,
  }).positions;
  if (row === undefined) throw new Error('the demo plan has positions');
  const cells = (changed: Partial<typeof row>) =>
    copyColumns(demoNow)
      .slice(2, 4)
      .map(({ cell }) => cell({ ...row, ...changed }));
  expect(cells({})).toEqual(['0 → 25', { text: 'buys 25', remark: 'limited' }]);
  expect(cells({ before: '5', after: '5', delta: '0', limit: null })).toEqual(['5', { text: 'nothing', remark: null }]);
  expect(cells({ before: null, delta: null, limit: null })).toEqual(['? → 25', { text: 'not known', remark: null }]);
  expect(cells({ before: null, after: null, delta: '0', limit: null })[0]).toBe('?');
  expect(cells({ before: '40', delta: '-15', limit: null })[1]).toEqual({ text: 'sells 15', remark: null });
});

it('shows a setting before and after with its mark', () => {
  const markAndText = (before: string | null, after: string | null, change: SettingRow['change']) => {
    const row = { field: 'max_dollars_stocks', before, after, change };
    return [settingMark(row), settingColumns[1]?.cell(row)];
  };
  expect([
    markAndText(null, '5000', 'new'),
    markAndText('5000', '6000', 'changed'),
    markAndText(null, null, 'same'),
    markAndText(null, '6000', 'sent'),
    markAndText(null, null, 'kept'),
  ]).toEqual([
    ['+', '– → 5000'],
    ['~', '5000 → 6000'],
    ['=', 'no limit'],
    ['?', 'not known → 6000'],
    ['=', 'not known'],
  ]);
});

it('says the whole plan in one sentence, with what is traded now', () => {
  const [link] = demoLinks;
  if (link?.settings == null) throw new Error('the first demo copy has settings');
  const settings = { ...link.settings, scalingPercentage: 40 };
  const request = { systemId: '101', personId: null, brokerCode: 'HARBOR', settings };
  const start = (join: boolean) =>
    demoPlan({ ...request, kind: 'start', settings: { ...settings, joinTradesInProgress: join } });
  expect(planSentence(start(true))).toBe(
    `Copies Harbor Swing at ${start(true).brokerName} with 40 % of its quantity, joins trades in progress, and now buys 25 AAPL.`,
  );
  expect(planSentence(start(false))).toContain('leaves trades in progress out until the strategy is flat in each');
  const change = demoPlan({ ...request, kind: 'change' });
  const [row] = change.positions;
  if (row === undefined) throw new Error('the demo plan has positions');
  const sentence = (changed: Partial<typeof row>) => planSentence({ ...change, positions: [{ ...row, ...changed }] });
  expect(sentence({ delta: '0' })).toMatch(/from now on, and trades nothing now\.$/);
  const unread = { ...change, positions: [], positionsReadAt: null };
  expect(planSentence(unread)).toMatch(/from now on, and what it trades now is not known\.$/);
  expect(noPositionsText(unread)).not.toContain('no open position');
  expect(noPositionsText(change)).toContain('Nothing is traded now.');
  expect(sentence({ delta: '-15' })).toMatch(/and now sells 15 AAPL\.$/);
  expect(sentence({ delta: null })).toMatch(/and now trades an unknown quantity of AAPL\.$/);
  expect(
    planSentence(demoPlan({ kind: 'stop', systemId: '101', personId: null, brokerCode: 'HARBOR', leave: true })),
  ).toBeNull();
});
