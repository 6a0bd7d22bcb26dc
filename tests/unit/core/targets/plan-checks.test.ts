import { expect, it } from 'vitest';
import type { RiskCaps } from '#contract/model/risk.ts';
import type { TargetLine } from '#contract/model/target-plan.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { planTarget } from '#core/targets/plan-target.ts';
import type { TargetFacts } from '#core/targets/target-facts.ts';
import { fixed } from '#rules/decimal.ts';
import { words } from '#renderer/messages/words.ts';
import { factsOf, position } from './target-facts.ts';

const now = 1_772_461_800_000;
const book = new Map([
  ['KO', 100],
  ['PEP', -50],
]);
const line = (symbol: string, quantity: string): TargetLine => ({
  symbol,
  instrument: 'stock',
  quantity,
  price: '10',
});

/** The median value of a trade is 500 dollars. The largest total held at one time is 2,500. */
const usual = { median: fixed('500'), maxGross: fixed('2500') };

/** The checks that compare with the usual sizes. */
function sizeChecks(lines: readonly TargetLine[], changes: Partial<TargetFacts> = {}): unknown[] {
  const facts = { ...factsOf(book, now), usual, ...changes };
  const { checks } = planTarget('plan', { kind: 'list', systemId: '1', lines: [...lines] }, facts);
  return checks
    .filter(({ code }) => code === 'large-line' || code === 'over-usual')
    .map(({ level, text }) => ({ level, text }));
}
const largeLineWarning = (...positions: (readonly [string, string])[]) => ({
  level: 'warn',
  text: {
    code: 'target.large-line',
    positions: positions.map(([symbol, value]) => ({ symbol, value })),
    median: '500',
  },
});
const totalWarning = (gross: string) => ({ level: 'warn', text: { code: 'target.over-usual', gross, most: '2500' } });

it('warns of a line of more than five times the median, long or short', () => {
  const unchangedLines = [line('KO', '='), line('PEP', '=')];
  expect(sizeChecks([...unchangedLines, line('XOM', '250')], { usual: { ...usual, maxGross: null } })).toEqual([]);
  const largeLines = [...unchangedLines, line('XOM', '251'), line('GLD', '-300')];
  expect(sizeChecks(largeLines, { usual: { ...usual, maxGross: null } })).toEqual([
    largeLineWarning(['XOM', '2510'], ['GLD', '3000']),
  ]);
});

it('warns of a large held line only if it grows or changes its side', () => {
  const heldFacts = { ...factsOf(new Map([['KO', 900]]), now), usual };
  for (const quantity of ['=', '900', '300'])
    expect(sizeChecks([line('KO', quantity)], { positions: heldFacts.positions })).toEqual([]);
  expect(sizeChecks([line('KO', '901')], { positions: heldFacts.positions })).toEqual([
    largeLineWarning(['KO', '9010']),
    totalWarning('9010'),
  ]);
  // A line on the other side opens a new position.
  expect(sizeChecks([line('KO', '-300')], { positions: heldFacts.positions })).toEqual([
    largeLineWarning(['KO', '3000']),
  ]);
});

it('warns if the list raises the total value above the largest one so far', () => {
  const lines = (xom: string) => [line('KO', '='), line('PEP', '='), line('XOM', xom)];
  // 1,000 long and 500 short are held.
  expect(sizeChecks(lines('100'))).toEqual([]);
  expect(sizeChecks(lines('101'))).toEqual([totalWarning('2510')]);
  expect(sizeChecks(lines('-101'))).toEqual([totalWarning('2510')]);
  const { positions } = factsOf(new Map([['KO', 400]]), now);
  expect(sizeChecks([line('KO', '399')], { positions })).toEqual([]);
});

it('does not warn without enough trades to know the usual sizes, or for a flat target', () => {
  const lines = [line('XOM', '9000')];
  expect(sizeChecks(lines, { usual: { median: null, maxGross: null } })).toEqual([]);
  const facts = { ...factsOf(book, now), usual: { median: fixed('1'), maxGross: fixed('1') } };
  const { checks } = planTarget('plan', { kind: 'flat', systemId: '1' }, facts);
  expect(checks.map(({ code }) => code)).toEqual(['holds-nothing', 'locks-entry']);
});

