import type { CommandOutput } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';
import { compareShown } from '#core/orders/blotter/blotter.ts';

type List = CommandOutput<'signals.list'>;
/** A list as it was last sent to a window, sorted by `compareShown`. */
type SentList = { readonly key: string; readonly signals: readonly Signal[]; readonly mark: string };

/** How many lists are cached: the list on screen and the list that was on screen before it. */
const maxLists = 2;

/**
 * A window that already has a list gets only the changes of it. Five thousand rows are three
 * megabytes, which the window would have to decode between two frames for a few changed rows. A
 * list that is not cached any more is sent complete.
 */
export class ListDifferences {
  readonly #newMark: () => string;
  #sent: readonly SentList[] = [];

  /** `newMark` never returns the same value twice, not even in another run. */
  constructor(newMark: () => string) {
    this.#newMark = newMark;
  }

  /**
   * `mark` is the mark of the list that the window has. `key` identifies a list over time:
   * strategy, scope, filter, connection.
   */
  since(mark: string | undefined, key: string, list: List): List {
    const before = this.#sent.find((one) => one.key === key);
    const { changed, gone } = changesOf(before?.signals ?? [], list.signals);
    const isSame = before !== undefined && changed.length === 0 && gone.length === 0;
    const sent = { key, signals: list.signals, mark: isSame ? before.mark : this.#newMark() };
    this.#sent = [sent, ...this.#sent.filter((one) => one.key !== key)].slice(0, maxLists);
    if (before === undefined || before.mark !== mark) return { ...list, mark: sent.mark };
    return { ...list, signals: changed, mark: sent.mark, gone };
  }
}

type Changes = { readonly changed: Signal[]; readonly gone: string[] };

/**
 * The new and different rows of a list, and the ids of those that it no longer has. Both lists are
 * sorted in the same way, and most rows are the same object as before. Therefore one pass over both
 * lists finds the differences.
 */
function changesOf(before: readonly Signal[], current: readonly Signal[]): Changes {
  const removed = new Map<string, Signal>();
  const added: Signal[] = [];
  let at = 0;
  for (const signal of current) {
    for (let other = before[at]; other !== undefined && other !== signal; other = before[at]) {
      if (compareShown(other, signal) > 0) break;
      removed.set(other.rowId, other);
      at += 1;
    }
    if (before[at] === signal) at += 1;
    else added.push(signal);
  }
  for (const other of before.slice(at)) removed.set(other.rowId, other);
  const changed = added.filter((signal) => {
    const other = removed.get(signal.rowId);
    removed.delete(signal.rowId);
    // A new object may still be equal.
    return other === undefined || JSON.stringify(other) !== JSON.stringify(signal);
  });
  if (removed.size === 0) return { changed, gone: [] };
  // Two orders can name the same leg, so a list may have two rows of one id. If only one of them is
  // removed, its id is not gone, and the other row is sent again.
  const others = current.filter(({ rowId }) => removed.has(rowId));
  for (const { rowId } of others) removed.delete(rowId);
  return { changed: [...changed, ...others], gone: [...removed.keys()] };
}
