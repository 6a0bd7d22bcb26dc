import type { PreferencesStore } from './preferences-store.svelte.ts';

const view = (table: string): string => `grid.${table}.presets`;

/** Named column sets of a table: name → the layout's own text. Damage is no preset. */
export function layoutPresets(preferences: PreferencesStore, table: string): ReadonlyMap<string, string> {
  try {
    const kept: unknown = JSON.parse(preferences.view(view(table)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return new Map();
    return new Map(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}

/** Keeps the columns as they stand now under this name. */
export function keepPreset(preferences: PreferencesStore, table: string, name: string): void {
  const now = preferences.view(`grid.${table}`) ?? JSON.stringify({ columns: [], sort: null });
  keep(preferences, table, new Map(layoutPresets(preferences, table)).set(name, now));
}

export function dropPreset(preferences: PreferencesStore, table: string, name: string): void {
  const left = [...layoutPresets(preferences, table)].filter(([one]) => one !== name);
  keep(preferences, table, new Map(left));
}

export function applyPreset(preferences: PreferencesStore, table: string, text: string): void {
  preferences.setView(`grid.${table}`, text);
}

const keep = (preferences: PreferencesStore, table: string, presets: ReadonlyMap<string, string>): void =>
  preferences.setView(view(table), JSON.stringify(Object.fromEntries(presets)));
