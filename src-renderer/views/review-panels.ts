import type { WorkspacePanel } from '#renderer/ui/workspace-panel.ts';

type Body = WorkspacePanel['body'];

const names = {
  equity: 'Equity',
  performance: 'Performance',
  history: 'Time machine',
  trades: 'Trades',
  day: 'Day',
} as const;

/** The default layout of the Review workspace: charts above, lists below. */
export function reviewPanels(bodies: Readonly<Record<keyof typeof names, Body>>): readonly WorkspacePanel[] {
  const upperSizes = { minHeight: 240, minWidth: 420 };
  const lowerSizes = { minHeight: 160, minWidth: 420 };
  const panel = (id: keyof typeof names) => ({ id, title: names[id], body: bodies[id] });
  return [
    { ...panel('equity'), ...upperSizes },
    { ...panel('performance'), ...upperSizes, place: { of: 'equity', side: 'within' } },
    { ...panel('history'), ...upperSizes, place: { of: 'equity', side: 'within' } },
    { ...panel('trades'), ...lowerSizes, height: 220, place: { of: 'equity', side: 'below' } },
    { ...panel('day'), ...lowerSizes, place: { of: 'trades', side: 'within' } },
  ];
}
