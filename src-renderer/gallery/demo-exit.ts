import type { ExitPlan, ExitProgress, ExitRequest, ExitStepState, UnfinishedExit } from '#contract/model/exit.ts';
import { stepRows } from '#renderer/orders/positions/exit-lines.ts';
import { demoNow } from './demo-clock.ts';
import { demoExitPlan } from './demo-desk.ts';
import type { DemoOptions } from './demo-options.ts';

type Step = ExitPlan['steps'][number];
const step = (id: string, kind: Step['kind'], text: string, newRisk = false): Step => ({
  id,
  kind,
  text,
  requests: 1,
  newRisk,
});

/** The plan for the requested kind of exit of a demo position. */
export function demoExitFor(request: ExitRequest): ExitPlan {
  const flattenPlan = demoExitPlan(request.systemId);
  if (request.kind === 'flatten' || request.kind === 'resume') return flattenPlan;
  const singlePlan = { ...flattenPlan, kind: request.kind, positions: 1, cancels: 0 };
  const planOf = (summary: string, ...steps: Step[]): ExitPlan => ({
    ...singlePlan,
    summary,
    steps,
    rows: stepRows({ steps: steps.map(({ id, text }) => ({ id, text, state: 'waiting', note: '' })) }, []),
    requests: steps.length,
    seconds: steps.length,
  });
  switch (request.kind) {
    case 'close':
      return planOf('Sell to close: 90 → 0 JPM', step('1', 'order', 'STC 90 JPM MKT DAY'));
    case 'scale-out':
      return planOf('Sell to close: 90 → 45 JPM', step('1', 'order', 'STC 45 JPM MKT DAY'));
    case 'reverse':
      return planOf(
        'Reverse: 90 → −90 JPM',
        step('1', 'cancel', 'Cancel 1 of 1 (stop)'),
        step('2', 'order', 'Sell to close 90 JPM at market, then open 90 the other way when that is filled', true),
      );
    case 'protect':
      return planOf('Protect 90 JPM', step('1', 'order', `STC 90 JPM STP ${request.stop} GTC`));
    case 'keep-overnight':
      return planOf('Keep the stop of CAT overnight', step('1', 'order', 'BTC 40 CAT STP 351.25 GTC'));
    case 'trim':
      return planOf('Cancel exits that exceed the CAT position by 40', step('1', 'cancel', 'Cancel BTC 40 CAT'));
  }
}

/** The progress of the panic plan, in the format of core. */
export function demoProgress(systemId: string, exit: DemoOptions['exit']): ExitProgress | null {
  if (exit === 'none' || exit === 'outdated' || exit === 'interrupted') return null;
  const { planId, kind, steps } = demoExitPlan(systemId);
  const states: readonly ExitStepState[] =
    exit === 'running'
      ? ['done', 'done', 'running', 'waiting', 'waiting']
      : ['done', 'done', exit === 'flat' ? 'done' : 'unclear', 'done', exit === 'flat' ? 'done' : 'skipped'];
  return {
    planId,
    kind,
    systemId,
    state: exit === 'running' ? 'running' : exit === 'flat' ? 'done' : 'incomplete',
    startedAt: demoNow - 9,
    endedAt: exit === 'running' ? null : demoNow,
    steps: steps.map(({ id, text }, index) => ({
      id,
      text,
      state: states[index] ?? 'waiting',
      note: states[index] === 'unclear' ? 'No answer. The orders are read again.' : '',
    })),
    verifiedFlatAt: exit === 'flat' ? demoNow : null,
    residue: exit === 'residue' ? ['Short 2 @ESH6: its market is closed until 18:00 ET'] : [],
  };
}

/** A partial close that an earlier run of the program did not finish, in the format of core. */
export function demoUnfinishedExit(systemId: string, exit: DemoOptions['exit']): UnfinishedExit | null {
  if (exit !== 'interrupted') return null;
  return {
    runId: '0b1e4d6c-93a7-4f52-8c1d-5a2f7e90b384',
    kind: 'scale-out',
    systemId,
    startedAt: demoNow - 90,
    steps: [{ id: '1', text: 'Sell to close 45 JPM at market', state: 'running', note: '' }],
    cannotResume: { code: 'exit.plan-again' },
  };
}
