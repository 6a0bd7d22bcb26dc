import Value from 'typebox/value';
import { defaultPreferences, Preferences } from '#contract/model/preferences.ts';
import type { PreferenceStore } from '#core/ports.ts';

/** Preferences in a settings file: the same file, in the same format, in both hosts. */
export const preferencesInFile = (file: { store: Record<string, unknown> }): PreferenceStore => ({
  read: () => decodePreferences(file.store),
  write: (preferences) => {
    file.store = { ...preferences };
  },
});

/** Returns the valid members of a stored object. Each invalid or missing member has its default. */
function decodePreferences(stored: Readonly<Record<string, unknown>>): Preferences {
  const fitting = Object.entries(Preferences.properties)
    .filter(([name, schema]) => Object.hasOwn(stored, name) && Value.Check(schema, stored[name]))
    .map(([name]) => [name, stored[name]]);
  const candidate: unknown = { ...defaultPreferences, ...Object.fromEntries(fitting) };
  return Value.Check(Preferences, candidate) ? candidate : defaultPreferences;
}
