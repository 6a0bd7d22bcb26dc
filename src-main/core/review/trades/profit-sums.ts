import type { ProfitColumn } from './profit-column.ts';

/** Exact sums of a column of money, one sum per group. */
export class ProfitSums {
  readonly #column: ProfitColumn;
  readonly #units: Float64Array;
  readonly #bigUnits: bigint[];

  constructor(column: ProfitColumn, groups: number) {
    this.#column = column;
    this.#units = new Float64Array(groups);
    this.#bigUnits = column.bigUnits === null ? [] : new Array<bigint>(groups).fill(0n);
  }

  /** A row without an amount adds nothing. */
  add(group: number, row: number): void {
    const { units, bigUnits } = this.#column;
    if (bigUnits === null) {
      const amountInUnits = units[row] ?? Number.NaN;
      if (!Number.isNaN(amountInUnits)) this.#units[group] = (this.#units[group] ?? 0) + amountInUnits;
      return;
    }
    this.#bigUnits[group] = (this.#bigUnits[group] ?? 0n) + (bigUnits[row] ?? 0n);
  }

  /** Adds a partial sum. Only for a column without `bigUnits`, whose sums are exact as floats. */
  addUnits(group: number, units: number): void {
    this.#units[group] = (this.#units[group] ?? 0) + units;
  }

  /** The exact decimal, without trailing zeros after the point. */
  text(group: number): string {
    const sum = this.#column.bigUnits === null ? (this.#units[group] ?? 0) : (this.#bigUnits[group] ?? 0n);
    const { scale } = this.#column;
    const digits = String(sum < 0 ? -sum : sum).padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    const decimals = digits.slice(digits.length - scale).replace(/0+$/, '');
    return `${sum < 0 ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
  }

  /** Dollars as a float, for ratios. */
  dollars(group: number): number {
    const { bigUnits, scale } = this.#column;
    return (bigUnits === null ? (this.#units[group] ?? 0) : Number(this.#bigUnits[group] ?? 0n)) / 10 ** scale;
  }
}
