import type { App } from '#renderer/stores/app-context.ts';
import type { Route } from '#renderer/stores/router-store.svelte.ts';
import type { DemoOptions } from './demo-options.ts';

/** A picture: which page, in which state, and what was done before it is taken. */
export type GalleryCase = {
  readonly name: string;
  readonly route: Route;
  readonly options?: Partial<DemoOptions>;
  readonly act?: (app: App) => void;
  /** The panel brought to the front. */
  readonly tab?: string;
  /** Accessible names of buttons pressed one after the other. */
  readonly press?: readonly string[];
};
