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

/** Palette commands of every page: pages, strategies, appearance, refresh. */
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
  const appearance: readonly PaletteAction[] = [
    appearanceAction('Dark theme', () => preferences.set({ theme: 'dark' })),
    appearanceAction('Light theme', () => preferences.set({ theme: 'light' })),
    appearanceAction('System theme', () => preferences.set({ theme: 'system' })),
    appearanceAction('Compact rows', () => preferences.set({ density: 'compact' })),
    appearanceAction('Normal rows', () => preferences.set({ density: 'cozy' })),
    appearanceAction('Large rows', () => preferences.set({ density: 'roomy' })),
  ];
  const refresh: PaletteAction = {
    id: 'data.read',
    label: 'Refresh this page',
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
  return [...pages, help, ...choices, refresh, ...appearance];
}

function appearanceAction(label: string, set: () => Promise<void>): PaletteAction {
  return { id: `look.${label}`, label, group: 'Appearance', run: () => void set() };
}
