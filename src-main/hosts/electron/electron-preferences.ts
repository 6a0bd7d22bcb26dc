import ElectronStore from 'electron-store';
import { decodePreferences } from '#hosts/desktop/decode-preferences.ts';
import type { PreferenceStore } from '#core/ports.ts';

/** The same file, in the same form, that the browser host keeps. */
export function electronPreferences(dataDir: string): PreferenceStore {
  const file = new ElectronStore<Record<string, unknown>>({
    cwd: dataDir,
    name: 'preferences',
    configFileMode: 0o600,
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
  });
  return {
    read: () => decodePreferences(file.store),
    write: (preferences) => {
      file.store = { ...preferences };
    },
  };
}
