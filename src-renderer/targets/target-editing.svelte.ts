import type { TargetLine, TargetRequest } from '#contract/model/target-plan.ts';
import type { App } from '#renderer/stores/app-context.ts';
import {
  bySymbol,
  heldLines,
  keptLines,
  knownSymbols,
  linesWithout,
  sumsOf,
  targetRows,
  type TargetRow,
} from './target-rows.ts';

type Parts = Pick<App, 'positions' | 'signals' | 'strategy' | 'targetDraft' | 'targetLock'>;

/** What is typed for a row. `quantity`: as far as it can be read. */
type Editing = { readonly symbol: string; readonly start: string; readonly quantity: string | null };

/** The rows of the editor, what is being typed, and what was asked for. */
export class TargetEditing {
  readonly #parts: Parts;
  #editing = $state.raw<Editing | null>(null);
  #request = $state.raw<TargetRequest | null>(null);
  #before = bySymbol([]);
  readonly known = $derived.by(() => {
    const { positions, signals } = this.#parts;
    return knownSymbols({ positions: positions.list ?? [], signals: signals.list ?? [] });
  });
  readonly rows = $derived.by(() => this.#rows());
  readonly sums = $derived.by(() => sumsOf(this.rows));
  /** Null while nothing is typed. */
  readonly edited = $derived.by(() => this.rows.find(({ symbol }) => symbol === this.#editing?.symbol) ?? null);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the field of the edited row starts with. */
  get start(): string {
    return this.#editing?.start ?? '';
  }

  /** What the review shows; null where none is open. */
  get request(): TargetRequest | null {
    return this.#request;
  }

  /** The first change of an empty draft begins with what is held, so that it leaves nothing out. */
  #begin(): void {
    const { targetDraft } = this.#parts;
    if (targetDraft.lines === null) targetDraft.replace(heldLines(this.known));
  }

  /** `typed`: the character that began it, instead of what the row has. */
  edit({ symbol, entry }: TargetRow, typed?: string): void {
    this.#editing = { symbol, start: typed ?? (entry === '=' || entry === null ? '' : entry), quantity: null };
  }

  preview(quantity: string | null): void {
    if (this.#editing !== null) this.#editing = { ...this.#editing, quantity };
  }

  enter(quantity: string): void {
    const row = this.edited;
    this.#editing = null;
    if (row !== null) this.set(row, quantity);
  }

  cancel(): void {
    this.#editing = null;
  }

  set({ symbol, instrument }: Pick<TargetLine, 'symbol' | 'instrument'>, quantity: string): void {
    this.#begin();
    this.#parts.targetDraft.set({ symbol, instrument, quantity });
  }

  /** Sets what is held, for these rows or for every position. */
  keep(rows: readonly TargetRow[]): void {
    this.#begin();
    const { targetDraft } = this.#parts;
    targetDraft.replace(keptLines(targetDraft.lines ?? [], rows));
  }

  keepAll(): void {
    this.#parts.targetDraft.replace(heldLines(this.known));
  }

  /** The list then leaves them out, which closes what is held of them. */
  leaveOut(rows: readonly TargetRow[]): void {
    this.#begin();
    const { targetDraft } = this.#parts;
    targetDraft.replace(linesWithout(targetDraft.lines ?? [], rows));
  }

  review(): void {
    const { strategy, targetDraft } = this.#parts;
    const { systemId } = strategy;
    if (systemId === null || targetDraft.lines === null) return;
    this.#request = { kind: 'list', systemId, lines: [...targetDraft.lines] };
  }

  holdNothing(): void {
    const { systemId } = this.#parts.strategy;
    if (systemId !== null) this.#request = { kind: 'flat', systemId };
  }

  /** The last confirmed list. The draft has no part in it. */
  sameAgain(): void {
    const { systemId } = this.#parts.strategy;
    const target = this.#parts.targetLock.state?.confirmed?.target;
    if (systemId === null || target === undefined || target.kind === 'stop') return;
    this.#request =
      target.kind === 'flat' ? { kind: 'flat', systemId } : { kind: 'list', systemId, lines: [...target.positions] };
  }

  close(): void {
    this.#request = null;
  }

  #rows(): TargetRow[] {
    const { targetDraft, targetLock } = this.#parts;
    const { lines } = targetDraft;
    const rows = targetRows(this.known, { state: targetLock.state, lines: this.#withTyped(lines) }, this.#before);
    this.#before = bySymbol(rows);
    return rows;
  }

  #withTyped(lines: readonly TargetLine[] | null): readonly TargetLine[] | null {
    const editing = this.#editing;
    if (editing?.quantity == null) return lines;
    const { symbol, quantity } = editing;
    const all = lines ?? heldLines(this.known);
    const at = all.findIndex((line) => line.symbol === symbol);
    const instrument = all[at]?.instrument ?? this.#before.get(symbol)?.instrument ?? 'stock';
    const line = { symbol, instrument, quantity };
    return at < 0 ? [...all, line] : all.with(at, line);
  }
}
