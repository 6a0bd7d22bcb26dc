import { expect, it } from 'vitest';
import type { ExitPlan, PlanRow } from '#contract/model/exit.ts';
import { demoExitPlan } from '#renderer/gallery/demo-desk.ts';
import { exitChanges } from '#renderer/stores/exit-changes.ts';

const planBefore = demoExitPlan('131');
const changes = (changed: Partial<ExitPlan>) => exitChanges(planBefore, { ...planBefore, ...changed });
const [first, ...others] = planBefore.rows;
if (first === undefined) throw new Error('the demo plan has rows');
const orderRow = (quantity: string): PlanRow => ({
  ...first,
  what: {
    code: 'exit.order',
    action: 'STC',
    quantity,
    symbol: 'AAPL',
    kind: 'market',
    price: null,
    replaces: null,
  },
});

it('names rows that are new, gone, or of another size', () => {
  expect(changes({ rows: [...planBefore.rows, { ...first, symbol: 'KO' }] })).toEqual([
    'New: KO: Close at market (flatten).',
  ]);
  expect(changes({ rows: others })).toEqual(['No longer: AAPL: Close at market (flatten).']);
  expect(changes({ rows: [{ ...first, size: '60' }, ...others] })).toEqual([
    'AAPL: Close at market (flatten): size 100 before, 60 now.',
  ]);
});

it('shows both quantities of an order whose quantity changed', () => {
  const [line] = exitChanges({ ...planBefore, rows: [orderRow('100')] }, { ...planBefore, rows: [orderRow('60')] });
  expect(line).toMatch(/^AAPL: .*60 AAPL at market\. Before: .*100 AAPL at market\.$/);
});

it('shows the text of a new check, and has a text if nothing visible changed', () => {
  const check = { code: 'killed', level: 'warn', text: 'Kill is on.', field: null } as const;
  expect(changes({ checks: [check] })).toEqual(['Kill is on.']);
  expect(changes({})).toEqual(['The steps are the same; an order id or a price in them changed.']);
});
