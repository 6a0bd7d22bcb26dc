import type { App } from './app-context.ts';

/**
 * The time of the shown data, in Unix seconds: now, or when the shown review bundle was made. When
 * a bundle is closed, the status changes a moment before `openBundle` does.
 */
export const dataTime = ({ bundle, clock, status }: Pick<App, 'bundle' | 'clock' | 'status'>): number =>
  (status.readOnlyBecause === null ? null : bundle.openBundle)?.madeAt ?? clock.now;
