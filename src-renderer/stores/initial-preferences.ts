import type { Preferences } from '#contract/model/preferences.ts';

/**
 * The preferences until the stored ones arrive. The defaults of the contract are in the module of
 * its schema, and importing them would load the schema library into the page. A test checks that
 * both are equal.
 */
export const initialPreferences: Preferences = {
  theme: 'system',
  density: 'cozy',
  palette: 'west',
  confirm: { entry: true, exit: true, replace: true },
  requireRehearsal: true,
  subscriberNotices: false,
  timeZone: 'ET',
  profileId: 'practice',
  plans: {},
  keep: { readingsDays: null, signalsDays: null },
  strategies: {},
  views: {},
};
