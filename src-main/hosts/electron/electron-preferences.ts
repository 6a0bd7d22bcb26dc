import type { IpcMain } from 'electron';
import ElectronStore from 'electron-store';
import { preferencesInFile } from '#hosts/desktop/preferences-in-file.ts';
import type { PreferenceStore } from '#core/ports.ts';

/** The same file, in the same format, as the browser host uses. */
export function electronPreferences(dataDir: string): PreferenceStore {
  const file = new ElectronStore<Record<string, unknown>>({
    cwd: dataDir,
    name: 'preferences',
    configFileMode: 0o600,
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
  });
  return preferencesInFile(file);
}

/**
 * The first store opens a channel on which any frame may ask for the path of the data folder. No
 * page of ours uses it, so it is closed once all stores are open.
 */
export const closeStoreChannel = (ipc: Pick<IpcMain, 'removeAllListeners'>): void =>
  void ipc.removeAllListeners('electron-store-get-data');
