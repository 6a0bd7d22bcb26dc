import type { OptionTerms } from '#contract/model/option-terms.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';

const sides = { put: 'Put', call: 'Call' } as const;

/** The terms of an option as the platform names them, for a list of facts. */
export const optionFacts = (option: OptionTerms | undefined): readonly (readonly [string, string | null])[] =>
  option === undefined
    ? []
    : [
        ['Underlying', option.underlying],
        ['Strike', option.strike === null ? null : decimalText(option.strike)],
        ['Put or call', option.side === null ? null : sides[option.side]],
        ['Expires', option.expires],
      ];
