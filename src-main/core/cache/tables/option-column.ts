import { OptionTerms } from '#contract/model/option-terms.ts';
import { Compile } from 'typebox/compile';
import { textOrNull, type Row } from '#core/sqlite/row.ts';

const isOption = Compile(OptionTerms);

/** The terms of an option as one column. Null if the platform names none. */
export const optionColumn = ({ option }: { readonly option?: OptionTerms }): string | null =>
  option === undefined ? null : JSON.stringify(option);

/** Terms in the form of an older version are left out. */
export function optionOf(row: Row): { readonly option?: OptionTerms } {
  const text = textOrNull(row, 'option_terms');
  if (text === null) return {};
  const option: unknown = JSON.parse(text);
  return isOption.Check(option) ? { option } : {};
}
