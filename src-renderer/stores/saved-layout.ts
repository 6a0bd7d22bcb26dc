import type { GridLayout } from '#renderer/grid/grid-types.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';

type SavedLayout = { readonly value: GridLayout | undefined; readonly save: (layout: GridLayout) => void };

/** The last columns and sort of a table, stored in the preferences. */
export function savedLayout(preferences: PreferencesStore, table: string): SavedLayout {
  const view = `grid.${table}`;
  return { value: parse(preferences.view(view)), save: (layout) => preferences.setView(view, JSON.stringify(layout)) };
}

function parse(text: string | null): GridLayout | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('columns' in value) || !Array.isArray(value.columns)) {
      return undefined;
    }
    const columns = value.columns.filter(isColumn);
    return { columns, sort: 'sort' in value && isSort(value.sort) ? value.sort : null };
  } catch {
    return undefined;
  }
}

function isColumn(value: unknown): value is GridLayout['columns'][number] {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value && 'width' in value && 'hidden' in value)) return false;
  return typeof value.id === 'string' && typeof value.width === 'number' && typeof value.hidden === 'boolean';
}

function isSort(value: unknown): value is NonNullable<GridLayout['sort']> {
  if (typeof value !== 'object' || value === null || !('column' in value && 'descending' in value)) return false;
  return typeof value.column === 'string' && typeof value.descending === 'boolean';
}
