// A change as the Changes list and its details show it (acts.md A12).
import { expect, it } from 'vitest';
import type { Act } from '#contract/model/act.ts';
import { changeColumns } from '#renderer/activity/change-columns.ts';
import { changeExport } from '#renderer/activity/change-export.ts';
import { changeTitle, stepText, targetText, valueLines } from '#renderer/activity/change-words.ts';

const list = JSON.stringify({
  kind: 'list',
  positions: [
    { symbol: 'AAPL', instrument: 'stock', quantity: '200' },
    { symbol: '@ESM6', instrument: 'future', quantity: '-2' },
  ],
});
const act = (more: Partial<Act> = {}): Act => ({
  intentId: '00000000-0000-4000-8000-000000000001',
  mode: 'PRACTICE',
  command: 'setDesiredPositions',
  target: { kind: 'system', id: '7' },
  before: null,
  wanted: list,
  shown: null,
  state: 'UNKNOWN',
  createdAt: 1_772_461_800_000,
  sentAt: 1_772_461_800_000,
  changedAt: 1_772_461_805_000,
  answer: [],
  steps: [
    { state: 'SENDING', at: 1_772_461_800_000, evidence: 'sent' },
    { state: 'UNKNOWN', at: 1_772_461_805_000, evidence: 'no-answer', text: 'Cut off.' },
  ],
  ...more,
});
const cell = (one: Act, id: string) =>
  changeColumns('ET', '2026-03-02')
    .find((column) => column.id === id)
    ?.text({ id: one.intentId, act: one });

it.each([
  [list, 'Target portfolio: 2 positions'],
  ['{"kind":"flat"}', 'Target portfolio: flat'],
  ['{"kind":"stop"}', 'Target portfolio: resume order entry'],
  ['{"kind":"later"}', 'Target portfolio'],
  ['7', 'Target portfolio'],
])('%s is titled %s', (wanted, title) => {
  expect(changeTitle(act({ wanted }))).toBe(title);
});

it('shows a value with one line for each member or position; null if it is not known', () => {
  expect(valueLines(list)).toEqual(['200 AAPL (stock)', '-2 @ESM6 (future)']);
  expect(valueLines(JSON.stringify({ target: JSON.parse(list) as unknown, source: 'ours' }))).toHaveLength(2);
  expect(valueLines('{"scalingPercentage":"50","enabled":{"stock":true}}')).toEqual([
    'scalingPercentage: 50',
    'enabled: {"stock":true}',
  ]);
  expect(valueLines(null)).toBeNull();
});

it('shows why a change is in its state: the words of the platform, or else the evidence', () => {
  expect(cell(act(), 'state')).toBe('Unknown');
  expect(cell(act(), 'why')).toBe('No answer came. Cut off.');
  expect(cell(act({ answer: ['Title', 'Reason'] }), 'why')).toBe('Title Reason');
  expect(stepText({ state: 'GIVEN_UP', at: 0, evidence: 'user' })).toBe('You decided it.');
  expect(targetText({ kind: 'link', id: '7 TIDEWATER' })).toBe('AutoTrade copy 7 TIDEWATER');
});

it('exports all steps of a change as one text', () => {
  const steps = changeExport.find(({ id }) => id === 'steps')?.value(act());
  expect(steps).toBe(
    '2026-03-02T14:30:00.000Z Submitted: The request was sent.\n' +
      '2026-03-02T14:30:05.000Z Unknown: No answer came. Cut off.',
  );
});
