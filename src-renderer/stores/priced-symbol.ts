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
 * The symbol that the prices and links of a draft are for. If they are typed before a symbol, they
 * are for the first symbol that is finished.
 */
export class PricedSymbol {
  /** Blank if there are no prices and links, or if their symbol is not finished. */
  #symbol = '';
  /** The text that was in the field before it was emptied. */
  #erased = '';

  /** The prices and links of the draft are for this symbol. */
  set(symbol: string): void {
    this.#symbol = symbol.trim();
    this.#erased = '';
  }

  /** Called when a symbol was chosen, or when the symbol field has lost the focus. */
  finish(symbol: string): void {
    if (this.#symbol === '') this.#symbol = symbol.trim();
  }

  /**
   * Returns `next`, the draft after `change`. If it has another symbol, the members that were
   * entered for the previous symbol are cleared.
   */
  clearIfOther(draft: TicketDraft, next: TicketDraft, change: Partial<TicketDraft>): TicketDraft {
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
