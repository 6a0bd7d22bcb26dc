import type { FieldName, Operation } from './operations.ts';

/**
 * Text of each field that a change sets. A missing field is not changed, an empty text clears it.
 */
export type Fields = Readonly<Partial<Record<FieldName, string>>>;

/** One staged change of a person of the platform. */
export type Change = {
  readonly id: string;
  readonly op: Operation;
  readonly personId: string;
  readonly fields: Fields;
};

/**
 * What is wrong with a change, without comparing it with the platform. `change.blank`: the text
 * contains white space. `change.not-cleared`: the field cannot be cleared.
 */
export type ChangeFault =
  | { readonly code: 'change.missing' | 'change.not-cleared' | 'change.exponent'; readonly field: string }
  | { readonly code: 'change.not-taken'; readonly field: string; readonly op: Operation }
  | { readonly code: 'change.blank' | 'change.not-an-id' | 'change.not-a-flag'; readonly field: string }
  | { readonly code: 'change.not-whole' | 'change.not-a-time' | 'change.no-such-time'; readonly field: string }
  | { readonly code: 'change.too-long'; readonly field: string; readonly max: number }
  | { readonly code: 'change.empty'; readonly field: string }
  | {
      readonly code: 'change.bounds';
      readonly field: string;
      readonly unit: 'characters' | 'number';
      readonly min: number;
      readonly max: number;
    };
