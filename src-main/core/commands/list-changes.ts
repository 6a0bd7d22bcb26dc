import type { CommandOutput } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';

type List = CommandOutput<'signals.list'>;
/** A list as it was last given out: each row as text, by its id. */
type Given = { readonly key: string; readonly mark: string; readonly texts: ReadonlyMap<string, string> };

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
    const texts = new Map(list.signals.map((signal) => [signal.rowId, JSON.stringify(signal)]));
    const isSame = before?.texts.size === texts.size && changed(before, list, texts).length === 0;
    const given = isSame ? before : { key, mark: this.#newMark(), texts };
    this.#given = [given, ...this.#given.filter((one) => one.key !== key)].slice(0, kept);
    if (before === undefined || before.mark !== mark) return { ...list, mark: given.mark };
    const gone = [...before.texts.keys()].filter((rowId) => !texts.has(rowId));
    return { ...list, signals: changed(before, list, texts), mark: given.mark, gone };
  }
}

const changed = (before: Given, { signals }: List, texts: Given['texts']): Signal[] =>
  signals.filter(({ rowId }) => before.texts.get(rowId) !== texts.get(rowId));
