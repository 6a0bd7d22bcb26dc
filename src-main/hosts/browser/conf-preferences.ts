import Conf from 'conf';
import { preferencesInFile } from '#hosts/desktop/preferences-in-file.ts';
import type { PreferenceStore } from '#core/ports.ts';

/**
 * The same file, in the same format, as electron-store writes: preferences are in the data folder
 * and valid in both hosts.
 */
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
  return preferencesInFile(file);
}
