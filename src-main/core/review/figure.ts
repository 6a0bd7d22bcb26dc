import type { Figure } from '#contract/model/review.ts';

export type FigureDefinition = Pick<Figure, 'key' | 'unit' | 'formula'>;

/** The sample and the time span that a figure is based on. */
export type Basis = Pick<Figure, 'sample' | 'from' | 'to'>;

export type Finding = {
  readonly value: number | null;
  readonly text?: string | null;
  readonly inputs?: Readonly<Record<string, number | string | null>>;
  readonly caveats?: readonly (string | null)[];
};

const outOfRange = 'not defined: the numbers are too large or too small to compute with';

/**
 * Values that are not finite become null with a reason, so that callers never see NaN or infinity.
 */
export function figure(definition: FigureDefinition, basis: Basis, finding: Finding): Figure {
  const inputs = Object.entries(finding.inputs ?? {}).map(([name, value]) => [name, finite(value)] as const);
  const isOutOfRange = finding.value !== null && !Number.isFinite(finding.value);
  const caveats = [...(finding.caveats ?? []), isOutOfRange ? outOfRange : null].filter((caveat) => caveat !== null);
  return {
    ...definition,
    ...basis,
    // A negative zero would be shown with its sign.
    value: isOutOfRange || finding.value === null ? null : finding.value + 0,
    text: finding.text ?? null,
    inputs: Object.fromEntries(inputs),
    caveat: caveats.length === 0 ? null : caveats.join('; '),
  };
}

const finite = (value: number | string | null): number | string | null =>
  typeof value === 'number' && !Number.isFinite(value) ? null : value;
