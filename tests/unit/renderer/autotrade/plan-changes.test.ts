import { expect, it } from 'vitest';
import type { AutoTradePlan } from '#contract/model/autotrade.ts';
import { planChanges } from '#renderer/autotrade/wizard/plan-changes.ts';
import { demoPlan } from '#renderer/gallery/demo-autotrade.ts';

const planBefore = demoPlan({ kind: 'stop', systemId: '101', personId: null, brokerCode: 'HARBOR', leave: true });
const changes = (changed: Partial<AutoTradePlan>) => planChanges(planBefore, { ...planBefore, ...changed });

it('names a position that the strategy opened, changed or closed', () => {
  const [first, ...others] = planBefore.positions;
  if (first === undefined) throw new Error('the demo plan has positions');
  expect(changes({ positions: [...planBefore.positions, { ...first, symbol: 'KO' }] })).toEqual([
    'KO: the strategy holds it now (100).',
  ]);
  expect(changes({ positions: [{ ...first, strategyQuantity: '60' }, ...others] })).toEqual([
    'AAPL: the strategy held 100 and holds 60 now.',
  ]);
  expect(changes({ positions: others })).toEqual(['AAPL: the strategy no longer holds it.']);
});

it('names a planned quantity that changed, and a setting that is no longer certain', () => {
  const [first, ...others] = planBefore.positions;
  const [scaling, ...settings] = planBefore.settings;
  if (first === undefined || scaling === undefined) throw new Error('the demo plan has positions and settings');
  expect(changes({ positions: [{ ...first, after: '24' }, ...others] })).toEqual([
    'AAPL: the copy becomes 24 instead of 25.',
  ]);
  expect(changes({ positions: [{ ...first, after: null }, ...others] })).toEqual([
    'AAPL: the planned quantity of the copy was 25 and is not known now.',
  ]);
  expect(changes({ settings: [{ ...scaling, change: 'sent' }, ...settings] })).toEqual([
    'scalingPercentage: 40 is no longer certain.',
  ]);
});

it('names a setting that changed, or is no longer known', () => {
  const [scaling, ...others] = planBefore.settings;
  if (scaling === undefined) throw new Error('the demo plan has settings');
  expect(changes({ settings: [{ ...scaling, before: '50' }, ...others] })).toEqual([
    'scalingPercentage: it was 40 and is 50 now.',
  ]);
  expect(changes({ settings: [{ ...scaling, before: null, change: 'sent' }, ...others] })).toEqual([
    'scalingPercentage: it was 40 and is not known now.',
  ]);
});

it('shows the text of a new check, for example that a limit cannot be removed', () => {
  const text = { code: 'autotrade.limit-removed', fields: ['max_dollars_stocks'] } as const;
  const check = { code: 'limit-removed', level: 'block', text, field: 'max_dollars_stocks' } as const;
  expect(changes({ checks: [...planBefore.checks, check] })).toEqual([
    'A limit can be changed but not removed: max_dollars_stocks. Set a higher limit, or stop AutoTrade and start it again.',
  ]);
});

it('does not name a new price, and has a general text if there is no change to name', () => {
  const positions = planBefore.positions.map((row) => ({ ...row, price: null, value: null }));
  expect(changes({ positions })).toEqual(['The copy or the broker list changed.']);
});
