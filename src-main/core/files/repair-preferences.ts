import { JsonFile } from './json-file.ts';
import type { LostFile } from '#core/ports.ts';

const decode = (value: unknown): object | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;

/**
 * Called before the settings are opened. A damaged file is moved away and its newest copy replaces
 * it.
 */
export function repairPreferences(dataDir: string, now: () => number): LostFile | null {
  const file = new JsonFile(dataDir, 'preferences.json', decode, now);
  const { lost } = file.load();
  if (lost === null) file.copyNow();
  return lost;
}
