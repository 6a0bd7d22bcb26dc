import type { App } from './app-context.ts';

/**
 * The time of the shown data, in Unix seconds: now, or when the shown review bundle was made. The
 * status shows the own desk again a moment before the bundle is known to be closed.
 */
export const dataTime = ({ bundle, clock, status }: Pick<App, 'bundle' | 'clock' | 'status'>): number =>
  (status.readOnlyBecause === null ? null : bundle.openBundle)?.madeAt ?? clock.now;
