import type { Message } from '#contract/message.ts';
import type { Figure } from '#contract/model/review.ts';

export type FigureDefinition = Pick<Figure, 'key' | 'unit'>;

/** The sample and the time span that a figure is based on. */
export type Basis = Pick<Figure, 'sample' | 'from' | 'to'>;

export type FigureContent = {
  readonly value: number | null;
  readonly text?: string | null;
  readonly inputs?: Figure['inputs'];
  readonly caveats?: readonly (Message | null)[];
};

/**
 * Numbers that are not finite become null, so that callers never see NaN or infinity. If the value
 * of the figure is such a number, a caveat gives the reason.
 */
export function figure(definition: FigureDefinition, basis: Basis, content: FigureContent): Figure {
  const inputs = Object.entries(content.inputs ?? {}).map(([name, value]) => [name, finiteOrNull(value)] as const);
  const isOutOfRange = content.value !== null && !Number.isFinite(content.value);
  const outOfRange = isOutOfRange ? ({ code: 'figure.out-of-range' } as const) : null;
  return {
    ...definition,
    ...basis,
    // A negative zero would be shown with its sign.
    value: isOutOfRange || content.value === null ? null : content.value + 0,
    text: content.text ?? null,
    inputs: Object.fromEntries(inputs),
    caveats: [...(content.caveats ?? []), outOfRange].filter((caveat) => caveat !== null),
  };
}

const finiteOrNull = (value: number | string | null): number | string | null =>
  typeof value === 'number' && !Number.isFinite(value) ? null : value;
