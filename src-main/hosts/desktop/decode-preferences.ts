import Value from 'typebox/value';
import { defaultPreferences, Preferences } from '#contract/model/preferences.ts';

/** Takes from a stored object what still fits; a member that does not falls back to its default, alone. */
export function decodePreferences(stored: Readonly<Record<string, unknown>>): Preferences {
  const fitting = Object.entries(Preferences.properties)
    .filter(([name, schema]) => Object.hasOwn(stored, name) && Value.Check(schema, stored[name]))
    .map(([name]) => [name, stored[name]]);
  const candidate: unknown = { ...defaultPreferences, ...Object.fromEntries(fitting) };
  return Value.Check(Preferences, candidate) ? candidate : defaultPreferences;
}
