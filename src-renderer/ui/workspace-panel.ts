import type { Snippet } from 'svelte';

/** A panel of a dockable workspace, and where it stands until the trader moves it. */
export type WorkspacePanel = {
  readonly id: string;
  readonly title: string;
  readonly body: Snippet;
  /** Beside which panel, and on which side of it; absent for the first. */
  readonly place?: { readonly of: string; readonly side: 'left' | 'right' | 'above' | 'below' | 'within' };
  /** CSS px at first. */
  readonly width?: number;
  readonly height?: number;
  readonly minWidth?: number;
  readonly minHeight?: number;
};
