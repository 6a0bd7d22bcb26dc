// No schema is imported here: the window uses this file and needs no validator.
import type { Preferences } from './model/preferences.ts';

/**
 * Returns the preferences after a change. In members that are keyed by name (`strategies`, `views`)
 * only the entries in the change are replaced, so that a window writes its own changes and never
 * overwrites those of another window with older values. An empty text deletes a view.
 */
export function withChange(before: Preferences, change: Partial<Preferences>): Preferences {
  const views = Object.entries({ ...before.views, ...change.views }).filter(([, text]) => text !== '');
  return {
    ...before,
    ...change,
    strategies: { ...before.strategies, ...change.strategies },
    views: Object.fromEntries(views),
  };
}
