import Big from 'big.js';
import { halfWidth } from '#renderer/format/half-width.ts';
import { readDecimal } from '#renderer/format/read-decimal.ts';

/** What was typed as the new quantity of a symbol. `quantity` is a signed whole number, or `=`. */
export type ReadEntry =
  | { readonly state: 'read'; readonly quantity: string }
  | { readonly state: 'empty' }
  | { readonly state: 'refused'; readonly reason: string };

const keep = '=';
const most = new Big('9999999999');
const toZero = 0;
const refused = (reason: string): ReadEntry => ({ state: 'refused', reason });

/**
 * Reads `200`, `-50` (short), `=` (what is held), `+50` (that much more), `x2` (times what is held),
 * and `+10 %` or `-25 %` (of what is held). Units of a multiple are cut, never rounded up.
 */
export function readEntry(typed: string, holding: string): ReadEntry {
  const text = halfWidth(typed).trim().replaceAll('−', '-');
  if (text === '') return { state: 'empty' };
  if (text === keep) return { state: 'read', quantity: keep };
  const share = /^([+-])(.+?)\s*%$/.exec(text);
  const [, sign = '', percent = ''] = share ?? [];
  if (share !== null)
    return scaled(
      percent,
      (value) =>
        value
          .div(100)
          .times(sign === '-' ? -1 : 1)
          .plus(1),
      holding,
    );
  if (text.endsWith('%')) return refused('A change starts with + or −: +10 %.');
  const multiple = /^[xX*×](.+)$/.exec(text);
  if (multiple !== null) return scaled(multiple[1] ?? '', (value) => value, holding);
  if (text.startsWith('+')) return plain(text.slice(1), (value) => value.plus(holding));
  return text.startsWith('-') ? plain(text.slice(1), (value) => value.times(-1)) : plain(text, (value) => value);
}

function scaled(text: string, factor: (value: Big) => Big, holding: string): ReadEntry {
  const read = readDecimal(text.trim());
  if (read.state !== 'read') return refused('Not a number.');
  return whole(factor(new Big(read.value)).times(holding).round(0, toZero));
}

function plain(text: string, of: (value: Big) => Big): ReadEntry {
  const body = text.trim();
  const read = readDecimal(/^[0-9]{1,3}(,[0-9]{3})+$/.test(body) ? body.replaceAll(',', '') : body);
  if (read.state !== 'read') return refused('Not a number.');
  const value = new Big(read.value);
  if (!value.eq(value.round(0))) return refused('Whole units only.');
  return whole(of(value).round(0, toZero));
}

function whole(value: Big): ReadEntry {
  if (value.abs().gt(most)) return refused('Too large.');
  const text = value.toFixed(0);
  return { state: 'read', quantity: text === '-0' ? '0' : text };
}
