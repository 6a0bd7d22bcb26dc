import type { Figure } from '#contract/model/review.ts';

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
