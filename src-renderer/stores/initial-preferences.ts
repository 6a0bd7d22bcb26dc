import type { Preferences } from '#contract/model/preferences.ts';

/**
 * What holds until the stored preferences arrive. The contract's own defaults stand beside their schema, and importing
 * that value would put the schema library into the page; a test holds the two equal.
 */
export const initialPreferences: Preferences = {
  theme: 'system',
  density: 'cozy',
  palette: 'west',
  confirm: { entry: true, exit: true, replace: true },
  timeZone: 'ET',
  profileId: 'practice',
  plans: {},
  keep: { readingsDays: null, signalsDays: null },
  strategies: {},
  views: {},
};
