import type { OptionTerms } from '#contract/model/option-terms.ts';
import { given, stated } from '../absent.ts';
import type { JsonObject } from '../wire/json-object.ts';
import { price } from './scalars.ts';

/**
 * `expires` names the member with the last day, for which the platform uses two names. Returns no
 * option if the record has none of the members.
 */
export function optionTerms(wire: JsonObject, expires: 'expir' | 'expiration'): { readonly option?: OptionTerms } {
  const word = stated(wire['putcall'])?.trim().toLowerCase();
  const side = word === 'put' || word === 'call' ? word : word === 'p' ? 'put' : word === 'c' ? 'call' : null;
  const underlying = given(wire['underlying']);
  const strike = price(wire['strike']);
  const lastDay = given(wire[expires]);
  if (underlying === null && strike === null && side === null && lastDay === null) return {};
  return { option: { underlying, strike, side, expires: lastDay } };
}