it('blocks a plan if its readings are in the future, because the clock was set back', () => {
  const futureReadings = { positionsReadAt: now / 1000 + 600, ordersReadAt: now / 1000 + 600 };
  const codesOf = (changes: Partial<TargetFacts>): readonly string[] => {
    const facts = { ...factsOf(book, now), usual, ...changes };
    const { checks } = planTarget('plan', { kind: 'list', systemId: '1', lines: [line('KO', '100')] }, facts);
    return checks.filter(({ level }) => level === 'block').map(({ code }) => code);
  };
  expect(codesOf(futureReadings)).toEqual(expect.arrayContaining(['positions-old', 'orders-old']));
  expect(codesOf({})).not.toContain('positions-old');
});

it('names an option as it is held, however many zeros its strike was typed with', () => {
  const option = (symbol: string, quantity: string): TargetLine => ({ symbol, instrument: 'option', quantity });
  const held = { ...position('SPY2619C400', 3), instrument: 'option' as const };
  const facts = { ...factsOf(new Map(), now), positions: [held] };
  const planned = (...lines: TargetLine[]) => {
    const { checks, rows } = planTarget('plan', { kind: 'list', systemId: '1', lines }, facts);
    return {
      rows: rows.map(({ symbol, target }) => [symbol, target]),
      warnsOfLeftOut: checks.some(({ code }) => code === 'left-out'),
    };
  };
  expect(planned(option('spy2619c400.00', '='))).toEqual({ rows: [['SPY2619C400', '3']], warnsOfLeftOut: false });
  // The zeros of an option that is not held are removed, as the platform does.
  expect(planned(option('SPY2619C400', '='), option('SPY2619C12.50', '1')).rows).toContainEqual(['SPY2619C12.5', '1']);
  expect(planned(option('SPY2619C400', '='), option('SPY2619C30.0', '1')).rows).toContainEqual(['SPY2619C30', '1']);
});

it('blocks an entry of the list that exceeds the limits for one order or those of the account', () => {
  const caps: RiskCaps = { ...defaultCaps, perOrder: { quantity: '100', value: '900' } };
  const margin = { buyPower: null, cash: null, equity: null, marginUsed: null, updatedText: '' };
  const blocks = (lines: readonly TargetLine[], changes: Partial<TargetFacts>): unknown[] => {
    const { positions } = factsOf(new Map([['KO', 900]]), now);
    const facts = { ...factsOf(book, now), positions, ...changes };
    const { checks } = planTarget('plan', { kind: 'list', systemId: '1', lines: [...lines] }, facts);
    return checks.flatMap(({ code, level, text }) => (level === 'block' ? [[code, words(text)]] : []));
  };
  expect(blocks([line('KO', '300'), line('XOM', '90')], { caps })).toEqual([]);
  expect(blocks([line('KO', '='), line('XOM', '91')], { caps })).toEqual([
    ['beyond-limits', 'XOM: Limit: $900 in one order.'],
  ]);
  expect(blocks([line('KO', '1001')], { caps: { ...caps, perOrder: { quantity: '100', value: null } } })).toEqual([
    ['beyond-limits', 'KO: Limit: a quantity of 100 in one order.'],
  ]);
  // What closes the other side is no entry.
  expect(blocks([line('KO', '-90')], { caps })).toEqual([]);
  const account = { margin: { ...margin, modelAccountValue: '100' } };
  expect(blocks([line('KO', '='), line('XOM', '40')], account)).toEqual([]);
  expect(blocks([line('KO', '='), line('XOM', '41')], account)).toHaveLength(1);
  expect(blocks([line('KO', '300')], account)).toEqual([]);
});

it.each([
  ['a stock at its value', line('XOM', '100'), '1', '999', 'The list needs $1,000 more'],
  [
    'a future at 8 % of it',
    { ...line('@ESM6', '1'), instrument: 'future' as const, price: '5000' },
    '50',
    '19999',
    '$20,000',
  ],
  ['a currency pair at 5 % of it', { ...line('EURUSD', '10'), instrument: 'forex' as const }, '10', '49', '$50'],
] as const)('compares with the buying power %s', (_what, entry, pointValue, buyPower, shown) => {
  const warnings = (power: string): string[] => {
    const none = { modelAccountValue: null, cash: null, equity: null, marginUsed: null };
    const margin = { ...none, buyPower: power, updatedText: '' };
    const facts = { ...factsOf(new Map(), now), margin, pointValue: () => pointValue };
    const { checks } = planTarget('plan', { kind: 'list', systemId: '1', lines: [entry] }, facts);
    return checks.flatMap(({ code, text }) => (code === 'over-buying-power' ? [words(text)] : []));
  };
  expect(warnings(buyPower)).toEqual([expect.stringContaining(shown)]);
  expect(warnings(String(Number(buyPower) + 1))).toEqual([]);
});
