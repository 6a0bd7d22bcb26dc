import { expect, it } from 'vitest';
import type { AutoTradeLink, AutoTradeRequest } from '#contract/model/autotrade.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { planAutoTrade } from '#core/autotrade/plan-autotrade.ts';
import type { PlanFacts } from '#core/autotrade/plan-facts.ts';
import { copySettings as settings } from '#tests/fixtures/copy-settings.ts';

const facts: PlanFacts = {
  ...{ now: 1_800_000_000_000, personId: null, isWithoutSubscription: false, strategy: undefined },
  ...{ link: null, list: null, choice: undefined, positions: [], positionsReadAt: null, brokersReadAt: null },
  before: { accountGuid: 'G1', isListed: true, settings: null, pending: [] },
  trades: { withFills: [], unread: [] },
  ...{ isUnrehearsed: false, copiedSince: null },
};
const copy = { systemId: '7', personId: null, brokerCode: 'MAPLE' };
const requests: readonly AutoTradeRequest[] = [
  { kind: 'start', ...copy, settings },
  { kind: 'change', ...copy, settings },
  { kind: 'stop', ...copy, leave: false },
];
const digestOf = (request: AutoTradeRequest, before: Partial<PlanFacts['before']> = {}): string =>
  planAutoTrade('plan', request, { ...facts, before: { ...facts.before, ...before } }).digest;

it.each(requests)('a plan of a $kind stays current while the list of brokers only gets older', (request) => {
  expect(digestOf(request, { isListed: false })).toBe(digestOf(request));
});

it.each(requests)('a plan of a $kind is outdated by another account or other settings', (request) => {
  const digests = [{}, { accountGuid: 'G2' }, { settings }, { pending: [settings] }].map((one) =>
    digestOf(request, one),
  );
  expect(new Set(digests).size).toBe(digests.length);
});

it('a change says which settings it does not send: those that are the same, or empty limits', () => {
  const changesOf = (before: typeof settings | null) =>
    planAutoTrade(
      'plan',
      { kind: 'change', ...copy, settings },
      { ...facts, before: { ...facts.before, settings: before } },
    )
      .settings.filter(({ field }) => ['scalingPercentage', 'max_units_futures'].includes(field))
      .map(({ change }) => change);
  expect(changesOf(null)).toEqual(['sent', 'kept']);
  expect(changesOf({ ...settings, scalingPercentage: 60 })).toEqual(['changed', 'same']);
});

it.each<readonly [boolean, number | null]>([
  [false, 0],
  [false, 60],
  [true, 61],
  [true, null],
  // The clock was set back after the reading, which may therefore be of any age.
  [true, -600],
])('a plan warns of old positions: %s, for positions read %s seconds before the plan', (isOld, age) => {
  const positionsReadAt = age === null ? null : facts.now / 1000 - age;
  const { checks } = planAutoTrade('plan', { kind: 'start', ...copy, settings }, { ...facts, positionsReadAt });
  expect(checks.some(({ code }) => code === 'positions-old')).toBe(isOld);
});

const held: OpenPosition = {
  ...{ id: '5', systemId: '7', symbol: 'AAPL', description: 'Apple', instrument: 'stock', side: 'long' },
  ...{ quantity: '100', averagePrice: '190', profit: null, pointValue: '1', openedAt: 1, tradeIds: [] },
};

it('the plan of a stop that leaves positions has no values if the settings are unknown', () => {
  const request = { kind: 'stop', ...copy, leave: true } as const;
  const plan = planAutoTrade('plan', request, { ...facts, positions: [held] });
  expect(plan.positions).toMatchObject([{ symbol: 'AAPL', before: null, after: null, delta: '0', value: null }]);
  expect(plan.value).toBeNull();
  const closing = planAutoTrade('plan', { ...request, leave: false }, { ...facts, positions: [held] });
  expect(closing).toMatchObject({ value: '0', positions: [{ before: null, after: '0' }] });
});

it.each([
  ['is not known if the limit of its type is empty and so not sent', settings, null],
  ['is known with a limit', { ...settings, maxUnits: { ...settings.maxUnits, future: 10 } }, '10'],
  ['is known if its type is switched off', { ...settings, enabled: { ...settings.enabled, future: false } }, '0'],
])('after a change of unknown settings the copy %s', (_, changed, after) => {
  const future: OpenPosition = { ...held, symbol: '@ESU6', instrument: 'future' };
  const plan = planAutoTrade('plan', { kind: 'change', ...copy, settings: changed }, { ...facts, positions: [future] });
  expect(plan.positions).toMatchObject([{ before: null, after, delta: null }]);
  expect(plan.positions[0]?.value === null).toBe(after === null);
});

it.each<readonly [string, Partial<OpenPosition>]>([
  ['has no price', { averagePrice: null }],
  ['is a future without a point value', { symbol: '@ESH7', instrument: 'future', pointValue: null }],
  ['is in another currency', { symbol: 'USDJPY', instrument: 'forex', pointValue: '10000' }],
])('the plan of a start has no total if a copied position %s', (_name, changes) => {
  const request = { kind: 'start', ...copy, settings } as const;
  const totalOf = (...positions: OpenPosition[]) => planAutoTrade('plan', request, { ...facts, positions }).value;
  expect(totalOf(held)).not.toBeNull();
  expect(totalOf(held, { ...held, id: '6', ...changes })).toBeNull();
});

it('the plan of a stop does not count positions that were never read', () => {
  const request = { kind: 'stop', ...copy, leave: false } as const;
  const textOf = (positionsReadAt: number | null) =>
    planAutoTrade('plan', request, { ...facts, positionsReadAt }).checks.find(({ code }) => code === 'stop')?.text;
  expect(textOf(facts.now / 1000)).toEqual({ code: 'autotrade.stop-closes', positions: 0 });
  expect(textOf(null)).toEqual({ code: 'autotrade.positions-old', seconds: null });
});

const link: AutoTradeLink = {
  ...{ ...copy, brokerName: 'Maple', state: 'start-absent', accountGuid: null, accountEnd: null },
  ...{ settings: null, pending: null, isSettingsKnown: false, changedAt: 1_799_999_000, seenAt: null },
  ...{ brokersReadAt: null, positionsLeft: [], openIntentId: null, isOutcomeUnprovable: false },
};
const openIntentId = '11111111-1111-4111-8111-111111111111';

it.each<readonly [string, Partial<AutoTradeLink>, number | null]>([
  ['was not found', {}, null],
  ['has no answer', { state: 'start-unknown', openIntentId }, link.changedAt],
  ['was followed by a stop without an answer', { state: 'stop-unknown', openIntentId }, link.changedAt],
])('a second start after one that %s has a warning that must be confirmed', (_, changes, at) => {
  const secondLink = { ...link, ...changes };
  const checksOf = (request: AutoTradeRequest) =>
    planAutoTrade('plan', request, { ...facts, link: secondLink }).checks.filter(({ code }) => code === 'open-act');
  expect(checksOf({ kind: 'start', ...copy, settings })).toEqual([
    { code: 'open-act', level: 'warn', text: { code: 'autotrade.open-act', state: secondLink.state, at }, field: null },
  ]);
  // A stop only reduces, so it is not asked about.
  expect(checksOf({ kind: 'stop', ...copy, leave: false }).every(({ level }) => level === 'note')).toBe(true);
});
