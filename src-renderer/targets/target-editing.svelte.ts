import type { Instrument } from '#contract/model/scalars.ts';
import type { Margin } from '#contract/model/strategy.ts';
import type { TargetLine, TargetRequest } from '#contract/model/target-plan.ts';
import { hasEnded, newYorkHourOf } from '#renderer/format/contract-ended.ts';
import { likelyInstrument } from '#renderer/format/likely-instrument.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { isListed } from '#renderer/stores/instrument-facts.ts';
import { readTypedQuantity, type ParsedQuantity } from './read-typed-quantity.ts';
import {
  rowsBySymbol,
  heldLines,
  linesAsHeld,
  knownSymbols,
  linesWithout,
  sumsOf,
  targetRows,
  type SymbolProblem,
  type TargetRow,
} from './target-rows.ts';
import { baseOf, sizeOne, withOwnPrice } from './weighing.ts';

type Parts = Pick<App, 'clock' | 'positions' | 'practice' | 'signals' | 'strategy' | 'targetDraft' | 'targetLock'>;

/**
 * A row that is being edited. `parsed`: its typed quantity, null if the text cannot be parsed or
 * nothing was typed. `isRefused`: a text was typed that cannot be parsed.
 */
type Editing = {
  readonly editNumber: number;
  readonly symbol: string;
  readonly start: string;
  readonly parsed: ParsedQuantity | null;
  readonly isRefused: boolean;
};

/** The rows of the editor, what is being typed, and the request under review. */
export class TargetEditing {
  readonly #parts: Parts;
  #editing = $state.raw<Editing | null>(null);
  #showsRefusal = $state.raw(false);
  #editCount = 0;
  #request = $state.raw<TargetRequest | null>(null);
  #previousRows = rowsBySymbol([]);
  readonly known = $derived.by(() => {
    const { positions, signals } = this.#parts;
    return knownSymbols({ positions: positions.list ?? [], signals: signals.list ?? [] }, (symbol) =>
      positions.pointValue(symbol),
    );
  });
  readonly rows = $derived.by(() => this.#makeRows());
  readonly sums = $derived.by(() => sumsOf(this.rows));
  /** The row that is being edited. Null if there is none. */
  readonly edited = $derived.by(() => this.rows.find(({ symbol }) => symbol === this.#editing?.symbol) ?? null);

  readonly #margin: () => Margin | null;
  /** By the clock of the practice market, if there is one. */
  readonly #newYorkHour = $derived.by(() => {
    const { clock, practice } = this.#parts;
    return newYorkHourOf(practice.state?.market?.clock.now ?? clock.now);
  });

  constructor(parts: Parts, margin: () => Margin | null) {
    this.#parts = parts;
    this.#margin = margin;
  }

  /** The text that the field of the edited row starts with. */
  get start(): string {
    return this.#editing?.start ?? '';
  }

  /** Changes whenever an edit starts, even of the same row. */
  get editNumber(): number {
    return this.#editing?.editNumber ?? 0;
  }

  /** The request under review. Null if no review is open. */
  get request(): TargetRequest | null {
    return this.#request;
  }

  /** True if a draft is begun, or if the positions that a new draft begins with are known. */
  get canBegin(): boolean {
    return this.#parts.targetDraft.lines !== null || this.#parts.positions.known;
  }

  /**
   * If no draft is begun, begins one with the held positions, so that its first change does not
   * leave them out. Returns false if no draft is begun and the positions are not known.
   */
  #begin(): boolean {
    const { targetDraft } = this.#parts;
    if (this.canBegin && targetDraft.lines === null) targetDraft.replace(heldLines(this.known));
    return this.canBegin;
  }

  /** Whether the field shows why its text is refused, because another action was tried. */
  get showsRefusal(): boolean {
    return this.#showsRefusal;
  }

