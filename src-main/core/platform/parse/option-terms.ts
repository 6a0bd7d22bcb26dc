import type { OptionTerms } from '#contract/model/option-terms.ts';
import { stated } from '../absent.ts';
import type { JsonObject } from '../wire/json-object.ts';
import { decimal } from './scalars.ts';

/** `expires`: the member with the last day, which has two names. Nothing where no member is stated. */
export function optionTerms(wire: JsonObject, expires: 'expir' | 'expiration'): { readonly option?: OptionTerms } {
  const word = stated(wire['putcall'])?.trim().toLowerCase();
  const option: OptionTerms = {
    underlying: stated(wire['underlying']),
    strike: strikeOf(wire['strike']),
    side: word === 'put' || word === 'call' ? word : word === 'p' ? 'put' : word === 'c' ? 'call' : null,
    expires: stated(wire[expires]),
  };
  return Object.values(option).some((value) => value !== null) ? { option } : {};
}

/** Zero is what is given for anything but an option. */
function strikeOf(value: unknown): string | null {
  const strike = decimal(value);
  return strike === null || /^-?0*[.]?0*$/.test(strike) ? null : strike;
}
