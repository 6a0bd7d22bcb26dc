import Value from 'typebox/value';
import { defaultPreferences, Preferences } from '#contract/model/preferences.ts';
import type { PreferenceStore } from '#core/ports.ts';

/** Preferences in a settings file: the same file, in the same format, in both hosts. */
export const preferencesInFile = (file: { store: Record<string, unknown> }): PreferenceStore => ({
  read: () => decodePreferences(withCurrentPalette(file.store)),
  write: (preferences) => {
    file.store = { ...preferences };
  },
});

/** Files of 0.1.0 spell one palette differently. */
const withCurrentPalette = (stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  stored['palette'] === 'colour-blind' ? { ...stored, palette: 'color-blind' } : stored;

/** Returns the valid members of a stored object. An invalid or missing member gets its default. */
function decodePreferences(stored: Readonly<Record<string, unknown>>): Preferences {
  const valid = Object.entries(Preferences.properties)
    .filter(([name, schema]) => Object.hasOwn(stored, name) && Value.Check(schema, stored[name]))
    .map(([name]) => [name, stored[name]]);
  const candidate: unknown = { ...defaultPreferences, ...Object.fromEntries(valid) };
  return Value.Check(Preferences, candidate) ? candidate : defaultPreferences;
}
