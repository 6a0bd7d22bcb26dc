import type { Notice } from '#contract/model/status.ts';
import { words } from '#renderer/messages/words.ts';

/** Texts to announce, and what the next call of `newAnnouncements` needs. */
export type Announcements = {
  /** The connection in use. */
  readonly profileId: string;
  /** The fills and rejects so far. They are not announced again if their notices change. */
  readonly known: ReadonlySet<string>;
  /** The texts to announce now. */
  readonly newTexts: readonly string[];
};

/**
 * Finds the fills and rejects of own orders that are new since `last`. Nothing is announced the
 * first time, or the first time after another connection was put in use: those notices are older.
 */
export function newAnnouncements(
  last: Announcements | null,
  profileId: string,
  notices: readonly Notice[],
): Announcements {
  const before = last?.profileId === profileId ? last.known : null;
  const events = notices.filter(({ announced }) => announced !== undefined);
  const keys = events.map(({ id, announced }) => `${announced} ${id}`);
  const isNew = (index: number): boolean => before !== null && !before.has(keys[index] ?? '');
  const newTexts = events
    .filter((_, index) => isNew(index))
    .map(({ title, text }) => `${words(title)}. ${words(text)}`);
  // Notices are listed newest first. They are announced in order of time.
  return { profileId, known: new Set([...(before ?? []), ...keys]), newTexts: newTexts.toReversed() };
}
