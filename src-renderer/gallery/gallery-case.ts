import type { App } from '#renderer/stores/app-context.ts';
import type { Route } from '#renderer/stores/router-store.svelte.ts';
import type { DemoOptions } from './demo-options.ts';

/** A gallery picture: its page, its state, and the actions before the picture is taken. */
export type GalleryCase = {
  readonly name: string;
  readonly route: Route;
  readonly options?: Partial<DemoOptions>;
  readonly prepare?: (app: App) => void;
  /** The panel to bring to the front. */
  readonly tab?: string;
  /** Accessible names of buttons to press, in order. */
  readonly press?: readonly string[];
  /** The label of a list, and the option to choose in it after the buttons were pressed. */
  readonly choose?: readonly [label: string, option: string];
};
