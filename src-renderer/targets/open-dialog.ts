import type { TargetLine } from '#contract/model/target-plan.ts';

/** The dialog that is open over the editor, with its initial content. */
export type OpenDialog =
  | { readonly kind: 'add' | 'lists' }
  | { readonly kind: 'weights'; readonly lines: readonly TargetLine[] }
  | { readonly kind: 'import'; readonly text: string };
