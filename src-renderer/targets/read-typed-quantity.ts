import Big from 'big.js';
import { halfWidth } from '#renderer/format/half-width.ts';
import { readDecimal } from '#renderer/format/read-decimal.ts';
import { readSigned } from '#renderer/format/read-signed.ts';
import { withoutGroups } from '#renderer/format/without-groups.ts';

/**
 * `quantity` is a signed whole number or `=`. `weight` is set if the quantity was computed from a
 * weight, and `price` if a price was typed with the weight.
 */
export type ParsedQuantity = { readonly quantity: string; readonly weight?: string; readonly price?: string };

/** What was typed as the new quantity of a symbol. */
export type TypedQuantity =
  | ({ readonly state: 'read' } & ParsedQuantity)
  | { readonly state: 'empty' }
  | { readonly state: 'refused'; readonly reason: string };

const asHeldSign = '=';
const maxQuantity = new Big('9999999999');
const towardsZero = 0;
const refused = (reason: string): TypedQuantity => ({ state: 'refused', reason });

/** Units for a weight in percent, or why there are none. `price` is null if none was typed. */
export type Weigh = (
  weight: string,
  price: string | null,
) => { readonly quantity: string } | { readonly reason: string };

const noWeights: Weigh = () => ({ reason: 'A weight cannot be used here. Type units.' });

/**
 * Reads `200`, `-50` (short), `=` (what is held), `+50` (what is held plus 50, which reduces a
 * short position), `x2` (twice what is held), and `+10 %` or `-25 %` (what is held, changed by that
 * percentage). Multiples and percentages are cut to whole units, never rounded up. `12.5%` is a
 * weight, and `w-12.5` is the weight of a short position. `12.5% @ 40` adds the price of the
 * symbol.
 */
export function readTypedQuantity(typed: string, holding: string, weigh: Weigh = noWeights): TypedQuantity {
  const text = halfWidth(typed).trim().replaceAll('−', '-');
  if (text === '') return { state: 'empty' };
  if (text === asHeldSign) return { state: 'read', quantity: asHeldSign };
  const weightMatch = /^(?:[wW]\s*(.+?)\s*%?|([^-+].*?)\s*%)(?:\s*@\s*(.*))?$/.exec(text);
  if (weightMatch !== null) return quantityForWeight(weightMatch[1] ?? weightMatch[2] ?? '', weightMatch[3], weigh);
  const percentMatch = /^([+-])(.+?)\s*%$/.exec(text);
  const [, sign = '', percent = ''] = percentMatch ?? [];
  if (percentMatch !== null)
    return multipleOfHolding(
      percent,
      (value) =>
        value
          .div(100)
          .times(sign === '-' ? -1 : 1)
          .plus(1),
      holding,
    );
  const multipleMatch = /^[xX*×](.+)$/.exec(text);
  if (multipleMatch !== null) return multipleOfHolding(multipleMatch[1] ?? '', (value) => value, holding);
  if (text.startsWith('+')) return readUnits(text.slice(1), (value) => value.plus(holding));
  return text.startsWith('-')
    ? readUnits(text.slice(1), (value) => value.times(-1))
    : readUnits(text, (value) => value);
}

function quantityForWeight(typed: string, typedPrice: string | undefined, weigh: Weigh): TypedQuantity {
  const weight = readSigned(typed);
  const price = typedPrice === undefined ? null : readDecimal(typedPrice.trim());
  if (weight.state !== 'read') return refused('Not a weight. Example: 12.5 %.');
  if (price !== null && price.state !== 'read') return refused('Not a price.');
  const sized = weigh(weight.value, price?.value ?? null);
  if ('reason' in sized) return refused(sized.reason);
  return { state: 'read', quantity: sized.quantity, weight: weight.value, ...(price && { price: price.value }) };
}

function multipleOfHolding(text: string, factor: (value: Big) => Big, holding: string): TypedQuantity {
  const read = readDecimal(text.trim());
  if (read.state !== 'read') return refused('Not a number.');
  return asTypedQuantity(factor(new Big(read.value)).times(holding).round(0, towardsZero));
}

function readUnits(text: string, change: (value: Big) => Big): TypedQuantity {
  const read = readDecimal(withoutGroups(text));
  if (read.state !== 'read') return refused('Not a number.');
  const value = new Big(read.value);
  if (!value.eq(value.round(0))) return refused('Whole units only.');
  return asTypedQuantity(change(value).round(0, towardsZero));
}

function asTypedQuantity(value: Big): TypedQuantity {
  if (value.abs().gt(maxQuantity)) return refused('Too large.');
  const text = value.toFixed(0);
  return { state: 'read', quantity: text === '-0' ? '0' : text };
}
