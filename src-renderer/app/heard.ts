import type { Notice } from '#contract/model/status.ts';
import { words } from '#renderer/messages/words.ts';

/** Sentences, and what was known when they were made. `known` null: nothing was looked at yet, and what stands there is old news. */
export type Heard = { readonly known: ReadonlySet<string> | null; readonly fresh: readonly string[] };

/** The own fills and rejects that came since: each is said once, whatever else its notice says later. */
export function hear(before: Heard['known'], notices: readonly Notice[]): Heard {
  const news = notices.filter(({ heard }) => heard !== undefined);
  const marks = news.map(({ id, heard }) => `${heard} ${id}`);
  const isNew = (at: number): boolean => before !== null && !before.has(marks[at] ?? '');
  const fresh = news.filter((_, at) => isNew(at)).map(({ title, text }) => `${words(title)}. ${words(text)}`);
  // Notices come newest first; they are heard as they happened.
  return { known: new Set([...(before ?? []), ...marks]), fresh: fresh.toReversed() };
}
