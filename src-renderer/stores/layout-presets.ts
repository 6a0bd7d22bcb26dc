import type { PreferencesStore } from './preferences-store.svelte.ts';

const presetsView = (table: string): string => `grid.${table}.presets`;

/** Named column sets of a table: name → layout as text. Damaged entries are ignored. */
export function layoutPresets(preferences: PreferencesStore, table: string): ReadonlyMap<string, string> {
  try {
    const stored: unknown = JSON.parse(preferences.view(presetsView(table)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return new Map();
    return new Map(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}

/** Saves the current columns with this name. */
export function savePreset(preferences: PreferencesStore, table: string, name: string): void {
  const layoutText = preferences.view(`grid.${table}`) ?? JSON.stringify({ columns: [], sort: null });
  savePresets(preferences, table, new Map(layoutPresets(preferences, table)).set(name, layoutText));
}

export function deletePreset(preferences: PreferencesStore, table: string, name: string): void {
  const remaining = [...layoutPresets(preferences, table)].filter(([presetName]) => presetName !== name);
  savePresets(preferences, table, new Map(remaining));
}

export function applyPreset(preferences: PreferencesStore, table: string, text: string): void {
  preferences.setView(`grid.${table}`, text);
}

const savePresets = (preferences: PreferencesStore, table: string, presets: ReadonlyMap<string, string>): void =>
  preferences.setView(presetsView(table), JSON.stringify(Object.fromEntries(presets)));
