import { describe, expect, it } from 'vitest';
import {
  draftOf,
  draftView,
  editsOf,
  emptyDraft,
  parseDraft,
  readDraft,
  scalingFor,
  shownLimits,
  withEdits,
  type Draft,
} from '#renderer/autotrade/wizard/draft.ts';

const complete: Draft = {
  ...emptyDraft,
  scaling: '50',
  shortOptions: 'no',
  manualTrades: 'no',
  join: 'yes',
};
const errorsOf = (changes: Partial<Draft>) => readDraft({ ...complete, ...changes }).errors;

describe('a draft of AutoTrade settings', () => {
  it('is read when every required choice is made', () => {
    expect(readDraft(complete)).toEqual({
      errors: {},
      settings: {
        scalingPercentage: 50,
        maxUnits: { future: null, forex: null, option: null },
        maxDollarsStocks: null,
        stopLossDollarsPerPosition: null,
        enabled: { stock: true, option: true, future: true, forex: true },
        allowShortOptions: false,
        ignoreManualTrades: true,
        joinTradesInProgress: true,
      },
    });
  });

  it('has no default for a required choice', () => {
    expect(readDraft(emptyDraft)).toMatchObject({
      settings: null,
      errors: {
        scaling: 'Type the scaling.',
        shortOptions: 'Choose one.',
        manualTrades: 'Choose one.',
        join: 'Choose one.',
      },
    });
  });

  it.each(['0', '0.5', '1001', '1e3', '50 %', '-5', '٥٠', ''])(
    'with the scaling "%s" has an error at the scaling field',
    (scaling) => {
      expect(errorsOf({ scaling })).toHaveProperty('scaling');
    },
  );

  it.each<[keyof Draft, string, boolean]>([
    ['maxDollars', '99', false],
    ['maxDollars', '100', true],
    ['maxDollars', '5,000', true],
    ['stopLoss', '99.5', false],
    ['stopLoss', '500,00', false],
    ['maxOption', '0', false],
    ['maxOption', '1,5', false],
    ['maxOption', '1,500', true],
    ['maxFuture', '1', true],
    ['maxForex', 'x', false],
  ])('%s of "%s" is accepted: %s', (field, text, isAccepted) =>
    expect(Object.keys(errorsOf({ [field]: text }))).toEqual(isAccepted ? [] : [field]),
  );

  it('shows the limits of the traded types, and a limit already typed for another type', () => {
    const onlyFutures = { stock: false, option: false, future: true, forex: false };
    expect(shownLimits(emptyDraft, onlyFutures)).toEqual(onlyFutures);
    expect(shownLimits({ ...emptyDraft, maxForex: 'abc' }, onlyFutures)).toEqual({ ...onlyFutures, forex: true });
  });

  it('needs at least one type', () => {
    const enabled = { stock: false, option: false, future: false, forex: false };
    expect(errorsOf({ enabled })).toEqual({ enabled: 'Switch on at least one type.' });
  });

  it('is unchanged after storing, and after conversion to settings and back', () => {
    expect(parseDraft(JSON.stringify(complete))).toEqual(complete);
    const { settings } = readDraft(complete);
    expect(settings && draftOf(settings)).toEqual(complete);
  });

  it('of a change sets only what was edited, also if the settings were changed elsewhere meanwhile', () => {
    const opened: Draft = { ...complete, maxDollars: '5000' };
    const edited: Draft = { ...opened, maxOption: '3', enabled: { ...opened.enabled, forex: false } };
    const later: Draft = { ...opened, scaling: '20', stopLoss: '900', enabled: { ...opened.enabled, future: false } };
    const wanted: Draft = {
      ...later,
      maxOption: '3',
      enabled: { stock: true, option: true, future: false, forex: false },
    };
    const edits = editsOf(edited, opened);
    expect(withEdits(opened, edits)).toEqual(edited);
    expect(withEdits(later, edits)).toEqual(wanted);
    expect(parseDraft(JSON.stringify(edits), later)).toEqual(wanted);
    expect(withEdits(later, editsOf(opened, opened))).toEqual(later);
  });

  it.each([null, 'null', '7', '{', '[]'])('is null or blank if the stored text is %s', (text) => {
    const draft = parseDraft(text);
    expect(draft === null || draft.scaling === '').toBe(true);
  });

  it('is stored separately for each connection, for a start or a change, and for each person', () => {
    const copy = { systemId: '101', personId: '42', brokerCode: 'HARBOR' };
    const storageNames = [
      draftView('practice', 'start', copy),
      draftView('practice', 'change', copy),
      draftView('practice', 'start', { ...copy, personId: null }),
      draftView('live', 'start', copy),
    ];
    expect(new Set(storageNames).size).toBe(storageNames.length);
  });

  it('has no member for an account number, a user id or a password (acts A8)', () => {
    const stored = parseDraft(JSON.stringify({ ...complete, password: 'CANARY', accountNumber: 'U1' }));
    expect(JSON.stringify(stored)).not.toMatch(/CANARY|U1/);
  });

  it('calculates the scaling of an allocation, rounded down, and at least 1', () => {
    expect([
      scalingFor('50,000', '100000'),
      scalingFor('999', '100000'),
      scalingFor('x', '1'),
      scalingFor('5', null),
      scalingFor('29,000', '100000'),
      scalingFor('29000,50', '100000'),
    ]).toEqual([50, 1, null, null, 29, null]);
  });
});
