import Conf from 'conf';
import { preferencesOver } from '#hosts/desktop/preferences-over.ts';
import type { PreferenceStore } from '#core/ports.ts';

/** The same file, in the same form, that electron-store keeps: taste follows the data folder from host to host. */
export function confPreferences(dataDir: string): PreferenceStore {
  const file = new Conf<Record<string, unknown>>({
    cwd: dataDir,
    configName: 'preferences',
    projectName: 'stratdesk',
    projectVersion: '0.0.0',
    configFileMode: 0o600,
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
  });
  return preferencesOver(file);
}
