import type { Notice } from '#contract/model/status.ts';
import { words } from '#renderer/messages/words.ts';

/**
 * New texts to announce, and the notices that were known then. `known` null: nothing was read yet,
 * and all present notices are old.
 */
export type Announcements = { readonly known: ReadonlySet<string> | null; readonly fresh: readonly string[] };

/**
 * New fills and rejects of own orders. Each is announced once, even if its notice changes later.
 */
export function newAnnouncements(before: Announcements['known'], notices: readonly Notice[]): Announcements {
  const news = notices.filter(({ announced }) => announced !== undefined);
  const marks = news.map(({ id, announced }) => `${announced} ${id}`);
  const isNew = (at: number): boolean => before !== null && !before.has(marks[at] ?? '');
  const fresh = news.filter((_, at) => isNew(at)).map(({ title, text }) => `${words(title)}. ${words(text)}`);
  // Notices are listed newest first. They are announced in order of time.
  return { known: new Set([...(before ?? []), ...marks]), fresh: fresh.toReversed() };
}
