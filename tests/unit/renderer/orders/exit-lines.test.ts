import { expect, it } from 'vitest';
import { demoExitPlan } from '#renderer/gallery/demo-desk.ts';
import { demoExitFor } from '#renderer/gallery/demo-exit.ts';
import { exitColumns, exitLines } from '#renderer/orders/positions/exit-lines.ts';

const plan = demoExitPlan('131');
const position = { systemId: '131', positionId: 'JPM', duration: 'DAY' } as const;
const market = { kind: 'market' } as const;

it('marks what each step does; a step that only reads has no mark', () => {
  expect(exitLines(plan).map(({ mark }) => mark)).toEqual(['−', '−', '−', '−', null, '~']);
});

it('marks an order by the kind of its plan', () => {
  const lastMark = (request: Parameters<typeof demoExitFor>[0]) => exitLines(demoExitFor(request)).at(-1)?.mark;
  expect([
    lastMark({ ...position, kind: 'close', price: market }),
    lastMark({ ...position, kind: 'scale-out', price: market, amount: { percent: 50 } }),
    lastMark({ ...position, kind: 'protect', stop: '178', target: null }),
    lastMark({ kind: 'keep-overnight', systemId: '131', positionId: 'CAT' }),
    lastMark({ ...position, kind: 'reverse' }),
  ]).toEqual(['−', '~', '+', '~', '↔']);
});

it('marks an exit that a plan reduces as changed', () => {
  const reduced = demoExitFor({ ...position, kind: 'close', price: market });
  expect(exitLines({ ...reduced, kind: 'trim' }).at(-1)?.mark).toBe('~');
});

it('marks a position that remains', () => {
  const [row] = plan.rows;
  if (row === undefined) throw new Error('the demo plan has rows');
  expect(exitLines({ ...plan, rows: [{ ...row, step: '' }] })[0]?.mark).toBe('=');
});

it('shows the progress of a step once, and steps that were added while the plan ran', () => {
  const steps = [
    { id: '1', text: 'Close', state: 'done', note: 'Filled.' },
    { id: '9', text: 'Close JPM by an order', state: 'running', note: '' },
  ] as const;
  const lines = exitLines({ ...plan, rows: plan.rows.slice(0, 2) }, [...steps]);
  expect(lines.map(({ progress, what }) => [progress?.state, what])).toEqual([
    ['done', 'Close at market (flatten)'],
    [undefined, 'Close at market (flatten)'],
    ['running', 'Close JPM by an order'],
  ]);
  const texts = exitColumns(true).map(({ cell }) => lines.map((line) => cell(line)));
  expect(texts.at(-1)).toEqual([{ text: 'done', tone: 'good' }, '', { text: 'now' }]);
  expect(texts[1]?.[0]).toEqual({ text: 'Close at market (flatten)', remark: null, note: 'Filled.' });
  expect(exitColumns(false)).toHaveLength(texts.length - 1);
});
