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
  const above = { minHeight: 240, minWidth: 420 };
  const below = { minHeight: 160, minWidth: 420 };
  const panel = (id: keyof typeof names) => ({ id, title: names[id], body: bodies[id] });
  return [
    { ...panel('equity'), ...above },
    { ...panel('performance'), ...above, place: { of: 'equity', side: 'within' } },
    { ...panel('history'), ...above, place: { of: 'equity', side: 'within' } },
    { ...panel('trades'), ...below, height: 220, place: { of: 'equity', side: 'below' } },
    { ...panel('day'), ...below, place: { of: 'trades', side: 'within' } },
  ];
}
