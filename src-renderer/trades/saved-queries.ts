import type { PreferencesStore } from '#renderer/stores/preferences-store.svelte.ts';
import { noConditions, type TradeQuery } from './trade-query.ts';

/** The name under which the filters are stored with the preferences. */
const storedName = 'filters.trades';

/** Saved filters of the trades blotter. A damaged one is ignored. */
export function savedQueries(preferences: Pick<PreferencesStore, 'view'>): ReadonlyMap<string, TradeQuery> {
  try {
    const stored: unknown = JSON.parse(preferences.view(storedName) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return new Map();
    const queries = Object.entries(stored).map(([name, value]: [string, unknown]) => [name, readQuery(value)] as const);
    return new Map(queries.filter((entry): entry is [string, TradeQuery] => entry[1] !== null));
  } catch {
    return new Map();
  }
}

export function saveQuery(preferences: PreferencesStore, name: string, query: TradeQuery): void {
  write(preferences, new Map(savedQueries(preferences)).set(name, query));
}

export function deleteQuery(preferences: PreferencesStore, name: string): void {
  write(preferences, new Map([...savedQueries(preferences)].filter(([one]) => one !== name)));
}

const write = (preferences: PreferencesStore, queries: ReadonlyMap<string, TradeQuery>): void =>
  preferences.setView(storedName, JSON.stringify(Object.fromEntries(queries)));

/** Checks the types of the members. Core checks their values when the query is used. */
function readQuery(value: unknown): TradeQuery | null {
  if (typeof value !== 'object' || value === null) return null;
  const isValid = Object.entries(noConditions).every(([name, defaultValue]: [string, unknown]) => {
    const member: unknown = Reflect.get(value, name);
    if (defaultValue === null) return member === null || typeof member === 'number';
    return (
      typeof member === typeof defaultValue && member !== null && Array.isArray(member) === Array.isArray(defaultValue)
    );
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of every member was just checked
  return isValid ? (value as TradeQuery) : null;
}
