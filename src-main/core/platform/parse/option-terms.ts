import type { OptionTerms } from '#contract/model/option-terms.ts';
import { nonZeroText, textOrNull } from '../absent.ts';
import type { JsonObject } from '../wire/json-object.ts';
import { price } from './scalars.ts';

/**
 * `dayMember` names the member with the last day, for which the platform uses two names. Returns no
 * option if the record has none of the members.
 */
export function optionTerms(wire: JsonObject, dayMember: 'expir' | 'expiration'): { readonly option?: OptionTerms } {
  const word = textOrNull(wire['putcall'])?.trim().toLowerCase();
  const side = word === 'put' || word === 'call' ? word : word === 'p' ? 'put' : word === 'c' ? 'call' : null;
  const underlying = nonZeroText(wire['underlying']);
  const strike = price(wire['strike']);
  const lastDay = nonZeroText(wire[dayMember]);
  if (underlying === null && strike === null && side === null && lastDay === null) return {};
  return { option: { underlying, strike, side, expires: lastDay } };
}
