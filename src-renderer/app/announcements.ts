import type { Notice } from '#contract/model/status.ts';
import { words } from '#renderer/messages/words.ts';

/** New texts to announce, and the notices of the connection in use that were known then. */
export type Announcements = {
  readonly profileId: string;
  readonly known: ReadonlySet<string>;
  readonly fresh: readonly string[];
};

/**
 * New fills and rejects of own orders. Each is announced once, even if its notice changes later. All
 * notices are old when nothing was read before, or only those of another connection.
 */
export function newAnnouncements(
  last: Announcements | null,
  profileId: string,
  notices: readonly Notice[],
): Announcements {
  const before = last?.profileId === profileId ? last.known : null;
  const news = notices.filter(({ announced }) => announced !== undefined);
  const marks = news.map(({ id, announced }) => `${announced} ${id}`);
  const isNew = (at: number): boolean => before !== null && !before.has(marks[at] ?? '');
  const fresh = news.filter((_, at) => isNew(at)).map(({ title, text }) => `${words(title)}. ${words(text)}`);
  // Notices are listed newest first. They are announced in order of time.
  return { profileId, known: new Set([...(before ?? []), ...marks]), fresh: fresh.toReversed() };
}
