/** Figures of a review: formulas, inputs, and why a figure is not defined. */
export type ReviewMessages = Record<never, never>;
