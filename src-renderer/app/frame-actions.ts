import type { PaletteAction } from '#renderer/stores/actions-store.svelte.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { routes } from '#renderer/stores/router-store.svelte.ts';
import { watchedDatasets } from './watched-datasets.ts';

const pageNames = {
  trade: 'Trade',
  review: 'Review',
  strategies: 'Strategies',
  activity: 'Activity',
  settings: 'Settings',
} as const;

/** What the palette can do everywhere: pages, strategies, looks, reading again. */
export function frameActions(
  { preferences, router, strategies, strategy }: App,
  showShortcuts: () => void,
): readonly PaletteAction[] {
  const pages = routes.map((route, index): PaletteAction => ({
    id: `go.${route}`,
    label: pageNames[route],
    group: 'Go to',
    keys: `Alt ${index + 1}`,
    run: () => router.go(route),
  }));
  const choices = strategies.list.map((one): PaletteAction => ({
    id: `strategy.${one.systemId}`,
    label: one.name,
    group: 'Strategy',
    run: () => strategy.choose(one.systemId),
  }));
  const looks: readonly PaletteAction[] = [
    look('Dark theme', () => preferences.set({ theme: 'dark' })),
    look('Light theme', () => preferences.set({ theme: 'light' })),
    look('Theme of the system', () => preferences.set({ theme: 'system' })),
    look('Compact rows', () => preferences.set({ density: 'compact' })),
    look('Cozy rows', () => preferences.set({ density: 'cozy' })),
    look('Roomy rows', () => preferences.set({ density: 'roomy' })),
  ];
  const read: PaletteAction = {
    id: 'data.read',
    label: 'Read this page again',
    group: 'Data',
    run: () => void strategy.refresh(...watchedDatasets[router.route]),
  };
  const help: PaletteAction = {
    id: 'help.shortcuts',
    label: 'Keyboard shortcuts',
    group: 'Go to',
    keys: 'F1',
    run: showShortcuts,
  };
  return [...pages, help, ...choices, read, ...looks];
}

function look(label: string, set: () => Promise<void>): PaletteAction {
  return { id: `look.${label}`, label, group: 'Appearance', run: () => void set() };
}
