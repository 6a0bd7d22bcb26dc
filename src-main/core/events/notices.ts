import type { Profile } from '#contract/model/profile.ts';
import type { Notice } from '#contract/model/status.ts';
import { modeOf } from '#core/owner.ts';
import type { Clock, Random } from '#core/ports.ts';

const maxNotices = 50;

export type NoticeText = Pick<Notice, 'level' | 'title' | 'text'>;

/** `source`: the connection that reported it; null for the program itself. */
type Stored = { readonly notice: Notice; readonly source: Pick<Profile, 'id' | 'name' | 'kind'> | null };

/**
 * Messages that remain until they are dismissed. At the limit the oldest are removed, except those
 * of level `danger`.
 */
export class Notices {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #changed: () => void;
  #list: readonly Stored[] = [];

  constructor(clock: Clock, random: Random, changed: () => void) {
    this.#clock = clock;
    this.#random = random;
    this.#changed = changed;
  }

  /**
   * Newest first. A notice of a connection that is not in use has the name of that connection, and
   * no row to show.
   */
  list(inUse: string | null): Notice[] {
    return this.#list.map(({ notice, source }) => {
      if (source === null || source.id === inUse) return notice;
      const { announced: _, ...shown } = notice;
      const connection = { name: source.name, mode: modeOf(source) };
      return { ...shown, rowId: null, connection };
    });
  }

  add({ level, title, text }: NoticeText, source: Stored['source'] = null): void {
    const at = Math.floor(this.#clock.now() / 1000);
    this.#put({ notice: { id: this.#random.uuid(), level, title, text, at, rowId: null, systemId: null }, source });
  }

  /** Replaces an earlier notice with the same id of the same connection. */
  put(notice: Notice, source: Stored['source']): void {
    this.#put({ notice: { ...notice, id: shownId(notice.id, source) }, source });
  }

  /** Removes the notice that this connection put with this id. */
  end(id: string, source: Stored['source']): void {
    const shown = shownId(id, source);
    if (this.#list.some(({ notice }) => notice.id === shown)) this.dismiss(shown);
  }

  dismiss(id: string): void {
    this.#list = this.#list.filter(({ notice }) => notice.id !== id);
    this.#changed();
  }

  #put(stored: Stored): void {
    const others = this.#list.filter(({ notice }) => notice.id !== stored.notice.id);
    this.#list = withinLimit([stored, ...others]);
    this.#changed();
  }
}

/** The id of a notice may contain the id of a strategy, which two connections can share. */
const shownId = (id: string, source: Stored['source']): string => (source === null ? id : `${source.id} ${id}`);

function withinLimit(notices: readonly Stored[]): readonly Stored[] {
  if (notices.length <= maxNotices) return notices;
  // The newest is not removed at once, even if it is the only one of a lower level.
  const oldest = notices.findLastIndex(({ notice }, index) => index > 0 && notice.level !== 'danger');
  return oldest < 0 ? notices : notices.filter((_, index) => index !== oldest);
}
