import type { Notice } from '#contract/model/status.ts';
import { words } from '#renderer/messages/words.ts';

/**
 * New sentences, and the notices that were known then. `known` null: nothing was read yet, and all
 * present notices are old.
 */
export type Heard = { readonly known: ReadonlySet<string> | null; readonly fresh: readonly string[] };

/**
 * New fills and rejects of own orders. Each is announced once, even if its notice changes later.
 */
export function hear(before: Heard['known'], notices: readonly Notice[]): Heard {
  const news = notices.filter(({ heard }) => heard !== undefined);
  const marks = news.map(({ id, heard }) => `${heard} ${id}`);
  const isNew = (at: number): boolean => before !== null && !before.has(marks[at] ?? '');
  const fresh = news.filter((_, at) => isNew(at)).map(({ title, text }) => `${words(title)}. ${words(text)}`);
  // Notices are listed newest first. They are announced in order of time.
  return { known: new Set([...(before ?? []), ...marks]), fresh: fresh.toReversed() };
}
