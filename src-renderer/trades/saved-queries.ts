import type { PreferencesStore } from '#renderer/stores/preferences-store.svelte.ts';
import { everything, type TradeQuery } from './trade-query.ts';

const view = 'filters.trades';

/** Named filters of the trades blotter. Damage is no filter. */
export function savedQueries(preferences: Pick<PreferencesStore, 'view'>): ReadonlyMap<string, TradeQuery> {
  try {
    const kept: unknown = JSON.parse(preferences.view(view) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return new Map();
    const queries = Object.entries(kept).map(([name, value]: [string, unknown]) => [name, readQuery(value)] as const);
    return new Map(queries.filter((entry): entry is [string, TradeQuery] => entry[1] !== null));
  } catch {
    return new Map();
  }
}

export function keepQuery(preferences: PreferencesStore, name: string, query: TradeQuery): void {
  write(preferences, new Map(savedQueries(preferences)).set(name, query));
}

export function dropQuery(preferences: PreferencesStore, name: string): void {
  write(preferences, new Map([...savedQueries(preferences)].filter(([one]) => one !== name)));
}

const write = (preferences: PreferencesStore, queries: ReadonlyMap<string, TradeQuery>): void =>
  preferences.setView(view, JSON.stringify(Object.fromEntries(queries)));

/** Members of the kinds that a query has; main checks their values when they are asked with. */
function readQuery(value: unknown): TradeQuery | null {
  if (typeof value !== 'object' || value === null) return null;
  const fits = Object.entries(everything).every(([name, empty]: [string, unknown]) => {
    const member: unknown = Reflect.get(value, name);
    if (empty === null) return member === null || typeof member === 'number';
    return typeof member === typeof empty && member !== null && Array.isArray(member) === Array.isArray(empty);
  });
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- every member was just held against its kind
  return fits ? (value as TradeQuery) : null;
}
