import type { Snippet } from 'svelte';

/** A panel of a dockable workspace and its default position. */
export type WorkspacePanel = {
  readonly id: string;
  readonly title: string;
  readonly body: Snippet;
  /** Position relative to another panel. Absent for the first panel. */
  readonly place?: { readonly of: string; readonly side: 'left' | 'right' | 'above' | 'below' | 'within' };
  /** Default width in CSS px. */
  readonly width?: number;
  readonly height?: number;
  readonly minWidth?: number;
  readonly minHeight?: number;
};
