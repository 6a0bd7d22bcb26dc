import type { CommandOutput } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';

type List = CommandOutput<'signals.list'>;
/** A list as it was last given out: its rows by their ids. */
type Given = { readonly key: string; readonly mark: string; readonly rows: ReadonlyMap<string, Signal> };

/** The one on screen, and the one that the trader switches to and back. */
const kept = 2;

/**
 * Gives a window that holds a list only what changed of it. Five thousand rows are three megabytes, which the window would decode
 * between two frames for the sake of the few that moved. What is not known any more is given whole.
 */
export class ListChanges {
  readonly #newMark: () => string;
  #given: readonly Given[] = [];

  /** `newMark` never answers the same twice, not in another run either. */
  constructor(newMark: () => string) {
    this.#newMark = newMark;
  }

  /** `key` tells lists apart that are not each other's successors: strategy, scope, filter, connection. */
  since(mark: string | undefined, key: string, list: List): List {
    const before = this.#given.find((one) => one.key === key);
    const rows = new Map(list.signals.map((signal) => [signal.rowId, signal]));
    const changed = list.signals.filter((signal) => !isSame(before?.rows.get(signal.rowId), signal));
    const given =
      before?.rows.size === rows.size && changed.length === 0 ? before : { key, mark: this.#newMark(), rows };
    this.#given = [given, ...this.#given.filter((one) => one.key !== key)].slice(0, kept);
    if (before === undefined || before.mark !== mark) return { ...list, mark: given.mark };
    const gone = [...before.rows.keys()].filter((rowId) => !rows.has(rowId));
    return { ...list, signals: changed, mark: given.mark, gone };
  }
}

/** Most are the very same object as before; one that was made anew may still say the same. */
const isSame = (before: Signal | undefined, now: Signal): boolean =>
  before === now || (before !== undefined && JSON.stringify(before) === JSON.stringify(now));
