import type { OptionTerms } from '#contract/model/option-terms.ts';
import { given, stated } from '../absent.ts';
import type { JsonObject } from '../wire/json-object.ts';
import { price } from './scalars.ts';

/** `expires`: the member with the last day, which has two names. Nothing where no member is stated. */
export function optionTerms(wire: JsonObject, expires: 'expir' | 'expiration'): { readonly option?: OptionTerms } {
  const word = stated(wire['putcall'])?.trim().toLowerCase();
  const option: OptionTerms = {
    underlying: given(wire['underlying']),
    strike: price(wire['strike']),
    side: word === 'put' || word === 'call' ? word : word === 'p' ? 'put' : word === 'c' ? 'call' : null,
    expires: given(wire[expires]),
  };
  return Object.values(option).some((value) => value !== null) ? { option } : {};
}
