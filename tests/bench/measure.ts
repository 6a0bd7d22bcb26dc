/** A figure, most often a ratio, that is compared with its limit if it has one. */
export type LimitedFigure = {
  readonly name: string;
  readonly value: number;
  /** Null for a ratio without a limit. */
  readonly limit: number | null;
  /** `reach`: must be at least the limit. `stay under`: must be at most the limit. */
  readonly must: 'reach' | 'stay under';
};

export type Table = {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** The result of a part: tables for people, and ratios with their limits. */
export type PartResult = {
  readonly tables: readonly Table[];
  readonly figures: readonly LimitedFigure[];
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
};

export type PartOptions = {
  /** A short run with small sizes and few rounds. A missed limit does not fail it. */
  readonly quick: boolean;
};

/** Each file in `parts` exports one of these as `part`. */
export type Part = { readonly about: string; run(options: PartOptions): PartResult | Promise<PartResult> };

/** Interpolates between neighbors; NaN for no values. */
export function quantile(values: readonly number[] | Float64Array, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? NaN;
  return low + ((sorted[Math.min(below + 1, sorted.length - 1)] ?? NaN) - low) * (place - below);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The number as text: three significant digits, from 100 on a whole number with separators. */
export function figureText(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const rounded = Number(value.toPrecision(3));
  return Math.abs(value) >= 100 ? Math.round(rounded).toLocaleString('en-US') : String(rounded);
}
