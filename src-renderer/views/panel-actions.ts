import type { PaletteAction } from '#renderer/stores/actions-store.svelte.ts';
import type { WorkspacePanel } from '#renderer/ui/workspace-panel.ts';

/** Every tab of a page in the palette: a way to it without a mouse. */
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
