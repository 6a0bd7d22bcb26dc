import type { CommandOutput } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';

type List = CommandOutput<'signals.list'>;
/** A list as it was last given out: its rows by their ids. */
type Given = { readonly key: string; readonly rows: Map<string, Signal>; mark: string };

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
    const given = before ?? { key, rows: new Map<string, Signal>(), mark: this.#newMark() };
    this.#given = [given, ...this.#given.filter((one) => one.key !== key)].slice(0, kept);
    const had = given.mark;
    const changed = list.signals.filter((signal) => comesInto(given.rows, signal));
    const gone = given.rows.size === list.signals.length ? [] : leave(given.rows, list.signals);
    if (changed.length > 0 || gone.length > 0) given.mark = this.#newMark();
    if (before === undefined || had !== mark) return { ...list, mark: given.mark };
    return { ...list, signals: changed, mark: given.mark, gone };
  }
}

/** Takes out those that are not listed any more; their ids. */
function leave(rows: Map<string, Signal>, listed: readonly Signal[]): string[] {
  const there = new Set(listed.map(({ rowId }) => rowId));
  const gone = [...rows.keys()].filter((rowId) => !there.has(rowId));
  for (const rowId of gone) rows.delete(rowId);
  return gone;
}

/** Whether it says something new. Most are the very same object as before; one that was made anew may still say the same. */
function comesInto(rows: Map<string, Signal>, now: Signal): boolean {
  const before = rows.get(now.rowId);
  if (before === now) return false;
  rows.set(now.rowId, now);
  return before === undefined || JSON.stringify(before) !== JSON.stringify(now);
}
