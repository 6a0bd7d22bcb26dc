import { emptyDraft, type TicketDraft } from './ticket-draft.ts';

/** Members of a draft that are valid for its symbol only. */
const symbolMembers = [
  'limit',
  'stop',
  'profitTarget',
  'stopLoss',
  'noTarget',
  'noStop',
  'waits',
  'group',
  'parkUntil',
  'replaces',
  'edits',
  'copiedFrom',
] as const satisfies readonly (keyof TicketDraft)[];

/**
 * The symbol that the prices and links of a draft are for. What is typed before a symbol is for the
 * symbol that is finished first.
 */
export class PricedSymbol {
  /** Blank if there are no prices and links, or if their symbol is not finished. */
  #symbol = '';
  /** The text that was in the field before it was emptied. */
  #erased = '';

  /** What the draft holds is for this symbol. */
  set(symbol: string): void {
    this.#symbol = symbol.trim();
    this.#erased = '';
  }

  /** The symbol was chosen, or its field was left. */
  finish(symbol: string): void {
    if (this.#symbol === '') this.#symbol = symbol.trim();
  }

  /**
   * Clears prices, bracket, links and the replaced order for another symbol, because they were
   * entered for the one before. `next` is the draft after the change.
   */
  clear(draft: TicketDraft, next: TicketDraft, change: Partial<TicketDraft>): TicketDraft {
    const symbol = next.symbol.trim();
    // An emptied field is no new symbol, but the text that follows can be one.
    const earlier = draft.symbol.trim() || this.#erased;
    const isEdited = symbol.startsWith(earlier) || earlier.startsWith(symbol);
    const isOther = this.#symbol === '' ? !isEdited : symbol !== this.#symbol;
    const hasMembers = symbolMembers.some((name) => JSON.stringify(next[name]) !== JSON.stringify(emptyDraft[name]));
    const changesMembers = symbolMembers.some((name) => name in change);
    this.#erased = symbol === '' && !changesMembers ? earlier : '';
    if (changesMembers || !hasMembers) this.#symbol = hasMembers ? symbol : '';
    if (changesMembers || !hasMembers || !isOther) return next;
    this.#symbol = '';
    return { ...next, ...Object.fromEntries(symbolMembers.map((name) => [name, emptyDraft[name]])) };
  }
}
