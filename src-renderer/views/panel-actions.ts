import type { PaletteAction } from '#renderer/stores/actions-store.svelte.ts';
import type { WorkspacePanel } from '#renderer/ui/workspace-panel.ts';

/** Palette commands that show each tab of a page, so that no mouse is needed. */
export const panelActions = (
  page: string,
  panels: readonly WorkspacePanel[],
  show: (id: string) => void,
): readonly PaletteAction[] =>
  panels.map(({ id, title }) => ({
    id: `panel.${id}`,
    label: `${page}: ${title}`,
    group: 'Go to',
    run: () => show(id),
  }));
