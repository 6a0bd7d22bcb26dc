import { expect, it } from 'vitest';
import type { Check } from '#contract/model/ticket.ts';
import { newCheckTexts, stillConfirmed } from '#renderer/plan/plan-changes.ts';
import { changeText } from '#renderer/plan/plan-table.ts';
import { closeLabel, sendHint } from '#renderer/plan/closing-words.ts';
import { requestsText } from '#renderer/plan/requests-text.ts';

const check = (code: string): Check => ({ code, level: 'warn', text: `The text of ${code}.`, field: null });

it('shows a value before and after, and one value if nothing changes', () => {
  expect([changeText('40', '60'), changeText('40', '40')]).toEqual(['40 → 60', '40']);
});

it('says that closing a dialog does not stop what is being sent', () => {
  expect([sendHint(false), closeLabel(false)]).toEqual(['Enter sends · Esc cancels', 'Cancel']);
  expect([sendHint(true), closeLabel(true)]).toEqual([
    'Sending… Closing the dialog does not stop the request',
    'Close',
  ]);
});

it('counts requests, and gives their duration only if it is two seconds or more', () => {
  expect([requestsText(1, 1), requestsText(3, 4)]).toEqual([
    'One request',
    '3 requests, about 4 s at the request limit',
  ]);
});

it('keeps a warning confirmed only while its text is the same', () => {
  const confirmedCodes = new Set(['a', 'b', 'c', 'd']);
  const before = [check('a'), check('b'), check('c'), check('d')];
  const other = { ...check('b'), text: 'Another text.' };
  const after = [check('a'), other, check('d'), { ...check('d'), text: 'A second one.' }];
  expect([...stillConfirmed(confirmedCodes, before, after)]).toEqual(['a']);
});

it('names the checks that are new', () => {
  expect(newCheckTexts([check('a')], [check('a'), check('b')])).toEqual(['The text of b.']);
});
