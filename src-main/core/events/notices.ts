import type { Notice } from '#contract/model/status.ts';
import type { Clock, Random } from '#core/ports.ts';

const maxNotices = 50;

export type NoticeText = Pick<Notice, 'level' | 'title' | 'text'>;

/**
 * Messages that remain until they are dismissed. The oldest are removed at the limit, but never a
 * danger.
 */
export class Notices {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #changed: () => void;
  #list: readonly Notice[] = [];

  constructor(clock: Clock, random: Random, changed: () => void) {
    this.#clock = clock;
    this.#random = random;
    this.#changed = changed;
  }

  /** Newest first. */
  list(): Notice[] {
    return [...this.#list];
  }

  add({ level, title, text }: NoticeText): void {
    const at = Math.floor(this.#clock.now() / 1000);
    this.put({ id: this.#random.uuid(), level, title, text, at, rowId: null, systemId: null });
  }

  /** Replaces an earlier notice with the same id. */
  put(notice: Notice): void {
    this.#list = withinLimit([notice, ...this.#list.filter(({ id }) => id !== notice.id)]);
    this.#changed();
  }

  dismiss(id: string): void {
    this.#list = this.#list.filter((notice) => notice.id !== id);
    this.#changed();
  }
}

function withinLimit(notices: readonly Notice[]): readonly Notice[] {
  if (notices.length <= maxNotices) return notices;
  const oldest = notices.findLastIndex(({ level }) => level !== 'danger');
  return oldest < 0 ? notices : notices.filter((_, index) => index !== oldest);
}
