import type { CommandOutput } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';

type List = CommandOutput<'signals.list'>;
/** A list as it was last sent to a window: its rows by their ids. */
type SentList = { readonly key: string; readonly rows: Map<string, Signal>; mark: string };

/** The list on screen, and the one that the trader switches to and back. */
const maxLists = 2;

/**
 * Sends a window that has a list only the changes. Five thousand rows are three megabytes, which
 * the window would have to decode between two frames for a few changed rows. A list that is not
 * cached any more is sent complete.
 */
export class ListChanges {
  readonly #newMark: () => string;
  #sent: readonly SentList[] = [];

  /** `newMark` never returns the same value twice, not in another run either. */
  constructor(newMark: () => string) {
    this.#newMark = newMark;
  }

  /** `key` identifies a list over time: strategy, scope, filter, connection. */
  since(mark: string | undefined, key: string, list: List): List {
    const before = this.#sent.find((one) => one.key === key);
    const sent = before ?? { key, rows: new Map<string, Signal>(), mark: this.#newMark() };
    this.#sent = [sent, ...this.#sent.filter((one) => one.key !== key)].slice(0, maxLists);
    const previousMark = sent.mark;
    const changed = list.signals.filter((signal) => updateRow(sent.rows, signal));
    const gone = sent.rows.size === list.signals.length ? [] : removeUnlisted(sent.rows, list.signals);
    if (changed.length > 0 || gone.length > 0) sent.mark = this.#newMark();
    if (before === undefined || previousMark !== mark) return { ...list, mark: sent.mark };
    return { ...list, signals: changed, mark: sent.mark, gone };
  }
}

/** Removes the rows that are no longer listed and returns their ids. */
function removeUnlisted(rows: Map<string, Signal>, listed: readonly Signal[]): string[] {
  const listedIds = new Set(listed.map(({ rowId }) => rowId));
  const gone = [...rows.keys()].filter((rowId) => !listedIds.has(rowId));
  for (const rowId of gone) rows.delete(rowId);
  return gone;
}

/**
 * Whether the row changed. Most rows are the same object as before; a new object may still be
 * equal.
 */
function updateRow(rows: Map<string, Signal>, now: Signal): boolean {
  const before = rows.get(now.rowId);
  if (before === now) return false;
  rows.set(now.rowId, now);
  return before === undefined || JSON.stringify(before) !== JSON.stringify(now);
}