  /**
   * `typed`: the character that started the editing. It replaces the value of the row, even if
   * nothing else is typed.
   */
  edit({ holding, symbol }: TargetRow, typed?: string): void {
    if (!this.enterTyped()) return;
    this.#editCount += 1;
    const line = this.#parts.targetDraft.lines?.find((one) => one.symbol === symbol);
    const read = readTypedQuantity(typed ?? '', holding);
    this.#editing = {
      editNumber: this.#editCount,
      symbol,
      start: typed ?? startOf(line),
      parsed: read.state === 'read' ? { quantity: read.quantity } : null,
      isRefused: read.state === 'refused',
    };
  }

  /** Shows a typed quantity in the rows before it is entered. */
  preview(parsed: ParsedQuantity | null, isRefused = false): void {
    this.#showsRefusal = false;
    if (this.#editing !== null) this.#editing = { ...this.#editing, parsed, isRefused };
  }

  enter(parsed: ParsedQuantity): void {
    const row = this.edited;
    this.#editing = null;
    if (row !== null) this.set(row, parsed);
  }

  /**
   * Enters the typed quantity before another action. False if its text cannot be parsed: the action
   * must not be carried out, because the text would be lost.
   */
  enterTyped(): boolean {
    // The row may be gone, for example because another window removed its line.
    if (this.edited === null) this.#editing = null;
    const { parsed, isRefused } = this.#editing ?? {};
    this.#showsRefusal = isRefused === true;
    if (parsed != null) this.enter(parsed);
    return isRefused !== true;
  }

  /** Converts a weight of the edited row to units. */
  weighEdited(weight: string, price: string | null): ReturnType<typeof sizeOne> {
    const { symbol = '', instrument = 'stock' } = this.edited ?? {};
    const { practice, targetDraft } = this.#parts;
    const { sizing } = targetDraft;
    const line = { symbol, instrument, quantity: '0', weight, ...(price !== null && { price }) };
    return sizeOne(line, baseOf(sizing, this.#margin()), sizing, {
      known: this.known,
      marketDataOf: (pricedSymbol) => practice.instrument(pricedSymbol),
      optionBasis: sizing.options,
    });
  }

  /** Ends the editing of the row and drops the typed text. No order is canceled. */
  cancel(): void {
    this.#editing = null;
  }

  set({ symbol, instrument }: Pick<TargetLine, 'symbol' | 'instrument'>, parsed: ParsedQuantity): void {
    if (this.#begin()) this.#parts.targetDraft.setLine(this.#makeLine(symbol, instrument, parsed));
  }

  /** The lines of the draft, or the held positions if no draft was begun. */
  lines(): readonly TargetLine[] {
    return this.#parts.targetDraft.lines ?? heldLines(this.known);
  }

  /** Sets these rows to what is held. */
  keep(rows: readonly TargetRow[]): void {
    if (!this.enterTyped() || !this.#begin()) return;
    const { targetDraft } = this.#parts;
    targetDraft.replace(linesAsHeld(targetDraft.lines ?? [], rows));
  }

  replaceWithHoldings(): void {
    if (this.#parts.positions.known) this.#parts.targetDraft.replace(heldLines(this.known));
  }

  /** Removes these rows from the list, which closes their positions. */
  leaveOut(rows: readonly TargetRow[]): void {
    if (!this.enterTyped() || !this.#begin()) return;
    const { targetDraft } = this.#parts;
    targetDraft.replace(linesWithout(targetDraft.lines ?? [], rows));
  }

  review(): void {
    if (!this.enterTyped()) return;
    const { strategy, targetDraft } = this.#parts;
    const { systemId } = strategy;
    if (systemId === null || targetDraft.lines === null) return;
    this.#request = { kind: 'list', systemId, lines: [...targetDraft.lines] };
  }

  reviewFlat(): void {
    const { systemId } = this.#parts.strategy;
    if (systemId !== null) this.#request = { kind: 'flat', systemId };
  }

  /**
   * Reviews an earlier list, not the draft: the list that was sent, if a later reading contradicts
   * that list, or else the last confirmed list.
   */
  reviewLastSent(): void {
    const { systemId } = this.#parts.strategy;
    const { contradicted, confirmed } = this.#parts.targetLock.state ?? {};
    const target = contradicted?.sent ?? confirmed?.target;
    if (systemId === null || target === undefined || target.kind === 'stop') return;
    this.#request =
      target.kind === 'flat' ? { kind: 'flat', systemId } : { kind: 'list', systemId, lines: [...target.positions] };
  }

  closeReview(): void {
    this.#request = null;
  }

  #makeRows(): TargetRow[] {
    const { practice, targetDraft, targetLock } = this.#parts;
    const marketPriceOf = (symbol: string): string | null => practice.instrument(symbol)?.price ?? null;
    const { lines } = targetDraft;
    const rows = targetRows(
      this.known,
      { state: targetLock.state, lines: this.#withTyped(lines), marketPriceOf, problem: this.#problem },
      this.#previousRows,
    );
    this.#previousRows = rowsBySymbol(rows);
    return rows;
  }

  readonly #problem = (symbol: string, instrument: Instrument, isKnown: boolean): SymbolProblem | null => {
    if (hasEnded(symbol, instrument, this.#newYorkHour)) return 'ended';
    const { instruments } = this.#parts.practice;
    return isKnown || isListed(symbol, instrument, instruments) ? null : 'unknown';
  };

  #withTyped(lines: readonly TargetLine[] | null): readonly TargetLine[] | null {
    const editing = this.#editing;
    if (editing?.parsed == null) return lines;
    const { symbol, parsed } = editing;
    const allLines = lines ?? heldLines(this.known);
    const index = allLines.findIndex((line) => line.symbol === symbol);
    const knownInstrument = allLines[index]?.instrument ?? this.#previousRows.get(symbol)?.instrument;
    const instrument = knownInstrument ?? likelyInstrument(symbol);
    const line = this.#makeLine(symbol, instrument, parsed);
    return index < 0 ? [...allLines, line] : allLines.with(index, line);
  }

  #makeLine(symbol: string, instrument: Instrument, { quantity, weight, price }: ParsedQuantity): TargetLine {
    const line = {
      symbol,
      instrument,
      quantity,
      ...(weight !== undefined && { weight }),
      ...(price !== undefined && { price }),
    };
    return withOwnPrice(line, this.#parts.targetDraft.sizing.options);
  }
}

/** The text that the field of a line starts with. Entered again, it gives the same line. */
function startOf({ quantity, weight, price }: Partial<TargetLine> = {}): string {
  if (weight !== undefined) return price === undefined ? `w${weight}` : `w${weight} @ ${price}`;
  return quantity === undefined || quantity === '=' ? '' : quantity;
}
