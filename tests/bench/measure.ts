/** What a part hands back: tables for people, ratios with their limits for the verdict. */
export type Ratio = {
  readonly name: string;
  readonly value: number;
  /** Null for one that is only told. */
  readonly limit: number | null;
  /** Whether the value must reach the limit or stay under it. */
  readonly must: 'reach' | 'stay under';
};

export type Table = {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

export type PartResult = {
  readonly tables: readonly Table[];
  readonly ratios: readonly Ratio[];
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
};

export type PartOptions = {
  /** A quick look: small sizes and few rounds; its ratios are no verdict. */
  readonly quick: boolean;
};

/** Each file in `parts` exports one of these as `part`. */
export type Part = { readonly about: string; run(options: PartOptions): PartResult | Promise<PartResult> };

/** Between the two neighbors when the place falls between them; NaN for no values. */
export function quantile(values: readonly number[] | Float64Array, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? NaN;
  return low + ((sorted[Math.min(below + 1, sorted.length - 1)] ?? NaN) - low) * (place - below);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Three significant digits, whole numbers with separators. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const rounded = Number(value.toPrecision(3));
  return Math.abs(value) >= 100 ? Math.round(rounded).toLocaleString('en-US') : String(rounded);
}
