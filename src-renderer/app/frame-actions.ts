import type { PaletteAction } from '#renderer/stores/actions-store.svelte.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { routes, type Route } from '#renderer/stores/router-store.svelte.ts';
import { chordText } from '#renderer/ui/chord-text.ts';
import { keyRows } from '#renderer/ui/keyboard-map.ts';
import { watchedDatasets } from './watched-datasets.ts';

const isRoute = (action: string): action is Route => routes.some((route) => route === action);

/** The palette commands for pages, strategies, appearance and refresh. Every page has them. */
export function frameActions(app: App, showShortcuts: () => void): readonly PaletteAction[] {
  const { preferences, router, status, strategies, strategy } = app;
  const target: PaletteAction = {
    id: 'go.target',
    label: 'Target portfolio…',
    group: 'Go to',
    keys: 'Alt+G',
    run: () => showTarget(app),
  };
  const pages = keyRows('Everywhere').flatMap(({ action, chord, label }): PaletteAction[] =>
    isRoute(action) && (action !== 'people' || status.isPlatform)
      ? [{ id: `go.${action}`, label, group: 'Go to', keys: chordText(chord), run: () => router.go(action) }]
      : [],
  );
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
  return [...pages, target, ...pageActions(app), help, ...choices, refresh, ...appearance];
}

/** Actions of other pages: each opens the page and runs the action there. */
function pageActions({ actions, router, status }: App): readonly PaletteAction[] {
  const strategyActions = [
    { id: 'strategies.new', label: 'New strategy…', route: 'strategies', group: 'Strategy' },
    { id: 'strategies.subscribers', label: 'Subscribers…', route: 'strategies', group: 'Strategy' },
  ] as const;
  const personActions = [{ id: 'person.change', label: 'My profile…', route: 'settings', group: 'Go to' }] as const;
  return [...strategyActions, ...(status.profile?.platformId == null ? personActions : [])]
    .filter(({ route }) => route !== router.route)
    .map(({ id, label, route, group }) => ({
      id: `go.${id}`,
      label,
      group,
      run: () => {
        router.go(route);
        actions.runWhenAdded(id);
      },
    }));
}

/** Brings the target editor to the front, with the focus in its table. */
export function showTarget({ router, targetDraft }: App): void {
  router.go('trade');
  targetDraft.setEditorRequested(true);
}

function appearanceAction(label: string, set: () => Promise<void>): PaletteAction {
  return { id: `look.${label}`, label, group: 'Appearance', run: () => void set() };
}
