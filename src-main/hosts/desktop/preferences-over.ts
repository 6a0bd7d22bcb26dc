import type { PreferenceStore } from '#core/ports.ts';
import { decodePreferences } from './decode-preferences.ts';

/** Preferences over a settings file: the same file, in the same form, in both hosts. */
export const preferencesOver = (file: { store: Record<string, unknown> }): PreferenceStore => ({
  read: () => decodePreferences(file.store),
  write: (preferences) => {
    file.store = { ...preferences };
  },
});
