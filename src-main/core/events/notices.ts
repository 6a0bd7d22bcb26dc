import type { Notice } from '#contract/model/status.ts';
import type { Clock, Random } from '#core/ports.ts';

const keep = 50;

export type NoticeText = Pick<Notice, 'level' | 'title' | 'text'>;

/** Messages that stay until they are dismissed; the oldest harmless ones make room, a danger never does. */
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

  /** A notice with the id of an earlier one takes its place. */
  put(notice: Notice): void {
    this.#list = withRoom([notice, ...this.#list.filter(({ id }) => id !== notice.id)]);
    this.#changed();
  }

  dismiss(id: string): void {
    this.#list = this.#list.filter((notice) => notice.id !== id);
    this.#changed();
  }
}

function withRoom(notices: readonly Notice[]): readonly Notice[] {
  if (notices.length <= keep) return notices;
  const oldest = notices.findLastIndex(({ level }) => level !== 'danger');
  return oldest < 0 ? notices : notices.filter((_, index) => index !== oldest);
}
