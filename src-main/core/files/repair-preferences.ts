import { JsonFile } from './json-file.ts';
import type { LostFile } from '#core/ports.ts';

const decode = (value: unknown): object | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;

const fileIn = (dataDir: string, now: () => number) => new JsonFile(dataDir, 'preferences.json', decode, now);

/**
 * Called before the preferences are opened. A damaged file is moved away and its newest copy
 * replaces it.
 */
export function repairPreferences(dataDir: string, now: () => number): LostFile | null {
  const file = fileIn(dataDir, now);
  const { lost } = file.load();
  if (lost === null) file.copyNow();
  return lost;
}

/** Called at the end of a run, so that the newest copy has the latest layouts and drafts. */
export const copyPreferences = (dataDir: string, now: () => number): void => fileIn(dataDir, now).copyNow();
