import { beforeEach, expect, it, vi } from 'vitest';
import { Dock } from '#renderer/ui/dock.ts';
import { Slots } from '#renderer/ui/slots.ts';
import type { WorkspacePanel } from '#renderer/ui/workspace-panel.ts';

/** Reports changes as dockview does: once for all of them, in a microtask. */
const dockview = vi.hoisted(() => {
  let listener: (() => void) | null = null;
  let isQueued = false;
  const change = (): void => {
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(() => {
      isQueued = false;
      listener?.();
    });
  };
  return {
    change,
    api: {
      addPanel: change,
      clear: change,
      dispose: () => undefined,
      toJSON: () => ({ grid: 1 }),
      onDidLayoutChange: (receive: () => void) => {
        listener = receive;
        return { dispose: () => (listener = null) };
      },
    },
  };
});
vi.mock('dockview-core', () => ({ createDockview: () => dockview.api }));

const panels = ['ticket', 'orders'].map((id) => ({ id, title: id }) as WorkspacePanel);
let stored: string[];
let dock: Dock;

const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  stored = [];
  dock = new Dock({} as HTMLElement, panels, new Slots(), (layout) => stored.push(layout));
  return () => dock.dispose();
});

it('stores no layout while the default is shown, so a later version can change the default', async () => {
  dock.open(null);
  await settle();
  expect(stored).toEqual([]);
});

it('stores the layout once the trader changes it', async () => {
  dock.open(null);
  await settle();
  dockview.change();
  await settle();
  expect(stored).toEqual([JSON.stringify({ panels: 'orders ticket', dock: { grid: 1 } })]);
});
