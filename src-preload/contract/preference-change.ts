// No schema is imported here: the window uses this, and has no use for a validator.
import type { Preferences } from './model/preferences.ts';

/**
 * Preferences after a change. Of what is kept by name (`strategies`, `views`) only the names in the change are replaced:
 * each window writes what it changed, and never an older state of what another one did. An empty text is one given up.
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
