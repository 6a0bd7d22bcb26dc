/**
 * Where a person finds a field: a state of the gallery, the label, and the value below or beside it.
 * tests/e2e/gallery-coverage.spec.ts finds each of them.
 */
export type Shown = { readonly case: string; readonly label: string; readonly value: string };
/** A text says why a field has no place of its own, or who sets it. */
export type Place = Shown | string;

/** A place in a state of the gallery. */
export const at =
  (name: string) =>
  (label: string, value: string): Shown => ({ case: name, label, value });
