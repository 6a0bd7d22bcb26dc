import type { Margin } from '#contract/model/strategy.ts';
import type { TargetLine, TargetSizing } from '#contract/model/target-plan.ts';
import { readDecimal } from '#renderer/format/read-decimal.ts';
import { readSigned } from '#renderer/format/read-signed.ts';
import {
  baseOf,
  heldWeight,
  reasonWords,
  sizeLines,
  unitPrice,
  rowsBySymbol,
  valueOfUnitLines,
  withOwnPrice,
  type PriceFacts,
  type UnitPrice,
} from './weighing.ts';
import { readBig, type SizedRow } from './weights.ts';

/** The typed texts of a line. */
type TypedLine = { readonly weight: string; readonly price: string };

export type WeightRow = {
  readonly line: TargetLine;
  readonly typed: TypedLine;
  readonly price: UnitPrice;
  /** Null if the line is set in units, or if the base is not known or not above zero. */
  readonly sized: SizedRow | null;
  readonly fault: { readonly field: keyof TypedLine; readonly text: string } | null;
  readonly note: string | null;
};

type FormInput = {
  readonly lines: readonly TargetLine[];
  readonly sizing: TargetSizing;
  readonly facts: () => Omit<PriceFacts, 'optionBasis'>;
  readonly margin: () => Margin | null;
};

/** Lines with weights, as they are typed, and the units they become. */
export class WeightsForm {
  readonly #input: FormInput;
  #typed = $state.raw<readonly TypedLine[]>([]);
  #sizing: TargetSizing;
  readonly base = $derived.by(() => baseOf(this.#sizing, this.#input.margin()));
  readonly #facts = $derived.by((): PriceFacts => ({ ...this.#input.facts(), optionBasis: this.#sizing.options }));
  readonly #lines = $derived.by(() => this.#input.lines.map((line, index) => this.#line(line, this.#typed[index])));
  readonly sizedList = $derived.by(() => sizeLines(this.#lines, this.base, this.#sizing, this.#facts));
  readonly rows = $derived.by(() => this.#rows());
  readonly unitLinesValue = $derived.by(() => valueOfUnitLines(this.#lines, this.#facts));
  readonly hasOptions: boolean;

  constructor(input: FormInput) {
    this.#input = input;
    this.#sizing = $state.raw(input.sizing);
    this.#typed = input.lines.map(({ weight = '', price = '' }) => ({ weight, price }));
    this.hasOptions = input.lines.some(({ instrument }) => instrument === 'option');
  }

  get sizing(): TargetSizing {
    return this.#sizing;
  }

  /** Why the settings cannot be used, by field. */
  get faults(): Readonly<Partial<Record<keyof TargetSizing, string>>> {
    const { typedBase, band, bandPercent, leastTrade, base } = this.#sizing;
    const faultOfText = (text: string): string | null => {
      const read = readDecimal(text);
      return read.state === 'refused' ? read.reason : read.state === 'blank' ? 'Type a number.' : null;
    };
    const isTooLow = this.base !== null && readBig(this.base)?.lte(0) === true;
    const typedFault = base !== 'typed' ? null : (faultOfText(typedBase) ?? (isTooLow ? 'Must be above zero.' : null));
    const bandFault = band === 'none' ? null : faultOfText(bandPercent);
    const leastTradeFault = faultOfText(leastTrade);
    return {
      ...(isTooLow && base !== 'typed' && { base: 'Not above zero. Choose Amount.' }),
      ...(typedFault !== null && { typedBase: typedFault }),
      ...(bandFault !== null && { bandPercent: bandFault }),
      ...(leastTradeFault !== null && { leastTrade: leastTradeFault }),
    };
  }

  get weightedCount(): number {
    return this.#lines.filter(({ weight }) => weight !== undefined).length;
  }

  get canApply(): boolean {
    if (this.weightedCount === 0 || Object.keys(this.faults).length > 0) return false;
    return this.sizedList?.unsizedCount === 0 && this.rows.every(({ fault }) => fault === null);
  }

  holding(symbol: string): string {
    return this.#facts.known.get(symbol)?.holding.toFixed() ?? '0';
  }

  change(part: Partial<TargetSizing>): void {
    this.#sizing = { ...this.#sizing, ...part };
  }

  typeLine(index: number, part: Partial<TypedLine>): void {
    const oldTexts = this.#typed[index];
    if (oldTexts !== undefined) this.#typed = this.#typed.with(index, { ...oldTexts, ...part });
  }

  /** Sets every line to the weight that is held. Lines without a unit value are unchanged. */
  setToHeldWeights(): void {
    const { base } = this;
    if (base === null) return;
    this.#typed = this.#typed.map((typed, index) => {
      const line = this.#input.lines[index];
      const held = line === undefined ? null : heldWeight(line, base, this.#facts);
      return held === null ? typed : { ...typed, weight: held };
    });
  }

  /** The lines with their weights as units. Lines that are set in units are unchanged. */
  lines(): readonly TargetLine[] {
    const sizedRows = rowsBySymbol(this.sizedList?.rows ?? []);
    return this.#lines.map((line) => {
      const quantity = line.weight === undefined ? null : sizedRows.get(line.symbol)?.quantity;
      return withOwnPrice(quantity == null ? line : { ...line, quantity }, this.#sizing.options);
    });
  }

  #line({ symbol, instrument, quantity }: TargetLine, typed: TypedLine | undefined): TargetLine {
    const weight = readSigned((typed?.weight ?? '').replace(/%\s*$/, ''));
    const price = readDecimal(typed?.price ?? '');
    return {
      symbol,
      instrument,
      quantity,
      ...(weight.state === 'read' && { weight: weight.value }),
      ...(price.state === 'read' && { price: price.value }),
    };
  }

  #rows(): readonly WeightRow[] {
    const sizedRows = rowsBySymbol(this.sizedList?.rows ?? []);
    return this.#lines.map((line, index) => {
      const typed = this.#typed[index] ?? { weight: '', price: '' };
      const row = line.weight === undefined ? null : (sizedRows.get(line.symbol) ?? null);
      const isWeightUnread = typed.weight.trim() !== '' && line.weight === undefined;
      const isPriceUnread = typed.price.trim() !== '' && line.price === undefined;
      const fault = isWeightUnread
        ? { field: 'weight' as const, text: 'Not a weight.' }
        : isPriceUnread
          ? { field: 'price' as const, text: 'Not a price.' }
          : faultOf(row);
      const note = row?.quantity === '=' && row.reason !== null ? reasonWords[row.reason] : null;
      return { line, typed, price: unitPrice(line, this.#facts), sized: row, fault, note };
    });
  }
}

const faultOf = (row: SizedRow | null): WeightRow['fault'] =>
  row?.quantity === null ? { field: 'weight', text: reasonWords[row.reason ?? 'no-price'] } : null;
