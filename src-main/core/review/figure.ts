/**
 * What a figure is counted in. Percent is in per cent (12.5 is 12.5 %), days are days of 24 hours and may be broken, text
 * is a name in `text`.
 */
export type FigureUnit = 'ratio' | 'percent' | 'dollars' | 'days' | 'count' | 'text';

/** A figure that opens: what it is, from what it was made, and why it is not there when it is not. JSON-safe. */
export type Figure = {
  readonly key: string;
  readonly unit: FigureUnit;
  /** Null when the figure is not defined for its inputs; `caveat` then says why. Never NaN or infinite. */
  readonly value: number | null;
  /** The exact decimal of a sum of money, or the name where the unit is text; null otherwise. */
  readonly text: string | null;
  /** How many returns, points or trades it was made from. */
  readonly sample: number;
  /** Unix seconds of the first and the last of them. */
  readonly from: number | null;
  readonly to: number | null;
  readonly formula: string;
  readonly inputs: Readonly<Record<string, number | string | null>>;
  readonly caveat: string | null;
};

export type FigureDefinition = Pick<Figure, 'key' | 'unit' | 'formula'>;

/** What a figure stands on. */
export type Basis = Pick<Figure, 'sample' | 'from' | 'to'>;

export type Finding = {
  readonly value: number | null;
  readonly text?: string | null;
  readonly inputs?: Readonly<Record<string, number | string | null>>;
  readonly caveats?: readonly (string | null)[];
};

const outOfRange = 'not defined: the numbers are too large or too small to compute with';

/** Floats that ran out of range become null with the reason, so that nothing beyond here meets NaN or infinity. */
export function figure(definition: FigureDefinition, basis: Basis, finding: Finding): Figure {
  const inputs = Object.entries(finding.inputs ?? {}).map(([name, value]) => [name, finite(value)] as const);
  const broken = finding.value !== null && !Number.isFinite(finding.value);
  const caveats = [...(finding.caveats ?? []), broken ? outOfRange : null].filter((caveat) => caveat !== null);
  return {
    ...definition,
    ...basis,
    // A negative zero would be shown with its sign.
    value: broken || finding.value === null ? null : finding.value + 0,
    text: finding.text ?? null,
    inputs: Object.fromEntries(inputs),
    caveat: caveats.length === 0 ? null : caveats.join('; '),
  };
}

const finite = (value: number | string | null): number | string | null =>
  typeof value === 'number' && !Number.isFinite(value) ? null : value;
