import { describe, expect, it } from 'vitest';
import type { StrategyAttributes, StrategyRequest } from '#contract/model/strategy-change.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import { attributesFrom } from '#core/acts/strategy-attributes.ts';
import { planStrategy } from '#core/strategies/plan-strategy.ts';
import type { StrategyFacts } from '#core/strategies/strategy-facts.ts';

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
const facts = (changes: Partial<StrategyFacts> = {}): StrategyFacts => ({
  now: Date.UTC(2026, 2, 2),
  details,
  currentName: 'Trend',
  readAt: 1,
  access: 'owner',
  positionCount: 0,
  workingOrderCount: 0,
  areHoldingsRecent: true,
  subscribers: 0,
  copies: 0,
  names: ['Trend'],
  unprovenNames: [],
  ...changes,
});
const change = (attributes: StrategyAttributes, sendsEveryAttribute = false): StrategyRequest => ({
  kind: 'change',
  systemId: '101',
  attributes,
  complete: sendsEveryAttribute,
});
const create = (name: string): StrategyRequest => ({
  kind: 'create',
  strategy: {
    name,
    longDescription: 'New',
    startingCapital: 50_000,
    ownerPersonId: '7001',
    visible: null,
    creditSeconds: null,
  },
});
const plan = (request: StrategyRequest, changes: Partial<StrategyFacts> = {}) =>
  planStrategy('p', request, facts(changes));
const codes = (request: StrategyRequest, changes: Partial<StrategyFacts> = {}): string[] =>
  plan(request, changes).checks.map(({ level, code }) => `${level} ${code}`);

describe('a plan to change a strategy', () => {
  it('contains the attributes that differ, and those that no read shows', () => {
    const request = change({ name: ' Trend ', monthlyFee: 49, trialDays: 9, creditSeconds: 0 });
    expect(plan(request).acts).toEqual([
      {
        command: 'changeSystemAttribute',
        rows: [
          { field: 'trialDays', before: '7', after: '9' },
          { field: 'creditSeconds', before: null, after: '0' },
        ],
      },
    ]);
  });

  it('repeats the known values if every attribute has to be sent, and names the unknown ones', () => {
    const { repeated, checks } = plan(change({ name: 'Other' }, true));
    expect(repeated).not.toContain('name');
    expect(repeated).toContain('alive');
    expect(checks).toMatchObject([{ code: 'repeats', text: { missing: ['creditSeconds', 'signalCredits'] } }]);
  });

  it('repeats the values that the form sends and that do not change', () => {
    const form = { name: 'Other', shortDescription: 'Short', monthlyFee: 49, trialDays: 7, alive: true, test: false };
    const { acts, repeated, checks } = plan(change(form, true));
    expect(acts[0]?.rows.map(({ field }) => field)).toEqual(['name']);
    expect(repeated).toEqual([
      ...['longDescription', 'shortDescription', 'ownerPersonId', 'startingCapital'],
      ...['monthlyFee', 'trialDays', 'test', 'alive', 'minimumPortfolio'],
    ]);
    expect(checks).toMatchObject([{ code: 'repeats', text: { missing: ['creditSeconds', 'signalCredits'] } }]);
  });

  it('has a separate warning for each attribute that is risky to change', () => {
    expect(codes(change({ startingCapital: 60_000 }))).toEqual(['warn capital']);
    expect(codes(change({ monthlyFee: 50 }))).toEqual(['warn fee']);
    expect(codes(change({ signalCredits: 1 }))).toEqual(['warn credits-signalCredits']);
    expect(codes(change({ test: true }))).toEqual([]);
    expect(codes(change({ test: true }), { subscribers: 2 })).toEqual(['warn test']);
    expect(codes(change({ name: 'Other' }))).toEqual([]);
  });

  it('asks for the name of the strategy if the owner changes', () => {
    expect(plan(change({ ownerPersonId: '7002' })).checks).toMatchObject([{ code: 'owner', textToType: 'Trend' }]);
  });

  it('is blocked if a strategy that is to end is not flat, or if its holdings are old', () => {
    const end = change({ alive: false });
    expect(codes(end)).toEqual(['warn ends']);
    expect(codes(end, { positionCount: 1 })).toEqual(['block not-flat', 'warn ends']);
    expect(codes(end, { workingOrderCount: 1 })).toEqual(['block not-flat', 'warn ends']);
    expect(codes(end, { areHoldingsRecent: false })).toEqual(['block holdings-old', 'warn ends']);
    expect(plan(end, { subscribers: 3, copies: 1 }).checks).toMatchObject([{ text: { subscribers: 3, copies: 1 } }]);
  });

  it('is blocked for the strategy of another person', () => {
    expect(codes(change({ name: 'Mine' }), { access: 'subscriber' })).toEqual(['block not-own']);
  });
});

describe('a plan to create a strategy', () => {
  it('warns that the strategy remains on record, and of a name that is in use', () => {
    expect(codes(create('New one'))).toEqual(['warn record']);
    expect(codes(create('Trend'))).toEqual(['warn record', 'warn same-name']);
  });

  it('asks for a typed text if it may make a second strategy (acts A5)', () => {
    expect(plan(create('Lost'), { unprovenNames: ['Lost'] }).checks).toMatchObject([
      { code: 'record' },
      { code: 'second-strategy', textToType: 'second strategy' },
    ]);
  });

  it('has two acts for a clone, and one act if no other attribute is set', () => {
    const { strategy } = create('Copy') as Extract<StrategyRequest, { kind: 'create' }>;
    const clone = (attributes: StrategyAttributes): StrategyRequest => ({
      kind: 'clone',
      sourceId: '101',
      strategy,
      attributes,
    });
    expect(plan(clone({ monthlyFee: 5 })).acts.map(({ command }) => command)).toEqual([
      'createNewSystem',
      'changeSystemAttribute',
    ]);
    expect(plan(clone({})).requests).toBe(1);
    expect(codes(clone({ minimumPortfolio: 1 }))).toContain('block bounds-minimumPortfolio');
  });
});

it('the digest changes with each fact that the plan shows, and not with the time', () => {
  const request = change({ name: 'Other', alive: false });
  const digest = (changes: Partial<StrategyFacts> = {}): string => plan(request, changes).digest;
  expect(digest({ now: 0, readAt: 5 })).toBe(digest());
  const changes: Partial<StrategyFacts>[] = [
    { details: { ...details, name: 'Renamed' } },
    { subscribers: 1 },
    { positionCount: 1 },
    { copies: 1 },
    { access: 'subscriber' },
  ];
  expect(new Set([digest(), ...changes.map(digest)]).size).toBe(changes.length + 1);
});

it('the attributes of an undo are those whose previous value can be sent', () => {
  expect(attributesFrom({ name: 'Trend', monthlyFee: '49.5', trialDays: '7', alive: '1', test: null })).toEqual({
    name: 'Trend',
    trialDays: 7,
    alive: true,
  });
});
