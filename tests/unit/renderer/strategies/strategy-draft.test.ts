import { describe, expect, it } from 'vitest';
import type { StrategyAttributes } from '#contract/model/strategy-change.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import { durationText } from '#renderer/strategies/own/attribute-text.ts';
import {
  draftFields,
  draftText,
  fieldsToSet,
  initialDraft,
  readDraft,
  type StrategyDraft,
  type StrategyTask,
} from '#renderer/strategies/own/strategy-draft.ts';
import { wordDiff } from '#renderer/strategies/own/word-diff.ts';

const details: StrategyDetails = {
  systemId: '101',
  name: 'Trend',
  shortDescription: 'Short',
  longDescription: 'Long',
  ownerPersonId: '7001',
  ownerScreenName: 'harbor',
  createdText: '',
  monthlyFee: '49.00',
  freeTrialDays: '7',
  minimumPortfolio: '20000',
  startingCapital: '50000',
  alive: true,
  test: false,
  instruments: [],
  statistics: [],
};
const task: StrategyTask = { kind: 'change', systemId: '101' };
const known = initialDraft(task, details, null, null);
const errors = (changes: Partial<StrategyDraft>) =>
  Object.keys(readDraft(task, { ...known, ...changes }, draftFields.change).errors);

describe('the form of a change', () => {
  it('opens with the known values, with the values that undo a change, or with the stored draft', () => {
    expect(known).toMatchObject({ name: 'Trend', monthlyFee: '49', test: 'no', alive: 'yes', creditSeconds: '' });
    expect(initialDraft(task, details, { monthlyFee: 5, alive: false }, '{"name":"Old"}')).toMatchObject({
      name: 'Trend',
      monthlyFee: '5',
      alive: 'no',
    });
    expect(initialDraft(task, details, null, '{"name":"Stored","test":7}')).toMatchObject({
      name: 'Stored',
      test: 'no',
    });
    expect(initialDraft(task, details, null, '[broken')).toEqual(known);
    expect(initialDraft({ kind: 'clone', systemId: '101' }, details, null, null).name).toBe('');
  });

  it('omits empty fields, but sends an empty description', () => {
    const draft = { ...known, shortDescription: '', monthlyFee: '', creditSeconds: '0', test: '' };
    const { request } = readDraft(task, draft, draftFields.change);
    expect(request).toEqual({
      kind: 'change',
      systemId: '101',
      complete: false,
      attributes: {
        name: 'Trend',
        shortDescription: '',
        longDescription: 'Long',
        ownerPersonId: '7001',
        startingCapital: 50_000,
        minimumPortfolio: 20_000,
        trialDays: 7,
        creditSeconds: 0,
        alive: true,
      },
    });
  });

  it('sends only what was edited or is undone, also if the strategy was changed elsewhere meanwhile', () => {
    const attributesOf = (draft: StrategyDraft, at = details, undone: StrategyAttributes | null = null) => {
      const { request } = readDraft(task, draft, fieldsToSet(task, draft, at, undone));
      return request?.kind === 'change' ? request.attributes : null;
    };
    const edited = { ...known, shortDescription: 'New' };
    expect(attributesOf(known)).toEqual({});
    expect(attributesOf(edited)).toEqual({ shortDescription: 'New' });
    const later = { ...details, name: 'Trend Two', monthlyFee: '99.50', freeTrialDays: '0' };
    const reopened = initialDraft(task, later, null, draftText(edited, fieldsToSet(task, edited, details, null)));
    expect(reopened).toMatchObject({ name: 'Trend Two', shortDescription: 'New', monthlyFee: '99.50' });
    expect(attributesOf(reopened, later)).toEqual({ shortDescription: 'New' });
    // The details may be from before the change that is undone.
    const undone = { monthlyFee: 49 };
    expect(attributesOf(initialDraft(task, details, undone, null), details, undone)).toEqual(undone);
  });

  it('names each field that is wrong', () => {
    for (const letter of ['x', 'ж', '日', '𝔸']) {
      expect(errors({ name: letter.repeat(2) })).toEqual(['name']);
      expect(errors({ name: letter.repeat(40) })).toEqual([]);
      expect(errors({ name: letter.repeat(41) })).toEqual(['name']);
    }
    expect(errors({ name: '', monthlyFee: '1.5', startingCapital: '999', creditSeconds: '630,720,001' })).toEqual([
      'name',
      'monthlyFee',
      'startingCapital',
      'creditSeconds',
    ]);
    expect(errors({ startingCapital: '10,000,000', signalCredits: '9999999999', ownerPersonId: 'me' })).toEqual([
      'ownerPersonId',
    ]);
  });
});

it('a clone is a creation, then a change of what a creation cannot set', () => {
  const clone: StrategyTask = { kind: 'clone', systemId: '101' };
  const draft = { ...initialDraft(clone, details, null, null), name: 'Copy' };
  expect(readDraft(clone, draft, draftFields.clone).request).toEqual({
    kind: 'clone',
    sourceId: '101',
    strategy: {
      name: 'Copy',
      longDescription: 'Long',
      startingCapital: 50_000,
      ownerPersonId: '7001',
      visible: null,
      creditSeconds: null,
    },
    attributes: { shortDescription: 'Short', minimumPortfolio: 20_000, monthlyFee: 49, trialDays: 7, test: false },
  });
  expect(
    Object.keys(readDraft({ kind: 'create' }, { ...draft, name: '', ownerPersonId: '' }, draftFields.create).errors),
  ).toEqual(['name', 'ownerPersonId']);
});

it.each([
  [0, '0 s'],
  [3_600, '3,600 s'],
  [86_400, '1 day'],
  [86_400 * 395, '1 year 30 days'],
  [86_400 * 365 * 20, '20 years'],
  [90_000, '1 day 3,600 s'],
])('%i seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

describe('the differences between two texts', () => {
  it('contain both texts completely', () => {
    const parts = wordDiff('Follows large US stocks', 'Follows US stocks and ETFs');
    const joined = (without: 'added' | 'removed') =>
      parts
        .filter(({ kind }) => kind !== without)
        .map(({ text }) => text)
        .join('');
    expect(joined('added')).toBe('Follows large US stocks');
    expect(joined('removed')).toBe('Follows US stocks and ETFs');
    expect(parts.find(({ kind }) => kind === 'removed')?.text.trim()).toBe('large');
  });

  it('are all words if the texts are long, and none if they are equal', () => {
    expect(wordDiff('a '.repeat(3_000), 'b')).toHaveLength(2);
    expect(wordDiff('same text', 'same text')).toEqual([{ kind: 'same', text: 'same text' }]);
  });
});
