import type { ExitPlan, ExitProgress, ExitStepState, PlanRow, TradingTime } from '#contract/model/exit.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { signedMoneyText } from '#renderer/format/money-text.ts';
import { timeText } from '#renderer/format/time-text.ts';
import { words } from '#renderer/messages/words.ts';
import type { MarkWords, PlanCell, PlanColumn, PlanMark } from '#renderer/plan/plan-table.ts';

/** A row of an exit plan, with the progress of its step while the plan runs. */
export type ExitLine = PlanRow & {
  readonly mark: PlanMark | null;
  readonly progress: ExitProgress['steps'][number] | null;
};

export const exitMarks: MarkWords = {
  '+': 'new order',
  '~': 'changes',
  '−': 'closes or cancels',
  '↔': 'reverses',
  '=': 'stays',
  '?': 'not known',
};

/**
 * The rows of the plan, and a row for each step that was added during its run. Without a plan there
 * are no marks. If a step has several rows, the first shows its progress.
 */
export function exitLines(plan: ExitPlan | null, steps: ExitProgress['steps'] = []): ExitLine[] {
  const rows = stepRows({ steps }, plan?.rows ?? []);
  return rows.map((row, index) => ({
    ...row,
    mark: markOf(row, plan),
    progress: rows[index - 1]?.step === row.step ? null : (steps.find(({ id }) => id === row.step) ?? null),
  }));
}

/** The rows of a plan, and a row for each further step. */
export function stepRows({ steps }: Pick<ExitProgress, 'steps'>, planned: readonly PlanRow[]): PlanRow[] {
  const shown = new Set(planned.map(({ step }) => step));
  const added = steps.filter(({ id }) => !shown.has(id)).map(({ id, text }) => plainRow(id, text));
  return [...planned, ...added];
}

const plainRow = (step: string, what: PlanRow['what']): PlanRow => ({
  step,
  symbol: null,
  what,
  size: null,
  profit: null,
  canceledStopQuantity: null,
  tradingTime: null,
  requests: 0,
  seconds: 0,
  newRisk: false,
});

/**
 * The mark of an order step, by the kind of its plan. In a plan of a kind that is not listed here,
 * the order closes a position: `−`.
 */
const orderMarks: Readonly<Record<string, PlanMark>> = {
  protect: '+',
  'scale-out': '~',
  'keep-overnight': '~',
  trim: '~',
};

function markOf({ step }: PlanRow, plan: ExitPlan | null): PlanMark | null {
  if (plan === null) return null;
  if (step === '') return '=';
  const plannedStep = plan.steps.find(({ id }) => id === step);
  if (plannedStep?.newRisk === true) return '↔';
  switch (plannedStep?.kind) {
    case 'order':
      return orderMarks[plan.kind] ?? '−';
    case 'flat-list':
    case 'cancel':
      return '−';
    case 'stop-list':
      return '~';
    case 'read':
    case undefined:
      return null;
  }
}

const stateCells: Readonly<Record<ExitStepState, PlanCell>> = {
  waiting: { text: 'waiting' },
  running: { text: 'now' },
  done: { text: 'done', tone: 'good' },
  failed: { text: 'failed', tone: 'danger' },
  unclear: { text: 'unclear', tone: 'danger' },
  skipped: { text: 'skipped' },
};

const planColumns: readonly PlanColumn<ExitLine>[] = [
  { title: 'Symbol', cell: ({ symbol }) => symbol ?? { text: '–', tone: 'muted' } },
  {
    title: 'What',
    look: 'words',
    cell: ({ what, newRisk, progress }) => ({
      text: words(what),
      remark: newRisk ? 'new risk' : null,
      note: progress === null || progress.note === '' ? null : words(progress.note),
    }),
  },
  { title: 'Size', look: 'figure', cell: ({ size }) => (size === null ? '' : decimalText(size)) },
  { title: 'P/L', look: 'figure', cell: ({ profit }) => (profit === null ? '' : signedMoneyText(profit)) },
  {
    title: 'Stop qty canceled',
    look: 'figure',
    cell: ({ canceledStopQuantity }) =>
      canceledStopQuantity === null ? '' : { text: decimalText(canceledStopQuantity), tone: 'warn' },
  },
  { title: 'Market', cell: ({ tradingTime }) => marketText(tradingTime) },
  {
    title: 'Requests',
    look: 'figure',
    cell: ({ requests, seconds }) => (requests === 0 ? '' : `${requests} · ${seconds} s`),
  },
];

/**
 * The columns of a plan. A plan that was started has a further column: the state of each step.
 */
export const exitColumns = (isStarted: boolean): readonly PlanColumn<ExitLine>[] =>
  isStarted ? [...planColumns, { title: 'State', cell: ({ progress }) => stateOf(progress) }] : planColumns;

const stateOf = (progress: ExitLine['progress']): string | PlanCell =>
  progress === null ? '' : stateCells[progress.state];

function marketText(tradingTime: TradingTime | null): string {
  if (tradingTime === null) return '';
  if (tradingTime.state === 'open') return 'open';
  return tradingTime.state === 'closed'
    ? `opens ${timeText(tradingTime.opensAt, 'ET').slice(0, 16)} ET`
    : 'not known: counts as closed';
}
