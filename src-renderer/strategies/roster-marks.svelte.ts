import type { PreferencesStore } from '#renderer/stores/preferences-store.svelte.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';

export const maxCompared = 5;
const maxWatched = 1_000;

type Parts = {
  readonly preferences: Pick<PreferencesStore, 'view' | 'setView'>;
  readonly status: Pick<StatusStore, 'profile'>;
};

/**
 * The strategies of the roster that the trader watches, stored for each connection, and those that
 * are compared side by side.
 */
export class RosterMarks {
  readonly #parts: Parts;
  #compared = $state.raw<readonly string[]>([]);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get watched(): readonly string[] {
    return parseIds(this.#read('roster.watch'));
  }

  /** The trader's capital as typed; blank for none. */
  get capital(): string {
    return this.#read('roster.capital');
  }

  /** In the order in which they were chosen. */
  get compared(): readonly string[] {
    return this.#compared;
  }

  get isComparisonFull(): boolean {
    return this.#compared.length >= maxCompared;
  }

  toggleWatched(systemId: string): void {
    const { watched } = this;
    const next = watched.includes(systemId)
      ? watched.filter((one) => one !== systemId)
      : [...watched, systemId].slice(-maxWatched);
    this.#write('roster.watch', next.length === 0 ? '' : JSON.stringify(next));
  }

  /** Does nothing when the comparison is full. */
  toggleCompared(systemId: string): void {
    if (this.#compared.includes(systemId)) this.#compared = this.#compared.filter((one) => one !== systemId);
    else if (!this.isComparisonFull) this.#compared = [...this.#compared, systemId];
  }

  endComparison(): void {
    this.#compared = [];
  }

  setCapital(text: string): void {
    this.#write('roster.capital', text.slice(0, 40));
  }

  #read(name: string): string {
    const { preferences, status } = this.#parts;
    return status.profile === null ? '' : (preferences.view(`${name} ${status.profile.id}`) ?? '');
  }

  #write(name: string, text: string): void {
    const { preferences, status } = this.#parts;
    if (status.profile !== null) preferences.setView(`${name} ${status.profile.id}`, text);
  }
}

/** Ids of a stored text. A damaged text is an empty list. */
function parseIds(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text || '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
