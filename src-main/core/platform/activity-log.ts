import type { Text } from '#contract/message.ts';
import type { ActivityEntry } from '#contract/model/activity.ts';

export type ActivityPage = { readonly entries: ActivityEntry[]; readonly total: number };

/**
 * The requests of this run, newest first. At most `capacity` are shown; the oldest are dropped.
 */
export class ActivityLog {
  readonly #capacity: number;
  readonly #listeners = new Set<() => void>();
  #entries: ActivityEntry[] = [];
  #revision = 0;

  constructor(capacity = 5_000) {
    this.#capacity = capacity;
  }

  add(entry: ActivityEntry): void {
    this.#entries.push(entry);
    // Drops a tenth of the entries at a time, so that a full log is not copied at every request.
    if (this.#entries.length >= this.#capacity * 1.1) this.#entries = this.#entries.slice(-this.#capacity);
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Grows with every request. */
  revision(): number {
    return this.#revision;
  }

  /**
   * Entries whose command, strategy, lane, verdict, connection or text contains `text`, in upper or
   * lower case.
   */
  query(text: string, offset: number, limit: number): ActivityPage {
    const wanted = text.trim().toLowerCase();
    const recent = this.#entries.slice(-this.#capacity).reverse();
    const found = wanted === '' ? recent : recent.filter((entry) => haystack(entry).includes(wanted));
    return { entries: found.slice(offset, offset + limit), total: found.length };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const haystack = (entry: ActivityEntry): string =>
  [entry.command, entry.systemId ?? '', entry.lane, entry.verdict, entry.profile, searchableText(entry.text)]
    .join(' ')
    .toLowerCase();

/** The code and parameters of a message to search in. Only the window has its words. */
const searchableText = (text: Text): string => (typeof text === 'string' ? text : Object.values(text).join(' '));
